import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Values that may be missing, and those that may not any more.
final class OptionalChangeTests: XCTestCase {
  @_semantics("optimize.sil.specialize.generic.never")
  private func check<Value: ArchiveValue & Hashable>(
    _ value: Value, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try assertReads(value, as: value as Value?, file: file, line: line)
    try assertReads(value as Value?, as: value, file: file, line: line)
    try assertReads(value, as: .some(.some(value)) as Value??, file: file, line: line)
    try assertReads(.some(.some(value)) as Value??, as: value, file: file, line: line)
    try assertReads(nil as Value?, as: nil as Value??, file: file, line: line)
    try assertReads([value], as: [value] as [Value?], file: file, line: line)
    try assertReads([value] as [Value?], as: [value], file: file, line: line)
    try assertRefuses(
      [value, nil, value], as: Value.self, .typeMismatch, at: "[1]", saying: "a value", "nil", file: file,
      line: line)
    try assertRefuses(
      [[value, value], [], [value, nil]] as [[Value?]], as: [Value].self, .typeMismatch, at: "[2][1]",
      file: file,
      line: line)
    try assertRefuses(
      [Box(content: value as Value?), Box(content: nil)].map { [$0] }, as: [Box<Value>].self, .typeMismatch,
      at: "[1][0].content", file: file, line: line)
    let many = (0..<1500).map { $0 == 1100 ? nil : value }
    try assertRefuses(many, as: Value.self, .typeMismatch, at: "[1100]", file: file, line: line)
  }

  func testEveryKind() throws {
    try check(7)
    try check(true)
    try check(0.5)
    try check("text")
    try check([1, 2])
    try check(Set(["a"]))
    try check(["a": 1])
    try check(Date(timeIntervalSinceReferenceDate: 5))
    try check(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
    try check(Data([1]))
    try check(Point(x: 1, y: 2))
    try check(Vertex(x: 1, y: 2, z: 3))
    try check(Empty())
    try check(Direction.south)
    try check(Shape.circle(radius: 1))
    try check(Celsius(degrees: 1))
    try check(Kelvin(degrees: 1))
    try check("x" as Character)
  }

  /// The rows before the missing one are read, and freed.
  func testNoneAtAll() throws {
    try assertRefuses([nil, nil] as [String?], as: String.self, .typeMismatch, at: "[0]", saying: "nil")
    try assertRefuses([1, .some(nil)] as [Int??], as: Int.self, .typeMismatch, at: "[1]")
    try assertReads([Int?](), as: [Int]())
  }

  /// A field that was required, in records read by their initialiser.
  func testFields() throws {
    try assertReads(Strict(text: "a", count: 1), as: Loose(text: "a", count: 1, more: nil))
    try assertReads(Loose(text: "a", count: 1, more: 5), as: Strict(text: "a", count: 1))
    try assertRefuses(
      [Loose(text: "a", count: 1, more: 5), Loose(text: "b", count: nil, more: 5)], as: Strict.self,
      .typeMismatch,
      at: "[1].count", saying: "nil")
    try assertRefuses(
      [Loose(text: nil, count: 1, more: 5)], as: Strict.self, .typeMismatch, at: "[0].text", saying: "nil")
  }
}

@Archivable(className: "Column_Strict", formerly: ["Column_Loose"])
private struct Strict: Equatable {
  var text: String
  var count: Int
}

@Archivable(className: "Column_Loose", formerly: ["Column_Strict"])
private struct Loose: Equatable {
  var text: String?
  var count: Int?
  var more: Int?
}
