import Foundation
import StructCoding
import XCTest

@testable import ColumnArchives

/// Whether an optional is `nil`, as its type's own function tells it.
final class PresenceTests: XCTestCase {
  func testKnownHere() { XCTAssertTrue(KnownLayouts.found.presence) }

  private func check<Value>(_ values: [Value], file: StaticString = #filePath, line: UInt = #line) throws {
    let witness = try XCTUnwrap(PresenceWitness(Value.self), file: file, line: line)
    let optionals = values.map { Optional($0) } + [nil]
    optionals.withUnsafeBufferPointer { optionals in
      for index in optionals.indices {
        let isPresent = witness.isPresent(UnsafeRawPointer(optionals.baseAddress! + index))
        XCTAssertEqual(isPresent, index < values.count, "\(Value.self) \(index)", file: file, line: line)
      }
    }
  }

  func testAllKindsOfTypes() throws {
    try check([0, -1, 2])
    try check([Optional(1), nil])
    try check([Optional(Optional(true)), Optional(nil), nil])
    try check(["", "short", "a text that is not stored in its words"])
    try check([Data(), Data([1]), Data(repeating: 1, count: 100)])
    try check([UUID()])
    try check([URL(fileURLWithPath: "/a")])
    try check([[1: "a"], [:]])
    try check([(1, "a"), (2, "")])
    try check([NSObject()])
    try check([Part.none, .text("a"), .number(1)])
    try check([Whole(text: "", list: [], part: .none), Whole(text: "a", list: [1], part: .number(-1))])
    try check([Whole?.none, Whole(text: "", list: [], part: .text(""))])
  }

  func testRecords() throws {
    let values = (0..<700).map { row -> Whole? in
      row % 3 == 0 ? nil : Whole(text: "text \(row)", list: Array(0..<row % 4), part: .number(row))
    }
    try assertColumns(values)
    try assertColumns(values.map { Outer(whole: $0, nested: $0.map { Optional($0) }) })
  }
}

@Archivable(className: "Column_PresencePart")
private enum Part: Hashable {
  case none
  case text(String)
  case number(Int)
}

@Archivable(className: "Column_PresenceWhole")
private struct Whole: Hashable {
  var text: String
  var list: [Int]
  var part: Part
}

@Archivable(className: "Column_PresenceOuter")
private struct Outer: Hashable {
  var whole: Whole?
  var nested: Whole??
}
