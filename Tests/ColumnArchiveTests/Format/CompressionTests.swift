import ArchiveDocuments
import ArchiveValues
import StructCoding
import XCTest

@testable import ArchiveTestSupport
@testable import ColumnArchives

/// Archives that are compressed, batch by batch or by what follows.
final class CompressionTests: XCTestCase {
  private let compressors: [ColumnArchive.Compression] = [.zlib]

  override func setUpWithError() throws { try requireZlib() }

  private func sessions(_ count: Int) -> [Session] {
    (0..<count).map { number in
      let start = Double(number) * 60.5
      let events = (0..<number % 5).map {
        Event(timeStamp: date(start + Double($0)), eventTag: "tag \($0 * number % 17)")
      }
      return Session(
        startTime: date(start), endTime: number % 3 == 0 ? nil : date(start + 59), events: events)
    }
  }

  // MARK: Bytes

  /// The columns are those of an archive for another compressor, compressed. What is said of them is not.
  func testBytes() throws {
    let sessions = sessions(300)
    let plain = try ArchiveParts(
      ColumnArchive.encode(sessions, options: .init(batchSize: 200, compression: .external)))
    let data = try ColumnArchive.encode(sessions, options: .init(batchSize: 200, compression: .zlib))
    var expected = plain
    for index in plain.batches.indices {
      let (columns, trailer) = (plain.batches[index].columns, plain.batches[index].trailer)
      expected.batches[index].columns = try zlib(columns)
      expected.batches[index].trailer = trailer
      expected.batches[index].compression = .init(flag: 2, size: UInt64(columns.count))
    }
    XCTAssertEqual(try ArchiveParts(data), expected)
    XCTAssertEqual(expected.dataWithStatistics, data)
    XCTAssertLessThan(data.count, plain.data.count)
  }

  /// What would not become smaller is not compressed.
  func testIncompressibleBatches() throws {
    var random = SeededGenerator()
    let noise = (0..<50).map { _ in random.next() }
    for compression in compressors {
      let options = ColumnArchive.EncodingOptions(compression: compression)
      XCTAssertEqual(try ColumnArchive.encode(noise, options: options), try ColumnArchive.encode(noise))
      XCTAssertEqual(try ColumnArchive.encode(5, options: options), try ColumnArchive.encode(5))
      XCTAssertEqual(try ColumnArchive.encode([Int](), options: options), try ColumnArchive.encode([Int]()))
    }
  }

  /// Nothing hides what repeats, for whatever compresses an archive.
  func testColumnsForCompressors() throws {
    let options = ColumnArchive.EncodingOptions(compression: .external)
    let texts = (0..<300).map { "text \($0 * 7 % 300)" }
    XCTAssertEqual(
      try ArchiveParts(ColumnArchive.encode(texts, options: options)).batches[0].columns,
      [0] + Format.run(texts))
    let vertices = (0..<9).map { Vertex(x: Float($0), y: 1, z: -Float($0)) }
    let bytes = vertices.map { [$0.x, $0.y, $0.z].flatMap { Format.bytes(UInt64($0.bitPattern), 4) } }
    XCTAssertEqual(
      try ArchiveParts(ColumnArchive.encode(vertices, options: options)),
      ArchiveParts(
        elements: Format.rawRecord(["x": Format.float, "y": Format.float, "z": Format.float]), count: 9,
        [1] + (0..<12).reversed().flatMap { byte in bytes.map { $0[byte] } }, className: "Column_Vertex"))
  }

  // MARK: Reading

  /// Values of all kinds come back, read as their type, by name, and without it.
  private func check<Value: ArchiveValue & Equatable>(
    _ value: Value, _ message: @autoclosure () -> String = "", file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let plain = try ColumnArchive.encode(value)
    for compression in compressors + [.external] {
      let options = ColumnArchive.EncodingOptions(batchSize: 16, compression: compression)
      let data = try ColumnArchive.encode(value, options: options)
      XCTAssertEqual(try ColumnArchive.encode(value, options: options), data, file: file, line: line)
      var parts = try ArchiveParts(data)
      XCTAssertEqual(parts.dataWithStatistics, data, file: file, line: line)
      parts.className = parts.className.isEmpty ? "Any" : ""
      for data in [data, parts.data] {
        let back = try ColumnArchive.decode(Value.self, from: data)
        XCTAssertEqual(
          try ColumnArchive.encode(back), plain, "\(compression) \(message())", file: file, line: line)
      }
      for length in Thoroughness.prefixes(of: data.count) {
        XCTAssertThrowsError(
          try ColumnArchive.decode(Value.self, from: data.prefix(length)), file: file, line: line
        ) { XCTAssert($0 is ArchiveError, file: file, line: line) }
      }
      let archive = try ColumnArchive(data)
      try archive.verify()
      XCTAssertEqual(
        try archive.node(excerpt: nil), try ColumnArchive(plain).node(excerpt: nil), file: file, line: line)
      XCTAssertLessThanOrEqual(
        try archive.parts().reduce(0) { $0 + $1.byteCount }, data.count, file: file, line: line)
    }
  }

  func testAllKindsOfValues() throws {
    var random = SeededGenerator()
    func some<Value: Arbitrary>(_ count: Int, _ type: Value.Type) -> [Value] {
      (0..<count).map { _ in Value.arbitrary(&random) }
    }
    let message = "seed \(random.seed)"
    for count in [1, 2, Thoroughness.isFull ? 40 : 12] {
      try check(some(count, Session.self), message)
      try check(some(count, Collections.self), message)
      try check(some(count, FoundationValues.self), message)
      try check(some(count, Shape.self), message)
      try check(some(count, Expression.self), message)
      try check(some(count, Person.self), message)
      try check(some(count, Remark.self), message)
      try check(some(count, Triangle.self), message)
      try check(some(count, Both<Numbers, Texts>.self), message)
      try check(some(count, [String?].self), message)
      try check(["mesh": some(count, Triangle.self)], message)
      try check(Set(some(count, Vertex.self)), message)
      try check([nil] + some(count, Color.self).map { Color?.some($0) }, message)
      try check(Session.arbitrary(&random), message)
    }
  }

  func testInstances() throws {
    let chain = LinkedStop.chain(300)
    defer { _ = chain.dismantle() }
    for compression in compressors {
      let data = try ColumnArchive.encode([chain, chain], options: .init(compression: compression))
      XCTAssertNotNil(try ArchiveParts(data).batches[0].compression)
      // Each batch has its own instances, which are there as long as the call.
      var parts = try ArchiveParts(data)
      parts.batches.append(parts.batches[0])
      for (data, count) in [(data, 2), (parts.data, 4)] {
        let back = try ColumnArchive.decode([LinkedStop].self, from: data)
        defer { for stop in back { _ = stop.dismantle() } }
        XCTAssertEqual(back.count, count)
        XCTAssert(back[0] === back[1])
        XCTAssertEqual(back[0].next?.next?.number, chain.next?.next?.number)
        if count == 4 {
          XCTAssert(back[2] === back[3])
          XCTAssert(back[2] !== back[0])
        }
        let parts = try ColumnArchive(data).parts()
        XCTAssertGreaterThan(try XCTUnwrap(parts.first { $0.name.contains("LinkedStop") }).byteCount, 0)
        XCTAssertLessThan(parts.reduce(0) { $0 + $1.byteCount }, data.count)
      }
    }
  }

  /// Parts of an archive are what they are without compression.
  func testParts() throws {
    let sessions = sessions(1_000)
    let plain = try ColumnArchive(ColumnArchive.encode(sessions))
    for compression in compressors + [.external] {
      let data = try ColumnArchive.encode(
        sessions, options: .init(batchSize: 150, compression: compression))
      if compression != .external {
        XCTAssert(try ArchiveParts(data).batches.allSatisfy { $0.compression != nil && $0.trailer != nil })
      }
      let archive = try ColumnArchive(data)
      for range in [0..<1, 149..<151, 300..<620, 0..<1_000] {
        XCTAssertEqual(
          try archive.elements(of: Session.self, in: range), Array(sessions[range]))
      }
      let positions = [999, 3, 3, 160, 2, 700]
      XCTAssertEqual(
        try archive.elements(of: Session.self, at: positions), positions.map { sessions[$0] })
      XCTAssertEqual(try archive.values(at: Session.path.startTime), sessions.map(\.startTime))
      XCTAssertEqual(try archive.values(at: Session.path.endTime), sessions.map(\.endTime))
      XCTAssertEqual(
        try archive.values(at: Session.path.events.eventTag),
        sessions.flatMap { $0.events.map(\.eventTag) })
      XCTAssertEqual(
        try archive.values(of: Date.self, at: "events.timeStamp"),
        sessions.flatMap { $0.events.map(\.timeStamp) })
      let late = Session.path.startTime > sessions[420].startTime && Session.path.endTime != nil
      XCTAssertEqual(try archive.positions(where: late), try plain.positions(where: late))
      XCTAssertEqual(
        try archive.elements(where: Session.path.startTime) { $0 < date(100) }, Array(sessions.prefix(2)))
      var seen: [Session] = []
      try archive.forEachBatch(of: Session.self) { seen += $0 }
      XCTAssertEqual(seen, sessions)
      XCTAssertEqual(
        try archive.node(excerpt: Excerpt(elementLimit: 20, total: 90)),
        try plain.node(excerpt: Excerpt(elementLimit: 20, total: 90)))
    }
  }

  /// Conditions pass over batches by what these say of their columns, without decompressing them.
  func testStatisticsAreNotCompressed() throws {
    let sessions = sessions(1_000)
    for compression in compressors {
      let data = try ColumnArchive.encode(
        sessions, options: .init(batchSize: 100, compression: compression))
      // The columns of all batches but the fifth are damaged.
      var (changed, offset) = (data, try ArchiveParts(data).header.count)
      for (number, batch) in try ArchiveParts(data).batches.enumerated() {
        if number != 4 { changed[offset + 32 + batch.columns.count / 2] ^= 0xFF }
        offset += 32 + batch.body.count
      }
      let archive = try ColumnArchive(changed)
      let condition =
        Session.path.startTime >= sessions[410].startTime && Session.path.startTime < sessions[420].startTime
      XCTAssertEqual(try archive.positions(where: condition), Array(410..<420))
      XCTAssertEqual(try archive.elements(of: Session.self, in: 400..<500), Array(sessions[400..<500]))
      assertThrows(.damaged) { try archive.elements(of: Session.self, in: 399..<500) }
      assertThrows(.damaged) { try archive.values(at: Session.path.startTime) }
      assertThrows(.damaged) { try ColumnArchive.decode([Session].self, from: changed) }
      assertThrows(.damaged) { try archive.verify() }
    }
  }

  func testWithoutItsTypes() throws {
    let nodes = try ColumnArchive(ColumnArchive.encode(sessions(50))).node(excerpt: nil)
    for compression in compressors {
      let data = try ColumnArchive.encode(nodes, options: .init(compression: compression))
      XCTAssertNotNil(try ArchiveParts(data).batches.first?.compression)
      XCTAssertEqual(try ColumnArchive(data).node(excerpt: nil), nodes)
    }
  }
}

extension XCTestCase {
  /// Skips a test on a system without zlib.
  func requireZlib() throws {
    do {
      _ = try ZlibStream(.compress, .zlib)
    } catch let error as ArchiveError where error.code == .unsupported {
      throw XCTSkip("\(error)")
    }
  }

  /// Bytes as zlib compresses them.
  func zlib(_ bytes: [UInt8]) throws -> [UInt8] {
    try Array(bytes.withUnsafeBytes { try ZlibStream(.compress, .zlib).compress($0) })
  }
}
