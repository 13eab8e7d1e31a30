import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Some elements of an archive.
final class ElementTests: XCTestCase {
  private func check<Value: ArchiveValue & Equatable>(
    _ values: [Value], _ message: String = "", file: StaticString = #filePath, line: UInt = #line
  ) throws {
    for size in [1, 3, 7, 1000] {
      let archive = try ColumnArchive(ColumnArchive.encode(values, options: .init(batchSize: size)))
      let bounds = Set([0, 1, 2, 5, 6, 7, 8, 20, values.count / 2, values.count - 1, values.count]).filter {
        0...values.count ~= $0
      }
      for first in bounds {
        for last in bounds where last >= first {
          XCTAssertEqual(
            try archive.elements(of: Value.self, in: first..<last), Array(values[first..<last]),
            "\(first)..<\(last) in batches of \(size) \(message)", file: file, line: line)
        }
      }
    }
  }

  func testEveryKind() throws {
    var random = SeededGenerator()
    func check<Value: ArchiveValue & Equatable & Arbitrary>(_ type: Value.Type, line: UInt = #line) throws {
      try self.check(
        (0..<(Thoroughness.isFull ? 25 : 12)).map { _ in Value.arbitrary(&random) }, "seed \(random.seed)",
        line: line)
    }
    try check(Int.self)
    try check(Bool.self)
    try check(Double.self)
    try check(String.self)
    try check(Data.self)
    try check(Int?.self)
    try check([[String]].self)
    try check([Int: String].self)
    try check(Set<Point>.self)
    try check(Event.self)
    try check(Session?.self)
    try check(Triangle.self)
    try check(Direction.self)
    try check([Shape].self)
    try check(Shape?.self)
    try check(Expression.self)
    try check(Tree<[Bool?]>.self)
    try check(Person.self)
    try check(Remark.self)
    try check(Collections.self)
    try check(FoundationValues.self)
    try check(Empty.self)
    try check([Empty].self)
  }

  /// Strings that repeat, and many in one batch.
  func testStrings() throws {
    try check((0..<300).map { "tag \($0 % 4)" })
    try check((0..<300).map { "text number \($0) é" })
    try check((0..<300).map { $0 % 3 == 0 ? nil : ["\($0)", "\($0 % 2)"] })
  }

  /// Lists without elements have no column to be passed over, and are passed over all the same.
  func testEmptyLists() throws {
    try check([[[]], [[], []], [[]], []] as [[[String]]])
    try check([[[]], [[], [[]]], [[]], []] as [[[[Int]]]])
    try check([["a": []], ["b": [], "c": []], [:], ["d": []]] as [[String: [Int]]])
    try check([[nil], [nil, nil], [], [nil]] as [[[String]?]])
  }

  func testManyElements() throws {
    let values = (0..<10_000).map { Both(first: $0 % 11 == 0 ? nil : [$0, $0], second: "\($0)") }
    let archive = try ColumnArchive(ColumnArchive.encode(values, options: .init(batchSize: 4000)))
    XCTAssertEqual(archive.batchCount, 3)
    for range in [0..<10_000, 3999..<4001, 3900..<8100, 9999..<10_000, 4000..<8000, 5000..<5000] {
      XCTAssertEqual(
        try archive.elements(of: Both<[Int]?, String>.self, in: range), Array(values[range]), "\(range)")
    }
  }

  func testOfAnotherVersion() throws {
    let values = (0..<40).map { Point(x: $0, y: -$0) }
    let archive = try ColumnArchive(ColumnArchive.encode(values.map { [$0] }, options: .init(batchSize: 8)))
    let back = try archive.elements(of: [Flipped].self, in: 5..<20)
    XCTAssertEqual(back, (5..<20).map { [Flipped(y: Double(-$0), name: "?", x: Int8($0))] })
    let wide = try ColumnArchive(ColumnArchive.encode((0..<20).map { [Point(x: $0 * 20, y: 0)] }))
    assertThrows(.invalidValue, at: "[7][0].x", saying: "140") {
      try wide.elements(of: [Flipped].self, in: 5..<20)
    }
  }

  func testOfSomethingElse() throws {
    let one = try ColumnArchive(ColumnArchive.encode(5))
    assertThrows(.typeMismatch, saying: "a sequence", "one value") {
      try one.elements(of: Int.self, in: 0..<1)
    }
    let texts = try ColumnArchive(ColumnArchive.encode(["a", "b"]))
    assertThrows(.typeMismatch) { try texts.elements(of: Int.self, in: 0..<1) }
  }

  func testBatchByBatch() throws {
    let values = (0..<50).map { "\($0)" }
    let archive = try ColumnArchive(ColumnArchive.encode(values, options: .init(batchSize: 16)))
    var found: [[String]] = []
    try archive.forEachBatch(of: String.self) { found.append($0) }
    XCTAssertEqual(found.map(\.count), [16, 16, 16, 2])
    XCTAssertEqual(found.flatMap { $0 }, values)
    struct Enough: Error {}
    var count = 0
    XCTAssertThrowsError(
      try archive.forEachBatch(of: String.self) { _ in
        count += 1
        throw Enough()
      }
    ) { XCTAssert($0 is Enough) }
    XCTAssertEqual(count, 1)
  }

  /// What is not asked for is not looked at: a fault in one batch does not reach the others.
  func testOtherBatchesAreNotRead() throws {
    var parts = try ArchiveParts(
      ColumnArchive.encode((0..<30).map { "\($0 * 1000)" }, options: .init(batchSize: 10)))
    parts.batches[1].columns[0] = 0xFF
    let archive = try ColumnArchive(parts.data)
    XCTAssertEqual(try archive.elements(of: String.self, in: 0..<10).count, 10)
    XCTAssertEqual(try archive.elements(of: String.self, in: 20..<30).last, "29000")
    assertThrows(.malformed) { try archive.elements(of: String.self, in: 9..<11) }
  }
}

@Archivable(className: "Column_Flipped", formerly: ["Test_Point"])
private struct Flipped: Equatable {
  var y: Double
  var name = "?"
  var x: Int8
}
