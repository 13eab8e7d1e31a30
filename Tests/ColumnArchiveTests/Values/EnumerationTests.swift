import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

final class EnumerationTests: XCTestCase {
  private func checkAll<Value: CaseIterable & ArchiveValue & Hashable>(_ type: Value.Type) throws {
    let cases = Array(Value.allCases)
    try assertColumns(cases)
    try assertColumns(cases + cases.reversed())
    try assertColumns(Set(cases))
    try assertColumns(Dictionary(uniqueKeysWithValues: zip(cases, cases.indices)))
    for value in cases.prefix(3) + cases.suffix(1) {
      try assertColumns(value)
      try assertColumns([nil, value])
      try assertColumns(Box(content: value))
    }
  }

  func testPlain() throws {
    try checkAll(Only.self)
    try checkAll(Side.self)
    try checkAll(Direction.self)
    try checkAll(TwoHundred.self)
    try checkAll(MoreThanAByte.self)
  }

  func testRawValues() throws {
    try checkAll(Priority.self)
    try checkAll(Suit.self)
    try assertColumns(
      Modes(one: Mode(rawValue: 7), maybe: nil, many: [Mode(rawValue: 1), Mode(rawValue: 2)]))
    var random = SeededGenerator()
    try assertColumns((0..<30).map { _ in Modes.arbitrary(&random) }, "seed \(random.seed)")
  }

  func testUnknownRawValues() throws {
    let numbers = try ColumnArchive.encode([0, 1000, 7, -1])
    assertThrows(.invalidValue, at: "[2]", saying: "Priority", "7", "newer version") {
      try ColumnArchive.decode([Priority].self, from: numbers)
    }
    let texts = try ColumnArchive.encode([["clubs", "hearts"]])
    assertThrows(.invalidValue, at: "[0][1]", saying: "Suit", "hearts") {
      try ColumnArchive.decode([[Suit]].self, from: texts)
    }
  }

  private let shapes: [Shape] = [
    .empty, .circle(radius: 2), .polygon([], closed: false), .polygon([Point(x: 1, y: 2)]),
    .label("a", at: nil),
    .label("b", at: Point(x: 0, y: 0)),
  ]

  func testAssociatedValues() throws {
    for shape in shapes {
      try assertColumns(shape)
      try assertColumns([nil, shape])
      try assertColumns([shape, shape])
    }
    try assertColumns(shapes)
    try assertColumns(Set(shapes))
    try assertColumns(Dictionary(uniqueKeysWithValues: zip(shapes, Direction.allCases + Direction.allCases)))
    // More than is read at a time.
    try assertColumns((0..<1700).map { shapes[$0 * 7 % 6] })
  }

  func testRecursive() throws {
    try assertColumns(Expression.sum(.number(1), .negated(.sum(.number(2), .number(3)))))
    try assertColumns([Expression.negated(.negated(.number(0))), .number(1)])
    try assertColumns(Chain.link(1, next: .link(2, next: .link(3, next: nil))))
    try assertColumns([Chain.link(1, next: nil), .link(2, next: .link(3, next: nil))])
  }

  func testGeneric() throws {
    try assertColumns(Tree<String>.leaf)
    try assertColumns(Tree.node(.node(.leaf, "a", .leaf), "b", .leaf))
    try assertColumns([Tree.node(.leaf, Tree.node(.leaf, 1, .leaf), .leaf), .leaf])
    // Other arguments make another type, under another name.
    let numbers = try ColumnArchive.encode(Tree.node(.leaf, 1, .leaf))
    assertThrows(.classMismatch, saying: "Tree_Int_Coding", "Tree_String_Coding") {
      try ColumnArchive.decode(Tree<String>.self, from: numbers)
    }
  }

  func testAllTogether() throws {
    var random = SeededGenerator()
    for count in [1, 3, 20, 90] {
      let seed = "seed \(random.seed)"
      try assertColumns((0..<count).map { _ in Shape.arbitrary(&random) }, seed)
      try assertColumns((0..<count).map { _ in Expression.arbitrary(&random) }, seed)
      try assertColumns((0..<count).map { _ in Tree<[Int?]>.arbitrary(&random) }, seed)
      try assertColumns((0..<count).map { _ in Chain.arbitrary(&random) }, seed)
    }
  }
}
