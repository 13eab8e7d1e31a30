import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Enumerations whose cases came, went, changed places, or got other values.
final class CaseChangeTests: XCTestCase {
  func testPlainCases() throws {
    try assertReads(Old.a, as: New.a)
    try assertReads(Old.b, as: New.b)
    try assertReads(New.b, as: Old.b)
    try assertReads([Old.b, .a, .b], as: [New.b, .a, .b])
    try assertRefuses(
      [New.a, .c, .b], as: Old.self, .invalidValue, at: "[1]", saying: "the case c", "newer version")
    try assertRefuses([Old.a, .b, .gone], as: New.self, .invalidValue, at: "[2]", saying: "the case gone")
    try assertRefuses(
      [[New.a], [.b, .c]].map { $0.map { Both(first: 1, second: $0 as New?) } }, as: [Both<Int, Old?>].self,
      .invalidValue, at: "[1][1].second")
    let many = (0..<1500).map { $0 == 1200 ? New.c : .a }
    try assertRefuses(many, as: Old.self, .invalidValue, at: "[1200]")
  }

  /// A case that the type lacks does no harm where no value has it.
  func testUnusedCases() throws {
    try assertReads([New.a, .b], as: [Old.a, .b])
    try assertReads([Drawn.line(from: 1, to: 2)], as: [Sketched.line(to: 2, from: 1, width: 1, dash: nil)])
  }

  func testAssociatedValues() throws {
    try assertReads(Drawn.line(from: 1, to: 2), as: Sketched.line(to: 2, from: 1, width: 1, dash: nil))
    try assertReads(Sketched.line(to: 2, from: 1, width: 7, dash: [1]), as: Drawn.line(from: 1, to: 2))
    try assertReads(Drawn.dot, as: Sketched.dot(at: 5))
    try assertReads(Sketched.dot(at: 7), as: Drawn.dot)
    let drawn = [Drawn.dot, .line(from: 1, to: 2), .dot, .line(from: 3, to: 4)]
    try assertReads(
      drawn,
      as: [
        Sketched.dot(at: 5), .line(to: 2, from: 1, width: 1, dash: nil), .dot(at: 5),
        .line(to: 4, from: 3, width: 1, dash: nil),
      ])
    try assertRefuses(
      [Drawn.dot, .text("x"), .dot], as: Sketched.self, .invalidValue, at: "[1]", saying: "the case text")
    try assertRefuses(
      [Drawn.dot, .line(from: 1, to: 2)], as: Strict.self, .missingField, at: "[1].color", saying: "color")
  }

  /// The values of a case are converted like fields, and their errors know the value, not its number in the case.
  func testErrorsInAssociatedValues() throws {
    let values = [Drawn.dot, .line(from: 1, to: 2), .dot, .dot, .line(from: 1, to: 2.5), .dot]
    try assertRefuses(values, as: Whole.self, .invalidValue, at: "[4].to", saying: "2.5")
    let many = (0..<1500).map {
      $0 == 1234 ? Drawn.line(from: 0.5, to: 1) : $0 % 2 == 0 ? .dot : .line(from: 1, to: 1)
    }
    try assertRefuses(many, as: Whole.self, .invalidValue, at: "[1234].from", saying: "0.5")
  }

  /// Cases without values are numbers of cases like those with, so that values may come and go everywhere.
  func testPlainAndNot() throws {
    try assertReads(Old.a, as: Rich.a(text: "none"))
    try assertReads(Rich.a(text: "x"), as: Old.a)
    try assertReads([Rich.b, .a(text: "x"), .b], as: [Old.b, .a, .b])
    try assertReads([Old.b, .a], as: [Rich.b, .a(text: "none")])
    try assertRefuses([Rich.b, .more([1])], as: Old.self, .invalidValue, at: "[1]", saying: "the case more")
    let many = (0..<1300).map { $0 % 3 == 0 ? Rich.b : .a(text: "\($0)") }
    XCTAssertEqual(
      try ColumnArchive.decode([[Old]].self, from: ColumnArchive.encode([many, many])).map {
        $0.map { $0 == .b }
      },
      [many, many].map { $0.map { $0 == .b } })
  }

  func testEnumerationsAreNothingElse() throws {
    try assertRefusesKind(Old.a, as: String.self, saying: "a string", "an enumeration")
    try assertRefusesKind(1, as: Old.self, saying: "an enumeration", "an integer")
    try assertRefusesKind(1, as: Drawn.self, saying: "an enumeration", "an integer")
    try assertRefusesKind(Point(x: 1, y: 1), as: Drawn.self, saying: "an enumeration", "a record")
  }
}

@Archivable(className: "Column_Old", formerly: ["Column_New", "Column_Rich"])
private enum Old: Equatable { case a, gone, b }
@Archivable(className: "Column_New", formerly: ["Column_Old"])
private enum New: Hashable { case c, b, a }
@Archivable(className: "Column_Rich", formerly: ["Column_Old"])
private enum Rich: Equatable {
  case more([Int])
  case b
  case a(text: String = "none")
}

@Archivable(
  className: "Column_Drawn", formerly: ["Column_Sketched"])
private enum Drawn: Equatable {
  case dot
  case line(from: Double, to: Double)
  case text(String)
}
@Archivable(className: "Column_Sketched", formerly: ["Column_Drawn"])
private enum Sketched: Equatable {
  case line(to: Double, from: Double, width: Int = 1, dash: [Double]?)
  case area
  case dot(at: Int = 5)
}
@Archivable(className: "Column_StrictDrawing", formerly: ["Column_Drawn"])
private enum Strict: Equatable {
  case dot
  case line(from: Double, color: Color)
}
@Archivable(className: "Column_WholeDrawing", formerly: ["Column_Drawn"])
private enum Whole: Equatable {
  case dot
  case line(from: Int, to: Int)
}
