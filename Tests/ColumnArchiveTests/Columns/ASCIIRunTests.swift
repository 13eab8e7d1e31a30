import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives

/// Strings in seven bits a character.
final class ASCIIRunTests: XCTestCase {
  private func column(_ data: Data) throws -> [UInt8] { try ArchiveParts(data).batches[0].columns }

  private func check(
    _ texts: [String], _ message: String = "", file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let data = try ColumnArchive.encode(texts, options: .init(batchSize: .max))
    let column = try column(data)
    XCTAssertEqual(column.first, 2, message, file: file, line: line)
    let characters = texts.flatMap { Array($0.utf8) }
    let end = Format.varint(characters.count) + Format.sevenBits(characters)
    XCTAssertEqual(Array(column.suffix(end.count)), end, message, file: file, line: line)
    XCTAssertEqual(
      try ColumnArchive.decode([String].self, from: data), texts, message, file: file, line: line)
    let records = texts.map { Both(first: $0, second: $0.count) }
    XCTAssertEqual(
      try ColumnArchive.decode(
        [Both<String, Int>].self, from: ColumnArchive.encode(records, options: .init(batchSize: .max))),
      records,
      message, file: file, line: line)
  }

  func testCounts() throws {
    for count in [128, 129, 256, 257, 1023, 1024, 1025, 4096, 4097] {
      try check((0..<count).map { "\($0) of \(count)" }, "\(count)")
    }
  }

  func testLengths() throws {
    var random = SeededGenerator()
    for greatest in [9, 17, 70, 1000] {
      let texts = (0..<300).map { number in
        let bytes = (0..<random.below(greatest)).map { _ in UInt8(random.below(128)) }
        return String(decoding: bytes, as: UTF8.self) + "\(number)"
      }
      try check(texts, "seed \(random.seed)")
    }
    // A string that is longer than many others, and what ends in each place of a group.
    for length in 5000..<5128 {
      try check((0..<256).map { $0 == 100 ? String(repeating: "x", count: length) : "\($0 * 77)" })
    }
  }

  func testOtherEncodingsStay() throws {
    func first(_ texts: [String]) throws -> UInt8 {
      try column(ColumnArchive.encode(texts, options: .init(batchSize: .max)))[0]
    }
    let texts = (0..<128).map { "a longer text, \($0)" }
    XCTAssertEqual(try first(texts), 2)
    XCTAssertEqual(try first(Array(texts.dropLast())), 0)
    XCTAssertEqual(try first(texts.dropLast() + ["é"]), 0)
    XCTAssertEqual(try first((0..<256).map { "\($0)" }), 0)
    XCTAssertEqual(try first((0..<2560).map { "text \($0 % 4)" }), 1)
  }

  func testRanges() throws {
    var random = SeededGenerator()
    let texts = (0..<3000).map { "text \($0) \(random.next())" }
    let archive = try ColumnArchive(try ColumnArchive.encode(texts, options: .init(batchSize: .max)))
    for _ in 0..<50 {
      let first = random.below(texts.count)
      let range = first..<(first + random.below(texts.count - first) + 1)
      XCTAssertEqual(
        try archive.elements(of: String.self, in: range), Array(texts[range]),
        "\(range), seed \(random.seed)")
    }
  }

  /// Lengths must add up, and data is not packed.
  func testReaders() throws {
    let characters = Array("abcdefghijklm".utf8)
    let tail = Format.varint(13) + Format.sevenBits(characters)
    func archive(_ lengths: [UInt], _ kind: [UInt8]) -> Data {
      ArchiveParts(elements: kind, count: lengths.count, [2] + Format.integers(lengths) + tail).data
    }
    XCTAssertEqual(
      try ColumnArchive.decode([String].self, from: archive([3, 0, 10], Format.string)),
      ["abc", "", "defghijklm"])
    assertThrows(.malformed, saying: "an encoding of strings or data") {
      try ColumnArchive.decode([Data].self, from: archive([13, 0], Format.data))
    }
    for lengths in [[3, 9], [3, 11], [UInt.max, 14], [14, 0]] as [[UInt]] {
      assertThrows(.malformed, saying: "lengths that add up to 13") {
        try ColumnArchive.decode([String].self, from: archive(lengths, Format.string))
      }
    }
    // The highest bits of what is not packed do not matter.
    let high = [2] + Format.integers([3] as [UInt]) + Format.varint(3) + [0xE1, 0x62, 0xFF]
    XCTAssertEqual(
      try ColumnArchive.decode(
        [String].self, from: ArchiveParts(elements: Format.string, count: 1, high).data), ["ab\u{7F}"])
    // The count of characters is as great as a count can be.
    let great = [2] + Format.integers([1, 2] as [UInt]) + Format.varint(UInt64(1 << 55 - 1)) + [0, 0]
    assertThrows(.truncated) {
      try ColumnArchive.decode(
        [String].self, from: ArchiveParts(elements: Format.string, count: 2, great).data)
    }
  }
}
