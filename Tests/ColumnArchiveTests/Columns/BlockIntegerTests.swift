import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives

/// Integers in blocks: of distances with exceptions, and of deltas.
final class BlockIntegerTests: XCTestCase {
  /// The column has these bytes, and its values come back: all, a range, and each as a field.
  private func check<Number: FixedWidthInteger & ArchiveValue>(
    _ numbers: [Number], _ message: String = "", file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let column = try assertIntegerColumn(numbers, message, file: file, line: line)
    XCTAssert(column == Format.blockIntegers(numbers), message, file: file, line: line)
  }

  private let counts = Thoroughness.some(
    of: [1024, 1025, 1151, 1152, 1153, 2047, 2048, 2049, 4096, 4097], oneIn: 3)

  /// Numbers that grow: regularly, by random steps of each width, and down again.
  func testDeltas() throws {
    var random = SeededGenerator()
    for count in counts {
      try check((0..<count).map { $0 * 1_000_003 - 50_000 }, "\(count) regular")
      for bits in Thoroughness.some(
        of: [1, 3, 9, 16, 21, 22, 23, 24, 30, 33] as [UInt64], oneIn: 5, first: count)
      {
        var sum: Int64 = -1 << 40
        let numbers = (0..<count).map { _ in
          sum += Int64(random.next() & (1 << bits - 1))
          return sum
        }
        try check(numbers, "\(count), \(bits) bits, seed \(random.seed)")
        try check(Array(numbers.reversed()), "\(count), \(bits) bits downwards, seed \(random.seed)")
      }
    }
  }

  /// Most numbers are small, and some are not.
  func testExceptions() throws {
    var random = SeededGenerator()
    for count in counts {
      for (bits, rare) in Thoroughness.some(
        of: [(1, 90), (2, 70), (5, 64), (13, 80), (17, 40), (40, 60)] as [(UInt64, Int)], oneIn: 2,
        first: count)
      {
        let numbers = (0..<count).map { _ in
          random.below(rare) == 0 ? random.next() >> 1 : random.next() & (1 << bits - 1)
        }
        try check(numbers, "\(count), \(bits) bits, seed \(random.seed)")
      }
    }
    // One at each end of a block and of what is unpacked at once.
    for place in [0, 1, 127, 128, 1022, 1023] {
      var numbers = (0..<3000).map { $0 % 3 }
      for position in stride(from: place, to: 3000, by: 1024) { numbers[position] = .max }
      numbers[1500] = 100
      try check(numbers, "\(place)")
    }
  }

  /// Blocks far from each other, the least and the greatest of a type, and narrow types.
  func testBases() throws {
    var random = SeededGenerator()
    for _ in 0..<4 {
      let numbers = (0..<4500).map { ($0 / 1024) << 40 + random.below(1 << 20) }
      try check(numbers, "seed \(random.seed)")
    }
    let (lowest, highest) = ((0..<1024).map { Int.min + $0 * 900 }, (0..<1024).map { Int.max - $0 * 900 })
    try check(lowest + highest)
    let unsigned: [UInt64] = (0..<1024).map { .max - UInt64($0 * 901) }
    try check(unsigned + [0])
    try check((0..<2048).map { UInt16($0 * 31) })
    let narrow = (0..<4096).map { (number: Int) -> Int32 in
      Int32(number / 1024 * 500_000 + number * 77 % 100 - 1_000_000_000)
    }
    try check(narrow)
  }

  /// What saves less than a fifth, or has too few integers, is stored otherwise.
  func testOtherEncodingsStay() throws {
    var random = SeededGenerator()
    func first(_ numbers: [Int]) throws -> UInt8 {
      try ArchiveParts(ColumnArchive.encode(numbers, options: .init(batchSize: .max))).batches[0].columns[0]
    }
    XCTAssertEqual(try first((0..<1023).map { $0 * 1000 }), 20)
    XCTAssertEqual(try first((0..<1024).map { $0 * 1000 }), 65)
    XCTAssertEqual(try first((0..<5000).map { _ in random.below(1000) }), 10, "seed \(random.seed)")
    XCTAssertEqual(try first((0..<5000).map { _ in random.below(1 << 16) }), 16, "seed \(random.seed)")
    XCTAssertEqual(try first((0..<5000).map { $0 * 77 % 16 }), 4)
    // The sample is alike, but the rest is not.
    XCTAssertEqual(
      try first((0..<8192).map { $0 % 16 < 2 ? $0 : random.below(1 << 16) }), 16, "seed \(random.seed)")
  }

  /// Lists are read some at a time, beginning anywhere.
  func testLists() throws {
    var random = SeededGenerator()
    var sum = 0
    let lists = (0..<2000).map { _ in
      (0..<random.below(9)).map { _ in
        sum += random.below(500)
        return sum
      }
    }
    let data = try ColumnArchive.encode(lists, options: .init(batchSize: .max))
    XCTAssertEqual(try ColumnArchive.decode([[Int]].self, from: data), lists, "seed \(random.seed)")
    XCTAssertLessThan(data.count, 20_000)
  }

  func testHostileBlocks() throws {
    let numbers = (0..<2100).map { $0 * $0 }
    let column = Format.blockIntegers(numbers)
    func check(_ column: [UInt8], _ code: ArchiveError.Code, line: UInt = #line) {
      let archive = ArchiveParts(elements: Format.signed, count: 2100, column)
      let error = assertThrows(code, line: line) { try ColumnArchive.decode([Int].self, from: archive.data) }
      XCTAssertNotNil(error?.offset, line: line)
    }
    func changed(_ place: Int, _ byte: UInt8) -> [UInt8] {
      var changed = column
      changed[place] = byte
      return changed
    }
    for width in [0, 57, 63, 65, 255] as [UInt8] { check(changed(1, width), .malformed) }
    // The width of the first block.
    for width in [57, 63, 65, 127, 128 + 57, 255] as [UInt8] { check(changed(3, width), .malformed) }
    // More exceptions than numbers.
    let many = [65, 8, 0] + [0, 0] + Format.varint(1025)
    check(many + [UInt8](repeating: 0, count: 30_000), .malformed)
    for count in stride(from: 0, to: column.count, by: 13) { check(Array(column.prefix(count)), .truncated) }
    check(column + [0], .malformed)
    for count in [1 << 20, 1 << 40, 1 << 55 - 1] {
      assertThrows(.truncated) {
        try unsafe column.withUnsafeBytes { bytes in
          var cursor = unsafe ByteCursor(bytes)
          return try PackedIntegers(&cursor, count: count, isSigned: true).bits
        }
      }
    }
  }

  /// Each number is an exception at most once, and none is outside of its block.
  func testExceptionsThatDoNotAscend() throws {
    var numbers = (0..<1100).map { $0 % 3 }
    for position in [95, 97, 99, 1023, 1030] { numbers[position] = 1 << 40 + position }
    let column = Format.blockIntegers(numbers)
    func archive(_ column: [UInt8]) throws -> ColumnArchive {
      try ColumnArchive(ArchiveParts(elements: Format.signed, count: 1100, column).data)
    }
    XCTAssertEqual(try archive(column).elements(of: Int.self), numbers)
    let start = try XCTUnwrap(
      column.indices.first { column[$0...].starts(with: [95, 0, 95, 0, 0, 0, 0, 1]) })
    for (place, position) in [
      (0, 98), (1, 95), (1, 90), (1, 200), (2, 97), (2, 1024), (3, 1024), (3, 65_535), (3, 99),
    ] {
      var changed = column
      changed.replaceSubrange(
        start + 10 * place..<start + 10 * place + 2, with: Format.bytes(UInt64(position), 2))
      let archive = try archive(changed)
      assertThrows(.malformed) { try archive.elements(of: Int.self) }
      assertThrows(.malformed) { try archive.elements(of: Int.self, in: 95..<98) }
      assertThrows(.malformed) { try archive.verify() }
    }
  }

  /// A mapped file may change after it was checked: nothing outside of the column is read.
  func testBytesThatChangeAfterOpening() throws {
    var random = SeededGenerator()
    let numbers: [UInt64] = (0..<3000).map { $0 % 1000 == 5 ? 1 << 50 : UInt64($0 % 5) }
    var column = Format.blockIntegers(numbers)
    try column.withUnsafeMutableBytes { bytes in
      var cursor = ByteCursor(UnsafeRawBufferPointer(bytes))
      let opened = try PackedIntegers(&cursor, count: 3000, isSigned: false)
      for _ in 0..<Thoroughness.rounds(50, full: 3_000) {
        for _ in 0...random.below(3) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
        var found: [UInt64] = []
        opened.visit(from: 0, count: 3000) { found.append($1) }
        XCTAssertEqual(found.count, 3000)
      }
    }
  }

  /// Any bytes in blocks give some integers of the stated width, or an error.
  func testRandomBytes() throws {
    var random = SeededGenerator()
    for _ in 0..<Thoroughness.rounds(100, full: 300) {
      let count = 1 + random.below(1500)
      let (width, base) = (random.below(2) == 0 ? 64 : 1 + random.below(56), UInt8(random.below(128)))
      var column: [UInt8] = [65, UInt8(width), base]
      for block in 0..<(count + 1023) / 1024 {
        let part = min(1024, count - block * 1024)
        let isDelta = random.below(2) == 0
        let (bits, exceptions) = (random.below(57), isDelta ? 0 : random.below(min(part, 40)))
        column += [UInt8(bits) + (isDelta ? 128 : 0)] + Format.varint(random.next())
        column += Format.varint(isDelta ? random.next() : UInt64(exceptions))
        column += (0..<(part * bits + 7) / 8).map { _ in UInt8(random.below(256)) }
        let positions = (0..<part).shuffled(using: &random).prefix(exceptions).sorted()
        column += positions.flatMap { Format.bytes(UInt64($0), 2) + Format.bytes(random.next(), 8) }
      }
      let archive = ArchiveParts(elements: Format.unsigned, count: count, column)
      let numbers = try ColumnArchive.decode([UInt64].self, from: archive.data)
      XCTAssertEqual(numbers.count, count)
      XCTAssert(
        numbers.allSatisfy { width == 64 || $0 &- UInt64(base) < 1 << UInt64(width) }, "seed \(random.seed)")
    }
  }
}
