import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Elements that are appended to a file.
final class WriterTests: FileTestCase {
  private func events(_ range: Range<Int>) -> [Event] {
    range.map {
      Event(timeStamp: Date(timeIntervalSinceReferenceDate: Double($0)), eventTag: "tag \($0 % 5)")
    }
  }

  private func all() throws -> [Event] {
    try ColumnArchive.decode([Event].self, from: Data(contentsOf: file))
  }

  func testAppending() throws {
    let writer = try ColumnArchiveWriter<Event>(appendingTo: file)
    XCTAssertEqual(try all(), [])
    try writer.append(contentsOf: events(0..<10))
    XCTAssertEqual(try all(), events(0..<10), "a complete archive after each call")
    try writer.append(events(10..<11)[0])
    try writer.append(contentsOf: [])
    try writer.append(contentsOf: events(11..<40))
    try writer.close()
    XCTAssertEqual(try all(), events(0..<40))
    XCTAssertEqual(try ArchiveParts(Data(contentsOf: file)).batches.map(\.count), [10, 1, 29])
  }

  func testAppendingAgain() throws {
    for part in 0..<5 {
      let writer = try ColumnArchiveWriter<Event>(appendingTo: file, options: .init(batchSize: 7))
      try writer.append(contentsOf: events((part * 10)..<(part * 10 + 10)))
    }
    XCTAssertEqual(try all(), events(0..<50))
    let archive = try ColumnArchive(contentsOf: file)
    XCTAssertEqual(archive.batchCount, 10)
    XCTAssertEqual(try archive.elements(of: Event.self, in: 8..<33), events(8..<33))
    // The same bytes as an archive written at once, but for the batches.
    let whole = try ArchiveParts(ColumnArchive.encode(events(0..<7)))
    XCTAssertEqual(try ArchiveParts(Data(contentsOf: file)).batches[0], whole.batches[0])
  }

  func testAppendingToAnEncodedArchive() throws {
    try ColumnArchive.encode(events(0..<20)).write(to: file)
    let writer = try ColumnArchiveWriter<Event>(appendingTo: file)
    try writer.append(contentsOf: events(20..<30))
    XCTAssertEqual(try all(), events(0..<30))
  }

  /// The table of many batches takes more bytes than the small batch that is written over it.
  func testAppendingOverALongTable() throws {
    for count in [2, 100, 3_000] {
      try ColumnArchive.encode(events(0..<count), options: .init(batchSize: 1)).write(to: file)
      let writer = try ColumnArchiveWriter<Event>(appendingTo: file)
      for number in 0..<3 {
        try writer.append(events(count + number..<count + number + 1)[0])
        XCTAssertEqual(try all(), events(0..<count + number + 1))
      }
      try writer.close()
      XCTAssertEqual(try all(), events(0..<count + 3))
      XCTAssertEqual(try ColumnArchive(contentsOf: file).batchCount, count + 3)
    }
  }

  func testEveryKindOfElement() throws {
    var random = SeededGenerator()
    func check<Value: ArchiveValue & Equatable & Arbitrary>(_ type: Value.Type) throws {
      let values = (0..<30).map { _ in Value.arbitrary(&random) }
      let url = file.appendingPathExtension("\(type)".filter(\.isLetter))
      let writer = try ColumnArchiveWriter<Value>(appendingTo: url)
      for part in stride(from: 0, to: 30, by: 4) {
        try writer.append(contentsOf: Array(values[part...].prefix(4)))
      }
      XCTAssertEqual(
        try ColumnArchive.decode([Value].self, from: Data(contentsOf: url)), values, "seed \(random.seed)")
    }
    try check(Int.self)
    try check(String.self)
    try check([Int?].self)
    try check(Session.self)
    try check(Collections.self)
    try check(Shape.self)
    try check(Triangle.self)
    try check(Empty.self)
    try check(Remark.self)
  }

  func testArchivesOfOtherElements() throws {
    try ColumnArchive.encode([Point(x: 1, y: 2)]).write(to: file)
    assertThrows(.classMismatch) { try ColumnArchiveWriter<Event>(appendingTo: file) }
    try ColumnArchive.encode([["a"]]).write(to: file)
    assertThrows(.typeMismatch, saying: "another type") { try ColumnArchiveWriter<[Int]>(appendingTo: file) }
    // An older version of the type: what is appended would have other columns.
    try ColumnArchive.encode([OldEvent(timeStamp: .distantPast)]).write(to: file)
    assertThrows(.typeMismatch, saying: "older version") {
      try ColumnArchiveWriter<NewEvent>(appendingTo: file)
    }
    try ColumnArchive.encode(events(0..<1)[0]).write(to: file)
    XCTAssertThrowsError(try ColumnArchiveWriter<Event>(appendingTo: file)) { XCTAssert($0 is ArchiveError) }
    try Data("no archive".utf8).write(to: file)
    assertThrows(.malformed) { try ColumnArchiveWriter<Event>(appendingTo: file) }
    XCTAssertEqual(try Data(contentsOf: file), Data("no archive".utf8))
    assertThrows(.malformed) {
      try ColumnArchiveWriter<Event>(appendingTo: file, discardsIncompleteBatch: true)
    }
    XCTAssertEqual(try Data(contentsOf: file), Data("no archive".utf8))
  }

  /// A program was stopped while it wrote: at each byte, the batches that are complete can be recovered.
  func testTornFiles() throws {
    let whole = try ColumnArchive.encode(events(0..<30), options: .init(batchSize: 10))
    let empty = try ColumnArchive.encode([Event]())
    let ends = try (0...3).map { count -> Int in
      var parts = try ArchiveParts(whole)
      (parts.batches, parts.hasIndex) = (Array(parts.batches.prefix(count)), false)
      return parts.data.count - ArchiveParts.footerCount
    }
    for length in Thoroughness.some(of: empty.count - ArchiveParts.footerCount..<whole.count, oneIn: 4) {
      try whole.prefix(length).write(to: file)
      XCTAssertThrowsError(try ColumnArchiveWriter<Event>(appendingTo: file), "\(length)") {
        XCTAssert($0 is ArchiveError)
      }
      XCTAssertEqual(try Data(contentsOf: file).count, length, "a refused file stays as it is")
      let writer = try ColumnArchiveWriter<Event>(appendingTo: file, discardsIncompleteBatch: true)
      let count = ends.lastIndex { $0 <= length }! * 10
      XCTAssertEqual(try all(), events(0..<count), "\(length)")
      try writer.append(contentsOf: events(count..<35))
      XCTAssertEqual(try all(), events(0..<35), "\(length)")
    }
    // In the header there is nothing to recover: the writer was stopped while it created the file.
    for length in Thoroughness.some(of: 1..<empty.count - ArchiveParts.footerCount, oneIn: 4) {
      try whole.prefix(length).write(to: file)
      XCTAssertThrowsError(try ColumnArchiveWriter<Event>(appendingTo: file))
      XCTAssertEqual(try Data(contentsOf: file).count, length)
      let writer = try ColumnArchiveWriter<Event>(appendingTo: file, discardsIncompleteBatch: true)
      XCTAssertEqual(try all(), [])
      try writer.append(contentsOf: events(0..<3))
      XCTAssertEqual(try all(), events(0..<3))
    }
  }

  /// An empty file is new.
  func testEmptyFiles() throws {
    try Data().write(to: file)
    let writer = try ColumnArchiveWriter<Event>(appendingTo: file)
    XCTAssertEqual(try all(), [])
    try writer.append(contentsOf: events(0..<3))
    XCTAssertEqual(try all(), events(0..<3))
  }

  /// A disk that is full in the middle of a batch: the archive is as it was before, and goes on when there is room.
  func testFailedWrites() throws {
    let writer = try ColumnArchiveWriter<Event>(appendingTo: file)
    try writer.append(contentsOf: events(0..<10))
    let size = try Data(contentsOf: file).count
    try withFileSizeLimit(size + 100) {
      XCTAssertThrowsError(try writer.append(contentsOf: events(10..<500)))
    }
    XCTAssertEqual(try all(), events(0..<10))
    try writer.append(contentsOf: events(10..<12))
    XCTAssertEqual(try all(), events(0..<12))
    XCTAssertEqual(try ArchiveParts(Data(contentsOf: file)).batches.map(\.count), [10, 2])
  }

  /// Runs `body` while no file can become larger than a number of bytes; what is written past it fails.
  private func withFileSizeLimit(_ size: Int, _ body: () throws -> Void) throws {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
      let resource = RLIMIT_FSIZE
    #endif
    var old = rlimit()
    getrlimit(resource, &old)
    let handler = signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(size), rlim_max: old.rlim_max)
    setrlimit(resource, &limit)
    defer {
      setrlimit(resource, &old)
      signal(SIGXFSZ, handler)
    }
    try body()
  }

  /// Recovery leaves a sound file as it is, to the byte.
  func testRecoveringASoundFile() throws {
    let whole = try ColumnArchive.encode(events(0..<30), options: .init(batchSize: 10))
    try whole.write(to: file)
    _ = try ColumnArchiveWriter<Event>(appendingTo: file, discardsIncompleteBatch: true)
    XCTAssertEqual(try Data(contentsOf: file), whole)
  }

  /// What is behind the end of an archive is no part of it.
  func testBytesBehindTheEnd() throws {
    let whole = try ColumnArchive.encode(events(0..<3))
    try (whole + [1, 2, 3]).write(to: file)
    assertThrows(.truncated) { try ColumnArchiveWriter<Event>(appendingTo: file) }
    let writer = try ColumnArchiveWriter<Event>(appendingTo: file, discardsIncompleteBatch: true)
    XCTAssertEqual(try Data(contentsOf: file), whole)
    try writer.append(contentsOf: events(3..<4))
    XCTAssertEqual(try all(), events(0..<4))
  }

  /// What cannot be archived leaves the file as it was.
  func testElementsThatAreTooDeep() throws {
    let deep = (0..<40).reduce(Node()) { node, _ in Node(children: [node]) }
    let writer = try ColumnArchiveWriter<Node>(
      appendingTo: file, options: .init(limits: ArchiveLimits(maximumDepth: 20)))
    try writer.append(Node(name: "a"))
    let before = try Data(contentsOf: file)
    assertThrows(.limitExceeded) { try writer.append(contentsOf: [Node(name: "b"), deep]) }
    XCTAssertEqual(try Data(contentsOf: file), before)
    try writer.append(Node(name: "c"))
    XCTAssertEqual(
      try ColumnArchive.decode([Node].self, from: Data(contentsOf: file)), [Node(name: "a"), Node(name: "c")])
  }

  /// A file may have batches of several writers, compressed or not. Its columns are those of the first.
  func testCompression() throws {
    try requireZlib()
    let all = (0..<320).map { number in
      Both(first: Vertex(x: Float(number), y: 0.5, z: 1), second: "element \(number % 50)")
    }
    let options = [.none, .external, .zlib] as [ColumnArchive.Compression]
    for first in options {
      try Data().write(to: file)
      var count = 0
      for compression in [first] + options {
        let writer = try ColumnArchiveWriter<Both<Vertex, String>>(
          appendingTo: file, options: .init(batchSize: 30, compression: compression))
        try writer.append(contentsOf: Array(all[count..<count + 80]))
        count += 80
        if count % 160 == 0 { try writer.close() }
      }
      let data = try Data(contentsOf: file)
      let parts = try ArchiveParts(data)
      XCTAssertEqual(
        parts.header,
        try ArchiveParts(ColumnArchive.encode(all, options: .init(compression: first))).header)
      XCTAssertEqual(parts.batches.count { $0.compression?.flag == 2 }, first == .zlib ? 6 : 3)
      XCTAssertEqual(try ColumnArchive.decode([Both<Vertex, String>].self, from: data), all)
      let archive = try ColumnArchive(data)
      XCTAssertEqual(try archive.values(of: String.self, at: "second"), all.map(\.second))
      XCTAssertEqual(try archive.values(of: Float.self, at: "first.x"), all.map(\.first.x))
      XCTAssertEqual(
        try archive.elements(of: Both<Vertex, String>.self, in: 70..<300), Array(all[70..<300]))
    }
  }

  func testFoldersThatAreNot() {
    XCTAssertThrowsError(
      try ColumnArchiveWriter<Event>(appendingTo: file.appendingPathComponent("nowhere/archive")))
  }
}

@Archivable(className: "Column_OldEvent", formerly: ["Column_NewEvent"])
private struct OldEvent { var timeStamp: Date }
@Archivable(className: "Column_NewEvent", formerly: ["Column_OldEvent"])
private struct NewEvent {
  var timeStamp: Date
  var eventTag = ""
}
