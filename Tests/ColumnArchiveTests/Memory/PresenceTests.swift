import Foundation
import StructCoding
import XCTest

@testable import ColumnArchives

/// Whether optionals are `nil`, as they themselves tell it.
final class PresenceTests: XCTestCase {
  private func check<Value>(_ values: [Value], file: StaticString = #filePath, line: UInt = #line) throws {
    let find = OptionalCodec.asking(Value.self)
    let optionals = values.flatMap { [Optional($0), nil] }
    var flags = [UInt8](repeating: 2, count: optionals.count)
    let count = optionals.withUnsafeBytes { optionals in
      Rows.with(
        optionals.baseAddress!, stride: MemoryLayout<Value?>.stride, count: flags.count
      ) { rows in flags.withUnsafeMutableBufferPointer { find(rows, $0.baseAddress!) } }
    }
    XCTAssertEqual(count, values.count, "\(Value.self)", file: file, line: line)
    XCTAssertEqual(flags, values.flatMap { _ in [1, 0] }, "\(Value.self)", file: file, line: line)
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
