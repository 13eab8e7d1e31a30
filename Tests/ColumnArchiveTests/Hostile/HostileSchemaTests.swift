import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Schemas that no type has.
final class HostileSchemaTests: XCTestCase {
  /// Whatever is asked of an archive with the schema, it throws, and soon.
  private func check(
    _ schema: [UInt8], _ code: ArchiveError.Code? = nil, columns: [UInt8] = [0, 0, 0, 0],
    at name: String = "x", limits: ArchiveLimits = ArchiveLimits(), saying words: String...,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    let work = WorkGuard()
    let elements = ArchiveParts(elements: schema, count: 1, columns).data
    let value = ArchiveParts(value: schema, columns).data
    func throwing<Result>(_ body: () throws -> Result) {
      do {
        let result = try body()
        XCTFail("no error but \(brief(result))", file: file, line: line)
      } catch let error as ArchiveError {
        if let code { XCTAssertEqual(error.code, code, "\(error)", file: file, line: line) }
        for word in words { XCTAssert("\(error)".contains(word), "\(error)", file: file, line: line) }
      } catch {
        XCTFail("\(error) escaped", file: file, line: line)
      }
    }
    let options = ColumnArchive.DecodingOptions(limits: limits)
    throwing { try ColumnArchive.decode([Point].self, from: elements, options: options) }
    throwing { try ColumnArchive.decode(Point.self, from: value, options: options) }
    throwing { try ColumnArchive(elements, options: options).elements(of: Point.self, in: 0..<1) }
    throwing { try ColumnArchive(elements, options: options).values(of: Int.self, at: name) }
    work.assertAtMost(file: file, line: line)
  }

  func testUnknownKinds() {
    for kind in [0, 20, 21, 127, 255] as [UInt8] { check([kind], .malformed, saying: "the kind of a column") }
    check(Format.array([20]), .malformed)
    check([], .truncated)
  }

  func testEndsAndLeftovers() {
    check(Format.signed + [0], .malformed, saying: "last node", "1 more")
    check([10], .truncated)
    check([14], .truncated)
    check([14, 1], .truncated)
    check([14, 1, 1], .truncated)
    check([14, 1, 1, 0x78], .truncated)
    check([16, 1, 1, 0x78], .truncated)
    check([9], .truncated)
    check([18], .truncated)
  }

  func testCounts() {
    for kind in [14, 15, 16] as [UInt8] {
      for count in [1 << 20, 1 << 54, 1 << 56, UInt64.max] { check([kind] + Format.varint(count)) }
    }
    check([14, 1] + Format.varint(UInt64.max) + Format.signed, .malformed)
    check([14, 1] + Format.varint(1 << 40) + Format.signed, .truncated)
    check([14] + [UInt8](repeating: 0xFF, count: 11), .malformed, saying: "64 bits")
    check([14] + [UInt8](repeating: 0x80, count: 9) + [2], .malformed, saying: "64 bits")
  }

  func testNames() {
    check([14, 1, 2, 0xC3, 0x28] + Format.signed, .malformed, saying: "UTF-8")
    check(Format.record(["x": Format.signed, "x": Format.signed]), .malformed, saying: "a name twice")
    check(Format.rawRecord(["x": Format.float, "x": Format.float]), .malformed, saying: "a name twice")
    check(Format.cases(["a": [:], "a": [:]]), .malformed, saying: "a name twice")
    check(Format.cases(["a": ["x": Format.bool, "x": Format.bool]]), .malformed, saying: "a name twice")
    // Canonically equal, and so the same name in Swift.
    check(
      Format.record(["\u{E9}": Format.signed, "e\u{301}": Format.signed]), .malformed, saying: "a name twice")
  }

  func testReferences() {
    check(Format.reference(0), .malformed, saying: "0 types", "number 0")
    check(Format.array(Format.reference(0)), .malformed)
    check(
      Format.record(["x": Format.reference(1), "y": Format.signed]), .malformed, saying: "1 types", "number 1"
    )
    check(Format.record(["x": Format.reference(UInt64.max)]), .malformed)
    check(Format.record(["x": Format.reference(1 << 50)]), .malformed)
    // Optionals and arrays are no types of their own.
    check(Format.record(["x": Format.optional(Format.signed), "y": Format.reference(1)]), .malformed)
  }

  func testDictionariesOfSomethingElse() {
    check(Format.dictionary(Format.signed), .malformed, saying: "keys and values")
    check(Format.dictionary(Format.record([:])), .malformed)
    check(Format.dictionary(Format.record(["key": Format.signed])), .malformed)
    check(Format.dictionary(Format.record(["value": Format.signed, "key": Format.signed])), .malformed)
    check(
      Format.dictionary(
        Format.record(["key": Format.signed, "value": Format.signed, "more": Format.signed])),
      .malformed)
    check(Format.dictionary(Format.array(Format.signed)), .malformed)
  }

  func testRawRecords() {
    check(Format.rawRecord([:]), .malformed, saying: "a raw record")
    for node in [
      Format.signed, Format.bool, Format.string, Format.data, Format.tree, Format.optional(Format.float),
      Format.array(Format.float), Format.record(["x": Format.float]), Format.cases(["a": [:]]),
    ] {
      check(Format.rawRecord(["x": node, "y": Format.float]), .malformed, saying: "fixed width")
    }
    check(Format.rawRecord(["x": Format.bytes(UInt64(1) << 40)]), .malformed, saying: "4 GB")
    check(
      Format.rawRecord(["x": Format.bytes(UInt64(1) << 54), "y": Format.bytes(UInt64(1) << 54)]), .malformed)
    check(Format.rawRecord(["x": Format.bytes(0), "y": Format.bytes(0)]), .malformed)
  }

  /// A raw record in itself has no width: what is read of it would be behind its end.
  func testRawRecordsInThemselves() {
    check(Format.rawRecord(["x": Format.reference(0)]), .malformed)
    check(Format.rawRecord(["x": Format.bytes(1 << 20), "y": Format.reference(0)]), .malformed)
    check(
      Format.rawRecord([
        "x": Format.double, "y": Format.rawRecord(["z": Format.double, "w": Format.reference(0)]),
      ]),
      .malformed)
    let schema = Format.rawRecord(["first": Format.bytes(1 << 20), "second": Format.reference(0)])
    let columns = [UInt8](repeating: 7, count: 1 << 20)
    assertThrows(.malformed) {
      try ColumnArchive.decode([Inside].self, from: ArchiveParts(elements: schema, count: 1, columns).data)
    }
    assertThrows(.malformed) {
      try ColumnArchive(ArchiveParts(elements: schema, count: 1, columns).data).values(
        of: UUID.self, at: "second.first")
    }
  }

  func testRecordsInThemselves() {
    check(Format.record(["x": Format.reference(0)]))
    check(Format.record(["x": Format.signed, "y": Format.record(["z": Format.reference(0)])]))
    check(Format.record(["x": Format.signed, "y": Format.reference(0)]))
    // By way of a list that closes the circle elsewhere.
    check(
      Format.record([
        "x": Format.array(Format.record(["z": Format.reference(0)])), "y": Format.reference(1),
      ]), columns: [UInt8](repeating: 0, count: 64))
    check(Format.cases(["a": ["x": Format.record(["y": Format.reference(1)])]]), columns: [0, 0, 1, 0, 0, 1])
  }

  /// Twice as many columns a level: more than there are atoms.
  func testRecordsThatDouble() {
    var schema: [UInt8] = [14, 2] + Format.name("x") + Format.signed + Format.name("y")
    let levels = 60
    // Record n, described in record n - 1, has n + 1 twice: described, and by reference.
    for level in 1...levels { schema += [14, 2] + Format.name("a") + (level == levels ? [14, 0] : []) }
    for level in stride(from: levels, through: 1, by: -1) {
      schema += Format.name("b") + Format.reference(level + 1)
    }
    let size = Thoroughness.isFull ? ArchiveLimits().maximumDecodedSize : 8 << 20
    check(schema, .limitExceeded, columns: [0, 0], limits: ArchiveLimits(maximumDecodedSize: size))
  }

  /// Each level in the one before, as deep as the file is long.
  func testDeepSchemas() {
    for kind in [10, 11, 12] as [UInt8] {
      check([UInt8](repeating: kind, count: 100_000) + Format.signed, .limitExceeded, saying: "512 levels")
      check([UInt8](repeating: kind, count: 400) + Format.signed, columns: [])
    }
    let record = [14, 1] + Format.name("x")
    check((0..<100_000).flatMap { _ in record } + Format.signed, .limitExceeded)
    let cases = [16, 1] + Format.name("a") + [1] + Format.name("x")
    check((0..<100_000).flatMap { _ in cases } + Format.signed, .limitExceeded)
    check((0..<300).flatMap { _ in record } + Format.signed)
    check((0..<300).flatMap { _ in cases } + Format.signed)
  }

  /// A chain of records by references, each in the next, longer than any stack.
  func testChainsOfReferences() {
    let count = Thoroughness.isFull ? 100_000 : 10_000
    var chain = [14] + Format.varint(count) + Format.name("0") + Format.record([:])
    for number in 1..<count {
      chain += Format.name("\(number)") + Format.record(["": Format.reference(number + 1)])
    }
    check(chain, .limitExceeded, at: "0")
    // The last of them first: those before it are in a list without elements.
    let schema =
      [14, 2] + Format.name("list") + Format.array(chain) + Format.name("x") + Format.reference(count)
    check(schema, .limitExceeded, columns: Format.integers([0] as [UInt]) + [0])
  }

  func testManyNames() {
    let count = Thoroughness.isFull ? 100_000 : 30_000
    let schema = [14] + Format.varint(count) + (0..<count).flatMap { Format.name("\($0)") + Format.signed }
    check(schema, columns: [])
  }
}

@Archivable(className: "Column_Inside")
private struct Inside {
  var first: UUID
  var second: Part
  @Archivable(className: "Column_Inside_Part")
  struct Part { var first: UUID }
}
