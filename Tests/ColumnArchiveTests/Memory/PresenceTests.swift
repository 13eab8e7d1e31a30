import Foundation
import StructCoding
import XCTest

@testable import ColumnArchives

/// Whether optionals are `nil`, as they themselves tell it.
final class PresenceTests: XCTestCase {
  private func check<Value>(_ values: [Value], file: StaticString = #filePath, line: UInt = #line) throws {
    let layout = OptionalLayout(Value.self)
    let optionals = values.flatMap { [Optional($0), nil] }
    let flags = optionals.withUnsafeBytes { optionals in
      Rows.with(
        optionals.baseAddress!, stride: MemoryLayout<Value?>.stride, count: values.count * 2, layout.presence)
    }
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

  /// Optionals are written from, and read into, their own memory: their content is at its start, and a byte behind it is 1
  /// for `nil` if the content has no bit pattern to spare. See the Swift ABI, "Type Layout, Single-Payload Enums".
  func testLayout() {
    func bytes<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
    func check<Value>(_ value: Value, hasTag: Bool, line: UInt = #line) {
      let content = bytes(value)
      XCTAssertEqual(bytes(Optional(value)), content + (hasTag ? [0] : []), line: line)
      let none = bytes(Value?.none)
      if hasTag {
        XCTAssertEqual(none.last, 1, line: line)
      } else {
        XCTAssertNotEqual(none, content, line: line)
      }
      XCTAssertEqual(MemoryLayout<Value?>.size, content.count + (hasTag ? 1 : 0), line: line)
    }
    XCTAssertEqual(bytes(Date(timeIntervalSinceReferenceDate: 0.1)), bytes(0.1), "a date is its seconds")
    check(-1 as Int8, hasTag: true)
    check(-1 as Int16, hasTag: true)
    check(7 as UInt32, hasTag: true)
    check(0, hasTag: true)
    check(0.5, hasTag: true)
    check(0.5 as Float, hasTag: true)
    check(UUID(), hasTag: true)
    check(Date(timeIntervalSinceReferenceDate: 1), hasTag: true)
    check(true, hasTag: false)
    check("short", hasTag: false)
    check("a text that is not stored in its words", hasTag: false)
    check([1, 2], hasTag: false)
    check(Whole(text: "a", list: [1], part: .text("b")), hasTag: false)
  }

  /// Many values, of which several parts are read, and errors in the midst of them.
  func testManyOptionals() throws {
    try assertColumns((0..<5000).map { $0 % 3 == 0 ? nil : "text number \($0 % 700) of these" })
    try assertColumns((0..<5000).map { $0 % 4 == 0 ? nil : Array(0..<$0 % 9) })
    try assertColumns((0..<5000).map { $0 % 5 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double($0)) })
    try assertColumns((0..<5000).map { $0 % 5 == 0 ? nil : UUID() })
    try assertColumns((0..<3000).map { row -> Int?? in row % 3 == 0 ? nil : row % 3 == 1 ? .some(nil) : row })
    let numbers = try ColumnArchive.encode((0..<3000).map { $0 % 2 == 0 ? nil : $0 })
    XCTAssertThrowsError(try ColumnArchive.decode([UInt8?].self, from: numbers)) {
      XCTAssertEqual(($0 as? ArchiveError)?.pathDescription, "[257]")
    }
    // A required value that became optional.
    let texts = ["a", "b", "a text of more than fifteen bytes"]
    XCTAssertEqual(try ColumnArchive.decode([String?].self, from: ColumnArchive.encode(texts)), texts)
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
