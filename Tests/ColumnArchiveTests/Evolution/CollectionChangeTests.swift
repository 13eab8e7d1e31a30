import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Arrays that became sets, dictionaries whose parts changed.
final class CollectionChangeTests: XCTestCase {
  func testArraysAndSets() throws {
    try assertReads([3, 1, 2], as: Set([1, 2, 3]))
    try assertReads([[Int](), [3, 1]], as: [Set(), Set([1, 3])])
    try assertReads([Set([1])], as: [[1]])
    let set = Set((0..<40).map { "\($0)" })
    let field = try ColumnArchive.encode(Box(content: set) as Box<Set<String>>?)
    XCTAssertEqual(try ColumnArchive.decode(Box<[String]>?.self, from: field).map { Set($0.content) }, set)
    // Archives of sets are those of one value, archives of arrays those of many.
    assertThrows(.typeMismatch) {
      try ColumnArchive.decode(Set<Int>.self, from: ColumnArchive.encode([1, 2]))
    }
  }

  func testElementsTwice() throws {
    try assertRefuses(
      [[1, 2], [3, 3]], as: Set<Int>.self, .invalidValue, at: "[1]", saying: "distinct elements")
    let field = try ColumnArchive.encode([[Box(content: ["a", "a"])]])
    assertThrows(.invalidValue, at: "[0][0].content") {
      try ColumnArchive.decode([[Box<Set<String>>]].self, from: field)
    }
  }

  func testElementsChange() throws {
    try assertReads([[Int8(1)], []], as: [[1.0], []])
    try assertReads([Set([Int8(1), 2])], as: [Set([1, 2])])
    try assertReads(["a": [Int8(1)]], as: ["a": [1 as Int?]])
    try assertReads([Int8(1): "x"], as: [1: "x"])
    try assertRefuses(
      [["a": 1], ["b": 300]], as: [String: Int8].self, .invalidValue, at: "[1][0].value", saying: "300")
    try assertRefuses(
      [[1: 1], [300: 1]], as: [Int8: Int].self, .invalidValue, at: "[1][0].key", saying: "300")
  }

  func testOtherCollections() throws {
    try assertRefusesKind(["a": 1], as: [String].self, saying: "an array", "a dictionary")
    try assertRefusesKind(["a"], as: [String: Int].self, saying: "a dictionary", "an array")
    try assertRefusesKind([1], as: Int.self, saying: "an integer", "an array")
    try assertRefusesKind([UInt8(1)], as: Data.self, saying: "data", "an array")
    try assertRefusesKind(Set([1]), as: [String].self, saying: "a string", "an integer")
  }

  func testTuples() throws {
    try assertReads(Two(pair: (1, "a")), as: TwoOptional(pair: (1.0, "a")))
    assertThrows(.missingField, at: "pair.2") {
      try ColumnArchive.decode(Three.self, from: ColumnArchive.encode(Two(pair: (1, "a"))))
    }
  }
}

@Archivable(className: "Column_Two", formerly: ["Column_Three"])
private struct Two { var pair: (Int, String) }
@Archivable(className: "Column_TwoOptional", formerly: ["Column_Two"])
private struct TwoOptional: Equatable {
  var pair: (Double, String?)
  static func == (left: Self, right: Self) -> Bool { left.pair == right.pair }
}
@Archivable(className: "Column_Three", formerly: ["Column_Two"])
private struct Three { var pair: (Int, String, Int) }
