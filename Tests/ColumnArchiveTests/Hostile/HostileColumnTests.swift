import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Columns that break a rule.
final class HostileColumnTests: XCTestCase {
  private func check<Value: ArchiveValue>(
    _ schema: [UInt8], count: Int, _ columns: [UInt8], as type: Value.Type, _ code: ArchiveError.Code,
    at path: String? = nil, saying words: String..., file: StaticString = #filePath, line: UInt = #line
  ) {
    let data = ArchiveParts(elements: schema, count: count, columns).data
    let error = assertThrows(code, at: path, file: file, line: line) {
      try ColumnArchive.decode([Value].self, from: data)
    }
    for word in words { XCTAssert("\(error!)".contains(word), "\(error!)", file: file, line: line) }
    // The same columns in an optional, which has no short way.
    let inner = ArchiveParts(
      value: Format.array(schema), Format.integers([UInt(count)]) + Format.varint(count) + columns)
    assertThrows(code, file: file, line: line) { try ColumnArchive.decode([Value]?.self, from: inner.data) }
  }

  func testIntegers() {
    check(Format.signed, count: 1, [77, 0], as: Int.self, .malformed, saying: "encoding of integers")
    check(Format.signed, count: 1, [255, 0], as: Int.self, .malformed)
    check(Format.signed, count: 1, [0], as: Int.self, .truncated)
    check(Format.signed, count: 3, [8, 0, 1, 2], as: Int.self, .truncated)
    check(Format.signed, count: 9, [1, 0, 1], as: Int.self, .truncated)
    check(Format.signed, count: 1, [0] + [UInt8](repeating: 0xFF, count: 10), as: Int.self, .malformed)
    check(Format.signed, count: 2, [8, 0, 1, 2, 3], as: Int.self, .malformed, saying: "end of the columns")
  }

  func testBitsAndNumbers() {
    check(Format.bool, count: 1, [3], as: Bool.self, .malformed, saying: "encoding of booleans")
    check(Format.bool, count: 9, [2, 0], as: Bool.self, .truncated)
    check(Format.double, count: 1, [77], as: Double.self, .malformed, saying: "encoding of numbers")
    check(Format.double, count: 2, [1] + Format.bytes(0, 15), as: Double.self, .truncated)
    check(Format.float, count: 2, [0] + Format.bytes(0, 3), as: Float.self, .truncated)
    check(Format.bytes(16), count: 2, Format.bytes(0, 31), as: UUID.self, .truncated)
    check(Format.bytes(15), count: 1, Format.bytes(0, 15), as: UUID.self, .typeMismatch, saying: "16 bytes")
    check(Format.bytes(17), count: 1, Format.bytes(0, 17), as: UUID.self, .typeMismatch)
    check(Format.optional(Format.bool), count: 1, [3], as: Bool?.self, .malformed)
  }

  func testRuns() {
    check(Format.string, count: 1, [4], as: String.self, .malformed, saying: "encoding of strings")
    // Lengths that are too few, too many, or pass every bound when they are added.
    let short = [0] + Format.integers([1, 1] as [UInt]) + [3, 0x61, 0x61, 0x61]
    check(Format.string, count: 2, short, as: String.self, .malformed, saying: "add up to 3")
    let long = [0] + Format.integers([2, 2] as [UInt]) + [3, 0x61, 0x61, 0x61]
    check(Format.string, count: 2, long, as: String.self, .malformed)
    for huge in [1 << 32, 1 << 62, 1 << 63, UInt.max - 1, .max] {
      for lengths in [[huge, huge], [huge, 3], [2, huge], [0 &- huge, huge], [huge, 0 &- huge, 3]] {
        let column = [0] + Format.integers(lengths) + [3, 0x61, 0x61, 0x61]
        check(Format.string, count: lengths.count, column, as: String.self, .malformed, saying: "add up")
        check(Format.data, count: lengths.count, column, as: Data.self, .malformed, saying: "add up")
      }
    }
    check(Format.string, count: 1, [0, 0, 3, 4, 0x61], as: String.self, .truncated)
    check(Format.string, count: 1, [0, 0, 3] + Format.varint(1 << 54), as: String.self, .truncated)
    check(
      Format.string, count: 1, [0, 0, 3] + Format.varint(UInt.max), as: String.self, .malformed,
      saying: "a count")
  }

  func testInvalidUTF8() {
    for bytes in [
      [0xFF], [0xC3], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80],
    ] as [[UInt8]] {
      for padding in [0, 1, 20] {
        let good = [UInt8](repeating: 0x61, count: padding)
        let run =
          Format.integers([UInt(padding), UInt(bytes.count), 1]) + Format.varint(padding + bytes.count + 1)
        let content = good + bytes + [0x62]
        check(
          Format.string, count: 3, [0] + run + content, as: String.self, .malformed, at: "[1]",
          saying: "UTF-8")
        // The one that is no string is the second of the dictionary, and first used by the fourth row.
        let numbers = Format.integers([0, 2, 0, 1, 1] as [UInt32])
        check(
          Format.string, count: 5, [1, 3] + run + content + numbers, as: String.self, .malformed, at: "[3]",
          saying: "UTF-8")
      }
    }
    // A character that is cut between two strings is none in either.
    let cut = [0] + Format.integers([2, 2] as [UInt]) + [4] + Array("aéb".utf8)
    check(Format.string, count: 2, cut, as: String.self, .malformed, at: "[0]", saying: "byte")
  }

  func testDictionaries() {
    let entries = [1, 2] + Format.run(["a", "b"])
    check(
      Format.string, count: 3, entries + Format.integers([0, 2, 1] as [UInt32]), as: String.self, .malformed,
      saying: "2 distinct")
    check(
      Format.string, count: 2, entries + [64, 0] + Format.bytes(0, 8) + Format.bytes(.max, 8),
      as: String.self, .malformed)
    check(Format.string, count: 1, entries + [0] + Format.varint(UInt64.max), as: String.self, .malformed)
    check(
      Format.string, count: 1, [1, 0] + [0, 0, 0] + [0, 0], as: String.self, .malformed, saying: "0 distinct"
    )
    check(Format.string, count: 1, [1] + Format.varint(UInt.max), as: String.self, .malformed)
    check(
      Format.string, count: 1, [1, 9] + Format.run(["a"]) + [0, 0], as: String.self, .malformed,
      saying: "add up to 1")
    // More entries than there is memory for, of no bytes each.
    let many = [1] + Format.varint(1 << 40) + [0, 0, 0] + [0, 0]
    check(Format.string, count: 1, many, as: String.self, .limitExceeded)
    check(Format.data, count: 1, many, as: Data.self, .malformed)
  }

  func testLists() {
    let ints = Format.array(Format.signed)
    for huge in [3, 1 << 32, 1 << 62, 1 << 63, UInt.max - 1, .max] {
      for lengths in [[huge, huge], [huge, 2], [1, huge], [0 &- huge, huge], [huge, 0 &- huge]] {
        let column = Format.integers(lengths) + [2] + Format.integers([5, 6])
        check(ints, count: 2, column, as: [Int].self, .malformed, saying: "add up to 2")
      }
    }
    check(
      ints, count: 2, Format.integers([0, 1] as [UInt]) + [2] + Format.integers([5, 6]), as: [Int].self,
      .malformed)
    check(ints, count: 2, Format.integers([0, 1] as [UInt]) + [0], as: [Int].self, .malformed)
    check(
      ints, count: 1, Format.integers([1] as [UInt]) + Format.varint(UInt.max), as: [Int].self, .malformed)
  }

  func testElementsAndKeysTwice() {
    let lengths = Format.integers([1, 2] as [UInt]) + [3]
    check(
      Format.set(Format.signed), count: 2, lengths + Format.integers([4, 5, 5]), as: Set<Int>.self,
      .invalidValue,
      at: "[1]", saying: "distinct")
    let entry = Format.record(["key": Format.string, "value": Format.signed])
    check(
      Format.dictionary(entry), count: 2,
      lengths + Format.strings(["a", "b", "b"]) + Format.integers([1, 2, 3]),
      as: [String: Int].self, .invalidValue, at: "[1]", saying: "a second b")
  }

  func testCases() {
    let plain = Format.cases(["north": [:], "east": [:], "south": [:], "west": [:]])
    check(
      plain, count: 3, Format.integers([0, 4, 1] as [UInt8]), as: Direction.self, .malformed, at: "[1]",
      saying: "4 cases")
    check(plain, count: 1, [0] + Format.varint(UInt64.max), as: Direction.self, .malformed, at: "[0]")
    check(Format.cases([:]), count: 1, [0, 0], as: Direction.self, .malformed, at: "[0]", saying: "0 cases")
    let shape = Format.cases([
      "empty": [:], "circle": ["radius": Format.double],
    ])
    let numbers = Format.integers([0, 1, 1] as [UInt8])
    check(shape, count: 3, numbers + [1] + Format.doubles([1]), as: Shape.self, .malformed)
    check(shape, count: 3, numbers + [0], as: Shape.self, .malformed)
    check(
      shape, count: 3, numbers + [4] + Format.doubles([1]), as: Shape.self, .malformed, saying: "at most 3")
    check(shape, count: 3, numbers + Format.varint(1 << 54) + Format.doubles([1]), as: Shape.self, .malformed)
    check(
      shape, count: 3, Format.integers([0, 2, 1] as [UInt8]) + [1] + Format.doubles([1]), as: Shape.self,
      .malformed, at: "[1]")
    check(shape, count: 1, [0] + Format.varint(UInt64.max) + [0], as: Shape.self, .malformed)
    // Nobody has these values, and nothing comes of them.
    let unused = ArchiveParts(
      elements: shape, count: 1, Format.integers([0] as [UInt8]) + [1] + Format.doubles([1]))
    XCTAssertEqual(try ColumnArchive.decode([Shape].self, from: unused.data), [.empty])
  }

  /// Bits behind the last one do not count.
  func testBitsBehindTheLast() throws {
    let archive = ArchiveParts(elements: Format.bool, count: 3, [2, 0b1111_1010]).data
    XCTAssertEqual(try ColumnArchive.decode([Bool].self, from: archive), [false, true, false])
    let optional = ArchiveParts(
      elements: Format.optional(Format.signed), count: 3, [2, 0b1111_1010] + Format.integers([7])
    ).data
    XCTAssertEqual(try ColumnArchive.decode([Int?].self, from: optional), [nil, 7, nil])
  }

  func testNoValuesInBits() throws {
    // Presence says that some are there, and no bit does.
    let none = ArchiveParts(elements: Format.optional(Format.signed), count: 3, [2, 0]).data
    XCTAssertEqual(try ColumnArchive.decode([Int?].self, from: none), [nil, nil, nil])
  }
}
