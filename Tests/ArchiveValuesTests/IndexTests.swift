import ArchiveBytes
import ArchiveTestSupport
import ArchiveValues
import Foundation
import XCTest

final class IndexTests: XCTestCase {
  private func set(_ fields: [String: Tree]) -> Tree { .record("NSIndexSet", case: nil, fields) }

  private func set(ranges count: Int64, _ bytes: [UInt8]) -> Tree {
    set(["NSRangeCount": .int(count), "NSRangeData": .data(Data(bytes))])
  }

  func testIndexSets() throws {
    XCTAssertEqual(try assertRoundTrip(IndexSet()), set(["NSRangeCount": .int(0)]))
    XCTAssertEqual(
      try assertRoundTrip(IndexSet(integersIn: 3..<503)),
      set(["NSRangeCount": .int(1), "NSLocation": .int(3), "NSLength": .int(500)]))
    // What Apple's archiver writes, from NSIndexSet-ManyRanges.archive.
    var many = IndexSet(integersIn: 0..<50)
    many.insert(integersIn: 100..<150)
    many.insert(integersIn: 1000..<1050)
    many.insert(integersIn: (Int.max - 50)..<Int.max)
    let apple: [UInt8] = [
      0x00, 0x32, 0x64, 0x32, 0xe8, 0x07, 0x32, 0xcd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0x32,
    ]
    XCTAssertEqual(try assertRoundTrip(many), set(ranges: 4, apple))

    var generator = SeededGenerator()
    for _ in 0..<100 {
      var random = IndexSet()
      for _ in 0..<Int.random(in: 0...30, using: &generator) {
        let start = Int.random(in: 0...Int.random(in: 1...1_000_000, using: &generator), using: &generator)
        random.insert(integersIn: start..<(start + Int.random(in: 1...300, using: &generator)))
      }
      try assertRoundTrip(random)
    }
  }

  func testIndexSetsOfOthers() throws {
    XCTAssertEqual(
      try TreeDecoder.value(from: .record("NSMutableIndexSet", case: nil, ["NSRangeCount": .int(0)])),
      IndexSet())
    let empty = set(["NSRangeCount": .int(1), "NSLocation": .int(5), "NSLength": .int(0)])
    XCTAssertEqual(try TreeDecoder.value(from: empty), IndexSet())
    XCTAssertEqual(try TreeDecoder.value(from: set(ranges: 2, [1, 1, 2, 1])), IndexSet(integersIn: 1...2))
  }

  func testHostileIndexSets() {
    let hostile: [(String, Tree)] = [
      ("negative count", set(["NSRangeCount": .int(-1)])),
      ("huge count", set(ranges: .max, [1, 1])),
      ("count mismatch", set(ranges: 3, [1, 1, 3, 1])),
      ("odd", set(ranges: 2, [1, 1, 3])),
      ("truncated varint", set(ranges: 2, [1, 1, 3, 0x81])),
      ("descending", set(ranges: 2, [9, 1, 3, 1])),
      ("overlapping", set(ranges: 2, [1, 5, 3, 1])),
      ("empty range", set(ranges: 2, [1, 1, 3, 0])),
      ("overflow", set(ranges: 2, [1, 1] + [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f] + [1])),
      ("65 bits", set(ranges: 2, [1, 1, 3] + Array(repeating: 0xff, count: 9) + [2])),
      ("endless varint", set(ranges: 2, [1, 1, 3] + Array(repeating: 0x80, count: 30) + [0])),
      ("over Int.max", set(ranges: 2, [1, 1, 3] + Array(repeating: 0xff, count: 9) + [1])),
      ("negative location", set(["NSRangeCount": .int(1), "NSLocation": .int(-1), "NSLength": .int(5)])),
      ("negative length", set(["NSRangeCount": .int(1), "NSLocation": .int(5), "NSLength": .int(-5)])),
      ("past NSNotFound", set(["NSRangeCount": .int(1), "NSLocation": .int(.max), "NSLength": .int(1)])),
    ]
    for (name, tree) in hostile {
      XCTAssertThrowsError(try TreeDecoder.value(of: IndexSet.self, from: tree), name) {
        XCTAssertEqual(($0 as? ArchiveError)?.code, .invalidValue, name)
      }
    }
    assertThrows(IndexSet.self, from: set(["NSRangeCount": .int(2)]), .missingField, at: "NSRangeData")
  }

  func testIndexPaths() throws {
    func path(_ fields: [String: Tree]) -> Tree { .record("NSIndexPath", case: nil, fields) }
    XCTAssertEqual(try assertRoundTrip(IndexPath()), path(["NSIndexPathLength": .int(0)]))
    XCTAssertEqual(
      try assertRoundTrip(IndexPath(index: 52)),
      path(["NSIndexPathLength": .int(1), "NSIndexPathValue": .int(52)]))
    XCTAssertEqual(
      try assertRoundTrip([4, 8, 15, 16, 23, 42] as IndexPath),
      path(["NSIndexPathLength": .int(6), "NSIndexPathData": .data(Data([4, 8, 15, 16, 23, 42]))]))
    try assertRoundTrip([Int.max, 0, 1 << 40] as IndexPath)
    let short = path(["NSIndexPathLength": .int(3), "NSIndexPathData": .data(Data([1, 2]))])
    assertThrows(IndexPath.self, from: short, .invalidValue)
    assertThrows(IndexPath.self, from: path(["NSIndexPathLength": .int(-3)]), .invalidValue)
  }
}
