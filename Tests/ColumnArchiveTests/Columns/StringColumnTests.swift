import ArchiveTestSupport
import ColumnArchives
import Foundation
import StructCoding
import XCTest

/// Strings as they come, or by a dictionary of the different ones.
final class StringColumnTests: XCTestCase {
  /// The columns of an array of strings.
  private func columns(_ texts: [String]) throws -> [UInt8] {
    let data = try ColumnArchive.encode(texts, options: .init(batchSize: texts.count))
    XCTAssertEqual(try ColumnArchive.decode([String].self, from: data), texts)
    let parts = try ArchiveParts(data)
    XCTAssertEqual(parts.schema, Format.string)
    return parts.batches[0].columns
  }

  func testDifferentStringsArePlain() throws {
    for count in [1, 3, 8, 9, 100, 5000] {
      let texts = (0..<count).map { "its own \($0 &* 7919 % 10_007)" }
      XCTAssertEqual(try columns(texts), Format.strings(texts))
    }
  }

  func testRepeatedStringsAreNumbers() throws {
    for length in [1, 15, 16, 40] {
      for different in [1, 2, 7, 30] {
        let entries = (0..<different).map { number in
          String((0..<length).map { _ in Character(Unicode.Scalar(UInt8(65 + number))) })
        }
        let numbers = (0..<2000).map { UInt32($0 * 7 % different) }
        var order: [UInt32] = []
        for number in numbers where !order.contains(number) { order.append(number) }
        let texts = numbers.map { entries[Int($0)] }
        let expected = Format.dictionary(
          order.map { entries[Int($0)] }, numbers.map { UInt32(order.firstIndex(of: $0)!) })
        XCTAssertEqual(try columns(texts), expected, "\(different) of \(length) bytes")
      }
    }
  }

  /// Strings that differ from another one in a single byte, at each place. None shares memory with an equal one.
  func testSingleDifferencesInLongStrings() throws {
    for length in Array(14...67) + [80, 81, 95, 96, 97, 200] {
      let entries = (0...length).map { place -> [UInt8] in
        var bytes = (0..<length).map { UInt8(97 + $0 % 26) }
        if place < length { bytes[place] ^= 2 }
        return bytes
      }
      // Each one first in order, and then as often as chance has it.
      let count = entries.count
      var state = UInt64(length)
      let numbers = (0..<count * 40).map { row -> UInt32 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return row < count ? UInt32(row) : UInt32((state >> 33) % UInt64(count))
      }
      let texts = numbers.map { String(decoding: entries[Int($0)], as: UTF8.self) }
      let expected = Format.dictionary(entries.map { String(decoding: $0, as: UTF8.self) }, numbers)
      XCTAssertEqual(try columns(texts), expected, "\(length) bytes")
    }
  }

  /// The same bytes, wherever Swift keeps them: in the string, on the heap, in the program.
  func testStorageDoesNotCount() throws {
    func onTheHeap(_ text: String) -> String {
      var long = text + String(repeating: "x", count: 60)
      long.removeLast(60)
      return long
    }
    for text in [
      "short", "", "fifteen bytes..", "sixteen bytes...", "ünï", "a long text that is in the program",
    ] {
      let own = (0..<400).map { $0 % 3 == 0 ? "other" : text }
      let heap = own.map { onTheHeap($0) }
      let mixed = (0..<400).map { $0 % 2 == 0 ? own[$0] : heap[$0] }
      XCTAssertEqual(own, heap)
      XCTAssertEqual(try columns(heap), try columns(own), text)
      XCTAssertEqual(try columns(mixed), try columns(own), text)
      XCTAssertEqual(try columns(heap.map { String(Substring($0)) }), try columns(own), text)
    }
  }

  /// More different short strings than have a dictionary: on the heap they counted as long ones.
  func testStorageDoesNotCountInSamples() throws {
    func onTheHeap(_ text: String) -> String {
      var long = text + String(repeating: "x", count: 60)
      long.removeLast(60)
      return long
    }
    let own = (0..<4000).map { row -> String in
      let number = (row &* 2_654_435_761) >> 7 & 0xFFFF
      return "n\(row < 600 ? number % 200 : number % 300)"
    }
    let heap = own.map { onTheHeap($0) }
    let foundation = own.map { NSMutableString(string: $0) as String }
    let cut = own.map { String(("x" + $0 + "y").dropFirst().dropLast()) }
    let expected = try columns(own)
    XCTAssertEqual(expected, Format.strings(own))
    for texts in [heap, foundation, cut] { XCTAssertEqual(try columns(texts), expected) }
    XCTAssertEqual(try ColumnArchive.encode(heap), try ColumnArchive.encode(own))
  }

  /// A sample may show repetition where there is none: the strings are then stored as they are.
  func testSamplesThatLie() throws {
    for step in [2, 5, 10, 19, 39, 78, 156, 312] {
      let texts = (0..<20_000).map { $0 % step == 0 ? "the same" : "different: \($0)" }
      let expected = Double(texts.reduce(0) { $0 + $1.utf8.count })
      XCTAssertLessThan(Double(try columns(texts).count), expected * 1.2, "\(step)")
    }
  }

  /// Strings that were chosen to fall into one slot of a hash table: they take no longer than others.
  func testCollidingHashes() throws {
    // The hash of short strings, as it was when the test was written.
    // The strings are the seven digits of numbers.
    func hash(_ number: UInt64) -> UInt64 {
      var (first, rest, shift) = (0 as UInt64, number, 48 as UInt64)
      while rest > 0 {
        first |= (0x30 + rest % 10) << shift
        (rest, shift) = (rest / 10, shift &- 8)
      }
      let second: UInt64 = (0xE0 + 7) << 56
      let product = first &* 0x9E37_79B9_7F4A_7C15 &+ second &* 0xD6E8_FEB8_6659_FD93
      return product ^ product >> 32
    }
    var colliding: [String] = []
    var number: UInt64 = 1_000_000
    while colliding.count < 150 {
      if hash(number) & 0xFFF == 7 { colliding.append("\(number)") }
      number += 1
    }
    let texts = [[String]](repeating: colliding, count: 30).flatMap { $0 }
    XCTAssertGreaterThan(texts.count, 100 * 30)
    let work = WorkGuard()
    XCTAssertLessThanOrEqual(try columns(texts).count, Format.strings(texts).count)
    work.assertAtMost(archives: 50)
  }

  func testEmptyStringsOnly() throws {
    XCTAssertEqual(
      try columns([String](repeating: "", count: 500)), Format.strings([String](repeating: "", count: 500)))
  }

  func testInOptionalsAndLists() throws {
    let tags = (0..<3000).map { "tag number \($0 % 11)" }
    try assertColumns(tags.enumerated().map { $0 % 3 == 0 ? nil : $1 })
    try assertColumns(tags.map { [$0, "x", $0] })
    try assertColumns(tags.map { Both(first: $0, second: [$0: $0]) })
  }

  /// A dictionary is read in parts, from the middle, and by several columns.
  func testReadingDictionaries() throws {
    let expected = ["b", "a", "b", "", "é", "a"]
    let column = Format.dictionary(["a", "b", "é", "", "never used"], [1, 0, 1, 3, 2, 0])
    let archive = ArchiveParts(elements: Format.string, count: 6, column).data
    XCTAssertEqual(try ColumnArchive.decode([String].self, from: archive), expected)
    for first in 0..<6 {
      for last in first...6 {
        XCTAssertEqual(
          try ColumnArchive(archive).elements(of: String.self, in: first..<last),
          Array(expected[first..<last]))
      }
    }
    // Data has no dictionaries.
    let data = [1] + Format.varint(2) + Format.run(["ab", ""]) + Format.integers([1, 0, 0] as [UInt32])
    assertThrows(.malformed, saying: "an encoding of strings or data") {
      try ColumnArchive.decode([Data].self, from: ArchiveParts(elements: Format.data, count: 3, data).data)
    }
  }

  /// Many strings at every distance from the end of the archive, where no word may be loaded.
  func testEndsOfRuns() throws {
    for count in 0..<40 {
      let texts = [String(repeating: "y", count: count), "end", "", "x"]
      for texts in [texts, texts.reversed(), texts + ["é"], ["é"] + texts] {
        XCTAssertEqual(try decoded(texts), texts)
        XCTAssertEqual(try decoded(Both(first: texts, second: 1)).first, texts)
      }
    }
  }
}
