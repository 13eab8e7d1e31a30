import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

@testable import ColumnArchives

/// Strings of a dictionary, of which many rows share one, are values of their own.
final class RepeatedValueTests: XCTestCase {
  func testStringsOfADictionary() throws {
    for different in [1, 2, 3, 40] {
      for length in [16, 24, 63, 64, 200] {
        let texts = (0..<(Thoroughness.isFull ? 2000 : 700)).map { row in
          String(("\(row % different) " + String(repeating: "y", count: length)).prefix(length))
        }
        let data = try ColumnArchive.encode(texts)
        for _ in 0..<2 {
          var back = try ColumnArchive.decode([String].self, from: data)
          // Each copy changes on its own.
          back[0] += "z"
          XCTAssertEqual(back.dropFirst(), texts.dropFirst())
          XCTAssertEqual(back[0], texts[0] + "z")
        }
        try assertColumns(texts)
      }
    }
  }

  /// Equal numbers are one number for all rows, in a dictionary of several.
  func testOneOfADictionary() throws {
    let texts = (0..<600).map { $0 < 300 ? "the first of two long texts" : "the second of two long texts" }
    let archive = try ColumnArchive(ColumnArchive.encode(texts, options: .init(batchSize: 600)))
    for range in [0..<600, 0..<300, 300..<600, 299..<301, 10..<20] {
      let back = try archive.elements(of: String.self, in: range)
      XCTAssertEqual(back, Array(texts[range]))
    }
  }

  /// Texts in lists are read in parts, of which each adds strings of its own.
  func testStringsInLists() throws {
    let lists = (0..<900).map { row in (0..<row % 7).map { "a text of more than 15 bytes: \(($0 + row) % 5)" }
    }
    let back = try decoded(lists)
    XCTAssertEqual(back, lists)
    try assertColumns(lists)
  }

  /// An error after strings were read destroys them.
  func testErrorsAfterStrings() throws {
    let rows = (0..<500).map { Row(text: "one of a few long texts: \($0 % 3)", number: $0, list: [$0 % 4]) }
    let data = try ColumnArchive.encode(rows)
    try assertColumns(rows)
    // The same columns, of which the last numbers do not fit the type that is read.
    for _ in 0..<3 {
      XCTAssertThrowsError(try ColumnArchive.decode([SmallRow].self, from: data))
      XCTAssertThrowsError(try ColumnArchive.decode([SmallLists].self, from: data))
    }
    XCTAssertEqual(try ColumnArchive.decode([Row].self, from: data), rows)
  }

  func testShortArrays() throws {
    func check<Element: ArchiveValue & Equatable>(_ lists: [[Element]]) throws {
      let back = try decoded(lists)
      XCTAssertEqual(back, lists)
      try assertColumns(lists)
    }
    let count = Thoroughness.isFull ? 6000 : 2000
    for different in Thoroughness.some(of: [1, 3, 500, 3000], oneIn: 2, first: 1) {
      try check(
        (0..<count * 3 / 2).map { row in (0..<row % 5).map { UInt8(truncatingIfNeeded: row % different + $0) }
        })
      try check((0..<count).map { [$0 % different] })
      try check((0..<count).map { [$0 % different, $0 % 3] })
      try check((0..<count).map { [Double($0 % different)] })
      try check((0..<count).map { [$0 % 2 == 0, $0 % different == 1] })
    }
  }

  /// Lists in lists are read in many small parts.
  func testShortArraysInLists() throws {
    let lists = (0..<800).map { row in (0..<row % 40).map { [UInt16($0 % 6), UInt16(row % 3)] } }
    let back = try decoded(lists)
    XCTAssertEqual(back, lists)
  }
}

@Archivable(className: "Column_SharedRow")
private struct Row: Hashable {
  var text: String
  var number: Int
  var list: [Int]
}

@Archivable(className: "Column_SharedRow")
private struct SmallRow: Hashable {
  var text: String
  var number: UInt8
}

@Archivable(className: "Column_SharedRow")
private struct SmallLists: Hashable {
  var text: String
  var list: [Bool]
}
