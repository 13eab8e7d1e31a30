import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Values that take no bytes: a short archive can have more of them than there is memory, or time.
final class ZeroByteTests: XCTestCase {
  /// Every way to read the archive ends soon with an error.
  private func check<Value: ArchiveValue>(
    _ schema: [UInt8], _ columns: [UInt8], as type: Value.Type, count: UInt64 = 1 << 50,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    let work = WorkGuard()
    var parts = ArchiveParts(elements: schema, count: 1, columns)
    parts.batches[0].count = count
    let data = parts.data
    XCTAssertLessThan(data.count, 200, file: file, line: line)
    assertThrows(.limitExceeded, saying: "maximumDecodedSize", file: file, line: line) {
      try ColumnArchive.decode([Value].self, from: data)
    }
    guard let archive = try? ColumnArchive(data) else { return XCTFail("not opened", file: file, line: line) }
    assertThrows(.limitExceeded, file: file, line: line) {
      try archive.elements(of: type, in: 0..<archive.count)
    }
    // The last one: those before it take no memory, but each a step.
    assertDecodesOrThrows("the last", file: file, line: line) {
      try archive.elements(of: type, in: (archive.count - 1)..<archive.count)
    }
    assertThrows(.limitExceeded, file: file, line: line) { try archive.values(of: type, at: "") }
    assertThrows(.limitExceeded, file: file, line: line) { try archive.forEachBatch(of: type) { _ in } }
    // In a list, in an optional, in a field.
    let inner = Format.integers([UInt(count)]) + Format.varint(count) + columns
    let list = ArchiveParts(value: Format.record(["content": Format.array(schema)]), inner).data
    assertThrows(.limitExceeded, file: file, line: line) {
      try ColumnArchive.decode(BoxOf<[Value]>.self, from: list)
    }
    let lists = ArchiveParts(
      elements: Format.array(schema), count: 2,
      Format.integers([UInt(count), 0])
        + inner.dropFirst(inner.count - columns.count - Format.varint(count).count)
    ).data
    assertThrows(.limitExceeded, file: file, line: line) {
      try ColumnArchive.decode([[Value]].self, from: lists)
    }
    assertDecodesOrThrows("skipped", file: file, line: line) {
      try ColumnArchive(lists).elements(of: [Value].self, in: 1..<2)
    }
    work.assertAtMost(file: file, line: line)
  }

  private let constant: [UInt8] = [0, 0]

  func testEveryKind() {
    check(Format.signed, constant, as: Int.self)
    check(Format.unsigned, constant, as: UInt8.self)
    check(Format.bool, [1], as: Bool.self)
    check(Format.double, [0] + Format.bytes(0, 8), as: Double.self)
    check(Format.date, [0] + Format.bytes(0, 8), as: Date.self)
    check(Format.optional(Format.signed), [0], as: Int?.self)
    check(Format.optional(Format.signed), [1] + constant, as: Int?.self)
    check(Format.record([:]), [], as: Empty.self)
    check(Format.record(["x": Format.signed, "y": Format.signed]), constant + constant, as: Point.self)
    check(Format.cases(["one": [:]]), constant, as: Only.self)
    check(Format.cases(["left": [:], "right": [:]]), constant, as: Side.self)
    check(Format.bytes(0), [], as: UUID.self)
  }

  func testRunsAndLists() {
    check(Format.string, [0] + constant + [0], as: String.self)
    check(Format.string, [1, 1] + Format.run(["a"]) + constant, as: String.self)
    check(Format.data, [0] + constant + [0], as: Data.self)
    check(Format.array(Format.signed), constant + [0], as: [Int].self)
    check(Format.set(Format.signed), constant + [0], as: Set<Int>.self)
    let entry = Format.record(["key": Format.signed, "value": Format.signed])
    check(Format.dictionary(entry), constant + [0], as: [Int: Int].self)
    check(Format.array(Format.array(Format.string)), constant + [0], as: [[String]].self)
  }

  func testManyLists() {
    // Each of the lists has as many elements again.
    let lists = [0] + Format.varint(1 << 20) + Format.varint(1 << 40)
    check(Format.array(Format.signed), lists + constant, as: [Int].self, count: 1 << 20)
    check(Format.array(Format.record([:])), lists, as: [Empty].self, count: 1 << 20)
    check(Format.array(Format.array(Format.signed)), lists + constant + [0], as: [[Int]].self, count: 1 << 20)
    check(Format.array(Format.string), lists + [0] + constant + [0], as: [String].self, count: 1 << 20)
  }

  /// Associated values that an enumeration without any passes over.
  func testCasesThatArePassedOver() {
    for inner in [Format.array(Format.signed), Format.string, Format.optional(Format.string)] {
      let schema = Format.cases(["left": [:], "right": ["lists": inner]])
      for count in [2, 1 << 30, 1 << 54] {
        let columns = Format.integers([0, 0] as [UInt8]) + Format.varint(count) + [0, 0, 0, 0]
        let data = ArchiveParts(elements: schema, count: 2, columns).data
        let work = WorkGuard()
        assertDecodesOrThrows("\(count)") { try ColumnArchive.decode([Side].self, from: data) }
        work.assertAtMost(archives: 250)
      }
    }
  }

  /// Optionals behind each other, which a path makes one: of structs and fields that take no bytes.
  func testPathsThroughOptionals() throws {
    let spot = Format.record([
      "lat": Format.double, "height": Format.optional(Format.float), "label": Format.optional(Format.signed),
    ])
    let region = Format.record(["center": Format.optional(spot), "size": Format.optional(Format.signed)])
    let schema = Format.record(["region": Format.optional(region)])
    // All are there, and equal.
    let zero = Format.bytes(0, 8)
    let full: [UInt8] = [1, 1, 0] + zero + [1, 0] + Format.bytes(0, 4) + [1, 0, 0] + [1, 0, 0]
    // There is no height at all.
    let empty: [UInt8] = [1, 1, 0] + zero + [0] + [0] + [0]
    for columns in [full, empty] {
      for count in [1 << 28, 1 << 36, 1 << 50, 1 << 54] as [UInt64] {
        var parts = ArchiveParts(elements: schema, count: 1, columns)
        let one = try ColumnArchive(parts.data).values(at: Journey.path.region.center.height)
        XCTAssertEqual(one, columns == full ? [0] : [nil])
        parts.batches[0].count = count
        let archive = try ColumnArchive(parts.data)
        assertThrows(.limitExceeded) { try archive.values(at: Journey.path.region.center.height) }
        assertThrows(.limitExceeded) { try archive.values(at: Journey.path.region.size) }
        assertThrows(.limitExceeded) { try archive.positions(where: Journey.path.region.size) { $0 == 1 } }
        assertThrows(.limitExceeded) { try archive.values(of: Float.self, at: "region.center.height") + [0] }
      }
    }
  }

  /// What a caller allows is allowed, and no more: in every kind of value.
  func testSmallLimits() throws {
    var random = SeededGenerator()
    let options = ColumnArchive.DecodingOptions(limits: ArchiveLimits(maximumDecodedSize: 1 << 16))
    func check<Value: ArchiveValue & Equatable & Arbitrary>(
      _ type: Value.Type, _ count: Int, line: UInt = #line
    ) throws {
      let few = try ColumnArchive.encode([Value.arbitrary(&random)])
      XCTAssertNoThrow(try ColumnArchive.decode([Value].self, from: few, options: options), line: line)
      let value = Value.arbitrary(&random)
      let many = try ColumnArchive.encode([Value](repeating: value, count: count))
      XCTAssertNoThrow(try ColumnArchive.decode([Value].self, from: many), line: line)
      assertThrows(.limitExceeded, saying: "65536", line: line) {
        try ColumnArchive.decode([Value].self, from: many, options: options)
      }
      let field = try ColumnArchive.encode(Box(content: [Value](repeating: value, count: count)))
      assertThrows(.limitExceeded, line: line) {
        try ColumnArchive.decode(Box<[Value]>.self, from: field, options: options)
      }
    }
    try check(Int.self, 9000)
    try check(Bool.self, 70_000)
    try check(String.self, 5000)
    try check(UInt8?.self, 40_000)
    try check([Int].self, 9000)
    try check(Empty.self, 70_000)
    try check(Direction.self, 70_000)
    try check(Point.self, 5000)
    try check(Session.self, 2000)
    try check(Celsius.self, 9000)
  }
}

/// A field, under the name of no type.
private struct BoxOf<Content: ArchiveValue>: ArchiveStruct {
  var content: Content
  static var archiveFields: ArchiveFields<BoxOf> {
    .shared("") { fields in
      fields.field("content", \.content)
    }
  }
  func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(content, at: 0) }
  init(fields decoder: inout some FieldDecoder) throws { content = try decoder.decode(at: 0) }
}
