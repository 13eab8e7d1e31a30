import ArchiveDocuments
import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Work that no value stands for: rows, cases, columns and batches without bytes, of which a short archive has any
/// number. All of it counts against the limits, which are low here: where the values alone would do, the work is too much.
final class WorkLimitTests: XCTestCase {
  /// Reads an archive with a limit.
  private func archive(_ data: Data, limit: Int? = 1 << 20) throws -> ColumnArchive {
    try ColumnArchive(data, options: .init(limits: ArchiveLimits(maximumDecodedSize: limit)))
  }

  /// The least limit that an archive is read with: what reading it is charged.
  private func charge(_ data: Data, _ read: (ColumnArchive) throws -> Void) throws -> Int {
    var (low, high) = (0, 1 << 30)
    while low + 1 < high {
      let middle = (low + high) / 2
      do {
        try read(archive(data, limit: middle))
        high = middle
      } catch let error as ArchiveError where error.code == .limitExceeded {
        low = middle
      }
    }
    return high
  }

  private func elements<Element: ArchiveValue>(of type: Element.Type, in data: Data) throws -> [Element] {
    try archive(data).elements(of: type)
  }

  /// A schema of an enumeration with so many cases that no type has.
  private func foreignCases(_ count: Int) -> [UInt8] {
    [16] + Format.varint(count) + (0..<count).flatMap { Format.name("\($0)") + [0] }
  }

  /// A record of a field, and of so many others that no type has; and a row of these, which takes no bytes a row.
  private func foreignFields(_ count: Int, after name: String, _ field: [UInt8]) -> (
    schema: [UInt8], columns: [UInt8]
  ) {
    let others = (0..<count).flatMap { Format.name("\($0)") + Format.signed }
    return (
      [14] + Format.varint(count + 1) + Format.name(name) + field + others,
      (0..<count).flatMap { _ in [0, 0] }
    )
  }

  /// The same archive with another count of elements in its first batch.
  private func repeated(_ data: Data, _ count: UInt64) throws -> Data {
    var parts = try ArchiveParts(data)
    parts.batches[0].count = count
    return parts.data
  }

  // MARK: Failures

  /// Each value of a field fails, and is left out.
  func testValuesThatFail() throws {
    let schemas: [(field: [UInt8], column: [UInt8])] = [
      (foreignCases(1), [0, 0]), (foreignCases(2000), [0, 0]), (Format.string, [0, 0, 0, 0]),
      (Format.record(["a": Format.signed, "b": Format.signed]), [0, 0, 0, 0]),
    ]
    for (field, column) in schemas {
      let data = ArchiveParts(elements: Format.record(["side": field]), count: 1, column).data
      XCTAssertEqual(try elements(of: LenientSide.self, in: data).map(\.side), [nil])
      XCTAssertEqual(
        try elements(of: LenientSide.self, in: repeated(data, 500)).map(\.side),
        [Side?](repeating: nil, count: 500))
      assertThrows(.limitExceeded) { try elements(of: LenientSide.self, in: repeated(data, 10_000)) }
    }
    // As the default limits are, which takes a while.
    if Thoroughness.isFull {
      let data = ArchiveParts(elements: Format.record(["side": foreignCases(1)]), count: 1, [0, 0]).data
      assertThrows(.limitExceeded) {
        try ColumnArchive.decode([LenientSide].self, from: repeated(data, 4_000_000))
      }
    }
    // How many cases there are that the type lacks does not count for each row.
    let few = ArchiveParts(elements: Format.record(["side": foreignCases(1)]), count: 100, [0, 0]).data
    let many = ArchiveParts(elements: Format.record(["side": foreignCases(2000)]), count: 100, [0, 0]).data
    let read = { (archive: ColumnArchive) in _ = try archive.elements(of: LenientSide.self) }
    XCTAssertLessThan(try charge(many, read), try charge(few, read) * 2)
  }

  // MARK: Here and there

  /// Elements that are far apart, and between them columns that no type has.
  func testElementsHereAndThere() throws {
    let (schema, columns) = foreignFields(1000, after: "flag", Format.bool)
    let flags = (0..<20_000).map { $0 % 20 == 0 }
    let data = ArchiveParts(elements: schema, count: 20_000, Format.bits(flags) + columns).data
    XCTAssertEqual(try archive(data).elements(of: Flagged.self).map(\.flag), flags)
    assertThrows(.limitExceeded) { try archive(data).elements(where: Flagged.path.flag) { $0 } }
    assertThrows(.limitExceeded) {
      try archive(data).elements(of: Flagged.self, at: Array(stride(from: 0, to: 20_000, by: 20)))
    }
    // Those beside each other are read together.
    XCTAssertEqual(
      try archive(data).elements(of: Flagged.self, at: Array(0..<1000)).map(\.flag),
      (0..<1000).map { $0 % 20 == 0 })
    XCTAssertEqual(
      try archive(data, limit: nil).elements(where: Flagged.path.flag) { $0 },
      [Flagged](repeating: .init(flag: true), count: 1000))
    // Cases that no type has, with and without values.
    let value: KeyValuePairs = ["x": Format.signed]
    let cases =
      [16] + Format.varint(1001) + Format.name("left") + [0]
      + (0..<1000).flatMap { Format.name("\($0)") + Format.record(value).dropFirst() }
    let sides = Format.integers([0, 1] as [UInt8]) + [1, 0, 0] + [UInt8](repeating: 0, count: 999)
    let both = Format.record(["flag": Format.bool, "side": cases])
    let two = ArchiveParts(elements: both, count: 2, Format.bits([true, false]) + sides).data
    XCTAssertEqual(try archive(two).elements(of: Sided.self, at: [0]), [Sided(flag: true, side: .left)])
    let constant = Format.bits(flags) + [0, 0] + [UInt8](repeating: 0, count: 1000)
    let sided = ArchiveParts(elements: both, count: 20_000, constant).data
    XCTAssertEqual(try archive(sided).elements(of: Sided.self).count, 20_000)
    // What values a few rows of them have is all that counts of these cases.
    XCTAssertEqual(try archive(sided).elements(where: Sided.path.flag) { $0 }.count, 1000)
  }

  /// Both halves of a call are paid of one budget.
  func testOneBudgetForFilteringAndReading() throws {
    let data = try ColumnArchive.encode((0..<1000).map { Flagged(flag: $0 < 500) })
    let filtering = try charge(data) { _ = try $0.positions(where: Flagged.path.flag) { $0 } }
    let reading = try charge(data) { _ = try $0.elements(of: Flagged.self, at: 0..<500) }
    XCTAssertEqual(
      try charge(data) { _ = try $0.elements(where: Flagged.path.flag) { $0 } }, filtering + reading)
  }

  // MARK: Batches

  /// A batch of one element, over and over.
  private func batches(_ count: Int, of elements: UInt64 = 1, _ schema: [UInt8], _ columns: [UInt8]) -> Data {
    var parts = ArchiveParts(elements: schema, count: 1, columns)
    parts.batches[0].count = elements
    parts.batches = Array(repeating: parts.batches[0], count: count)
    return parts.data
  }

  /// The limits count for all batches, not for each.
  func testBatches() throws {
    for count in [1, 100] {
      let data = batches(count, of: 10_000, Format.signed, [0, 0])
      var sum = 0
      let read = { try self.archive(data, limit: 500_000).forEachBatch(of: Int.self) { sum += $0.count } }
      if count == 1 {
        try read()
        XCTAssertEqual(sum, 10_000)
      } else {
        assertThrows(.limitExceeded, read)
        XCTAssertLessThan(sum, 70_000)
      }
    }
    // What is found out about the schema is for all batches.
    let (schema, columns) = foreignFields(500, after: "flag", Format.bool)
    let read = { (archive: ColumnArchive) in try archive.forEachBatch(of: Flagged.self) { _ in } }
    let (one, ten) = (batches(1, schema, [1] + columns), batches(10, schema, [1] + columns))
    XCTAssertEqual(Double(try charge(ten, read)) / Double(try charge(one, read)), 10, accuracy: 0.5)
  }

  func testCasesInEveryBatch() throws {
    let cases =
      [16] + Format.varint(2001) + Format.name("left") + [0]
      + (0..<2000).flatMap { Format.name("\($0)") + [0] }
    XCTAssertEqual(try elements(of: Side.self, in: batches(10, cases, [0, 0])).count, 10)
    let data = batches(500, cases, [0, 0])
    assertThrows(.limitExceeded) { try elements(of: Side.self, in: data) }
    assertThrows(.limitExceeded) { try archive(data).node() }
    XCTAssertEqual(try archive(data, limit: nil).elements(of: Side.self).count, 500)
    // With values, which are read by the type's own initialiser, some rows at a time.
    let shape =
      [16] + Format.varint(2001) + Format.name("circle") + [1] + Format.name("radius") + Format.double
      + (0..<2000).flatMap { Format.name("\($0)") + [0] }
    let circle = [0, 0, 1] + Format.doubles([1])
    XCTAssertEqual(
      try elements(of: Shape.self, in: batches(10, shape, circle)),
      .init(repeating: .circle(radius: 1), count: 10))
    assertThrows(.limitExceeded) { try elements(of: Shape.self, in: batches(500, shape, circle)) }
  }

  /// Associated values of cases that a plain enumeration has without them are passed over, so that rows of an older version
  /// behind them are read at the right place.
  func testPassedOverValuesStayInOrder() throws {
    let cases = Format.cases(["left": ["x": Format.signed], "right": [:]])
    let columns = Format.integers([0, 1, 0] as [UInt8]) + [2] + Format.integers([7, 9])
    let data = ArchiveParts(elements: cases, count: 3, columns).data
    XCTAssertEqual(try elements(of: Side.self, in: data), [.left, .right, .left])
    XCTAssertEqual(try archive(data).elements(of: Side.self, at: [2]), [.left])
  }

  // MARK: Strings

  /// A long string that the archive has once is hashed for every set that it is in.
  func testLongStringsInSets() throws {
    let text = String(repeating: "a", count: 10_000)
    func sets(_ schema: [UInt8], _ count: Int) -> Data {
      var parts = ArchiveParts(
        elements: Format.set(schema), count: 1,
        [0, 1] + Format.varint(count) + [1, 1] + Format.run([text]) + [0, 0])
      parts.batches[0].count = UInt64(count)
      return parts.data
    }
    XCTAssertEqual(
      try elements(of: Set<String>.self, in: sets(Format.string, 10)), .init(repeating: [text], count: 10))
    assertThrows(.limitExceeded) { try elements(of: Set<String>.self, in: sets(Format.string, 1000)) }
    // In an array nothing is hashed, nor is it among the values of a dictionary.
    XCTAssertEqual(try elements(of: [String].self, in: sets(Format.string, 1000)).count, 1000)
    let entry = Format.record(["key": Format.string, "value": Format.string])
    func dictionaries(_ key: [UInt8], _ value: [UInt8]) -> Data {
      var parts = ArchiveParts(
        elements: Format.dictionary(entry), count: 1, [0, 1] + Format.varint(1000) + key + value)
      parts.batches[0].count = 1000
      return parts.data
    }
    let (long, short) = ([1, 1] + Format.run([text]) + [0, 0], [1, 1] + Format.run(["b"]) + [0, 0])
    XCTAssertEqual(try elements(of: [String: String].self, in: dictionaries(short, long)).last, ["b": text])
    assertThrows(.limitExceeded) { try elements(of: [String: String].self, in: dictionaries(long, short)) }
  }

  // MARK: Instances

  private func table(fields: Int, in references: Int) -> Data {
    let record = PlistBuilder.Item.dictionary(
      [(.string("flag"), .bool(true))] + (0..<fields).map { (.string("\($0)"), .uid(0)) }
        + [(.string("$class"), .uid(4))])
    return TreeParts(
      values: .init(repeating: 3, count: references), objects: [record, .classRecord("Test_Any")]
    ).data()
  }

  private func table(flags: Int, in references: Int) -> Data {
    let list = PlistBuilder.Item.record(
      class: 2, ["NS.objects": .array(.init(repeating: .uid(6), count: flags))])
    return TreeParts(
      values: .init(repeating: 3, count: references),
      objects: [.record(class: 4, ["flags": .uid(5)]), .classRecord("Test_Any"), list, .bool(true)]
    ).data()
  }

  /// What is shared is read again for each reference to it.
  func testSharedValues() throws {
    XCTAssertEqual(
      try elements(of: Flags.self, in: table(flags: 1000, in: 10)),
      .init(repeating: Flags(flags: .init(repeating: true, count: 1000)), count: 10))
    assertThrows(.limitExceeded) { try elements(of: Flags.self, in: table(flags: 1000, in: 100)) }
    XCTAssertEqual(
      try archive(table(flags: 1000, in: 100), limit: nil).elements(of: Flags.self).count, 100)
  }

  // MARK: Nodes

  /// The time for ten times as many fields is not a hundred times as long: that of the processor, which other programs
  /// take no part of.
  func testManyFieldsAsNodes() throws {
    func time(_ fields: Int) throws -> Double {
      let data = table(fields: fields, in: 1)
      let start = processorTime()
      let node = try archive(data, limit: nil).node()
      XCTAssertEqual(node.elements?[0].fields?.names.count, fields + 1)
      return processorTime() - start
    }
    func least(_ fields: Int) throws -> Double { try (0..<3).map { _ in try time(fields) }.min()! }
    XCTAssertLessThan(try least(20_000), try least(2000) * 50)
  }

  /// 22 bytes that say two million records without fields: none of them takes a byte in the archive, and each takes some
  /// hundred as a node.
  func testRecordsWithoutBytes() throws {
    let data = ArchiveParts(elements: Format.record([:]), count: 2_000_000, []).data
    let archive = try ColumnArchive(data)
    XCTAssertEqual(archive.count, 2_000_000)
    assertThrows(.limitExceeded) { try archive.node() }
    let few = try ColumnArchive(ArchiveParts(elements: Format.record([:]), count: 100, []).data)
    XCTAssertEqual(try few.node().elements?.count, 100)
    let used = MemoryLayout<ArchiveNode.Fields>.stride * 100
    assertThrows(.limitExceeded) {
      try self.archive(ArchiveParts(elements: Format.record([:]), count: 100, []).data, limit: used).node()
    }
  }

  /// The limit that an error names is the one that counts.
  /// Objects are archives of their own, and all of them share one budget.
  func testEmbeddedObjects() throws {
    func tickets(_ count: Int) throws -> Int {
      let title = String(repeating: "title ", count: 5000)
      let data = try ColumnArchive.encode((0..<count).map { Ticket("\($0) \(title)") })
      return try charge(data) {
        let found = try $0.elements(of: Ticket.self)
        XCTAssertEqual(found.count, count)
      }
    }
    XCTAssertGreaterThan(try tickets(40), try 6 * tickets(4))
  }

  func testWords() throws {
    let data = try ColumnArchive.encode([Int](repeating: 0, count: 1000))
    let error = assertThrows(.limitExceeded) { try archive(data, limit: 100).elements(of: Int.self) }
    XCTAssertEqual(error?.expected, "decoded values of at most 100 bytes")
    let many = try ColumnArchive(repeated(data, 1 << 40))
    let other = assertThrows(.limitExceeded) { try many.elements(of: Int.self) }
    XCTAssertEqual(other?.expected, "decoded values of at most 67108864 bytes, and 100 times the archive")
  }
}

@Archivable(className: "Column_LenientSide")
private struct LenientSide {
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var side: Side?
}

@Archivable(className: "Test_Any")
private struct Flagged: Equatable { var flag: Bool }

@Archivable(className: "Test_Any")
private struct Flags: Equatable { var flags: [Bool] }

@Archivable(className: "Test_Any")
private struct Sided: Equatable {
  var flag: Bool
  var side: Side
}

@Archivable(className: "Test_Any")
private struct Numbered: Equatable { var number: Int }
