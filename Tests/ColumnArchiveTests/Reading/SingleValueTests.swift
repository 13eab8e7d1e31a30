import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

@testable import ColumnArchives

/// Single values with lists and optionals.
final class SingleValueTests: XCTestCase {
  private func check<Value: ArchiveValue & Equatable>(
    _ value: Value, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try assertColumns(value, file: file, line: line)
  }

  func testLists() throws {
    for count in [0, 1, 2, 3, 7, 8, 9, 100] {
      try check(One(list: (0..<count).map { $0 * 1000 }))
      try check(One(list: Array(repeating: -7, count: count)))
      try check(One(list: (0..<count).map { Int8(truncatingIfNeeded: $0) }))
      try check(One(list: (0..<count).map { UInt64.max >> 1 - UInt64($0) }))
      try check(One(list: (0..<count).map { Double($0) / 3 }))
      try check(One(list: (0..<count).map { _ in 0.5 as Float }))
      try check(One(list: (0..<count).map { $0 % 2 == 0 }))
      try check(One(list: (0..<count).map { "text \($0)\(String(repeating: "y", count: $0))" }))
      try check(One(list: (0..<count).map { Pair(number: $0, text: "t\($0)") }))
      try check(One(list: (0..<count).map { Raw(x: Float($0), y: 1) }))
      try check(One(list: (0..<count).map { Date(timeIntervalSinceReferenceDate: Double($0)) }))
    }
    try check(One(list: ["\u{FC}", "", "\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}"]))
  }

  func testOtherParts() throws {
    for kind in Kind.allCases {
      try check(One(list: kind))
      try check(Both(first: kind, second: Data(repeating: 7, count: 100)))
    }
    try check(Both(first: Data(), second: UUID()))
    try check(One(list: [UUID(), UUID(), UUID()]))
    try check(One(list: Set([1, 2])))
    try check(One(list: ["a": 1]))
    try check(Both(first: [1, 2], second: URL(fileURLWithPath: "/a")))
    try check(One(list: Array(repeating: "a text in a dictionary", count: 400)))
    try check(One(list: [Kind.first, .third]))
  }

  func testNestedOptionals() throws {
    try check(One(list: [1] as [Int]?))
    try check(One(list: nil as [Int]?))
    for value in [Int???.none, .some(nil), .some(.some(nil)), 5] { try check(One(list: value)) }
    try check(One(list: ["a long text that is not in place"] as [String]??))
    try check(One(list: [[1], []]))
    try check(One(list: [[1]]))
  }

  /// Types that contain themselves, to any depth.
  func testRecursiveTypes() throws {
    func chain(_ count: Int) -> Link { Link(name: "\(count)", links: count == 0 ? [] : [chain(count - 1)]) }
    for count in [0, 1, 5, 14] { try check(chain(count)) }
    for count in [17, 18, 40] { try check(chain(count)) }
    let data = try ColumnArchive.encode(chain(9))
    var limits = ArchiveLimits()
    limits.maximumDepth = 8
    XCTAssertThrowsError(try ColumnArchive.decode(Link.self, from: data, options: .init(limits: limits))) {
      XCTAssertEqual(($0 as? ArchiveError)?.code, .limitExceeded)
    }
  }

  /// Bytes that were changed give a value or an error, and leave nothing behind.
  func testChangedBytes() throws {
    var random = SeededGenerator("single values")
    let value = Mixed(
      pairs: [Pair(number: 1, text: "a text of some length, not in place"), Pair(number: 2, text: "b")],
      numbers: [1, 200, 70_000], maybe: .some(nil), texts: ["one", "two", "a third one that is long enough"])
    try check(value)
    let data = try ColumnArchive.encode(value)
    var (values, errors) = (0, 0)
    for _ in 0..<4000 {
      var changed = data
      for _ in 0...random.below(2) { changed[random.below(data.count)] = UInt8(random.below(256)) }
      do {
        let back = try ColumnArchive.decode(Mixed.self, from: changed, options: .unverified)
        // What is read is a value like any other.
        XCTAssertEqual(try ColumnArchive.decode(Mixed.self, from: ColumnArchive.encode(back)), back)
        values += 1
      } catch {
        XCTAssertTrue(error is ArchiveError, "\(error), seed \(random.seed)")
        errors += 1
      }
    }
    XCTAssertGreaterThan(values, 50)
    XCTAssertGreaterThan(errors, 500)
  }
}

@Archivable(className: "Column_SingleOne")
private struct One<Element: ArchiveValue & Hashable>: Hashable {
  var list: Element
}

@Archivable(className: "Column_SingleKind")
private enum Kind: CaseIterable { case first, second, third }

@Archivable(className: "Column_SinglePair")
private struct Pair: Hashable {
  var number: Int
  var text: String
}

@Archivable(className: "Column_SingleRaw")
private struct Raw: Hashable {
  var x: Float
  var y: Float
}

@Archivable(className: "Column_SingleLink")
private struct Link: Hashable {
  var name: String
  var links: [Link]
}

@Archivable(className: "Column_SingleMixed")
private struct Mixed: Hashable {
  var pairs: [Pair]
  var numbers: [Int]
  var maybe: Int??
  var texts: [String]
}
