import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives

/// Floats, doubles and dates whose bits are close to each other.
final class BlockFloatTests: XCTestCase {
  private let counts = [128, 129, 256, 257, 1023, 1024, 1025, 2048, 4096, 4097]

  private func column(_ data: Data) throws -> [UInt8] { try ArchiveParts(data).batches[0].columns }

  /// Doubles come back bit by bit, in these bytes.
  private func check(
    _ doubles: [Double], _ message: String = "", file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let data = try ColumnArchive.encode(doubles, options: .init(batchSize: .max))
    XCTAssertEqual(
      try column(data), Format.blocks(doubles.map(\.bitPattern), size: 8), message, file: file, line: line)
    let back = try ColumnArchive.decode([Double].self, from: data)
    XCTAssertEqual(back.map(\.bitPattern), doubles.map(\.bitPattern), message, file: file, line: line)
    let dates = doubles.map { Date(timeIntervalSinceReferenceDate: $0) }
    let records = dates.map { Both(first: $0, second: true) }
    let read = try ColumnArchive.decode(
      [Both<Date, Bool>].self, from: ColumnArchive.encode(records, options: .init(batchSize: .max)))
    XCTAssertEqual(
      read.map(\.first.timeIntervalSinceReferenceDate.bitPattern), doubles.map(\.bitPattern), message,
      file: file, line: line)
  }

  func testTimes() throws {
    var random = SeededGenerator()
    for count in counts {
      try check(
        (0..<count).map { 800_000_000 + Double($0) / 10 + Double(random.below(1000)) / 100_000 },
        "\(count), seed \(random.seed)")
    }
    // About thirty bits each, and a head for a thousand.
    let times = (0..<100_000).map { 800_000_000 + Double($0) / 10 }
    XCTAssertLessThan(
      try ColumnArchive.encode(times, options: .init(batchSize: .max)).count, 100_000 * 31 / 8)
  }

  func testFloats() throws {
    for count in counts {
      let floats = (0..<count).map { 100 + Float($0 % 321) / 64 }
      let data = try ColumnArchive.encode(floats, options: .init(batchSize: .max))
      XCTAssertEqual(
        try column(data), Format.blocks(floats.map { UInt64($0.bitPattern) }, size: 4), "\(count)")
      XCTAssertEqual(try ColumnArchive.decode([Float].self, from: data), floats, "\(count)")
    }
  }

  /// Every width of blocks beside each other, the greatest and none at all too.
  func testWidths() throws {
    var doubles: [Double] = []
    for bits in 0...64 as ClosedRange<UInt64> {
      let mask = bits == 64 ? UInt64.max : (1 as UInt64) << bits - 1
      doubles += (0..<1024).map { Double(bitPattern: ($0 % 3 == 0 ? mask : UInt64($0) & mask)) }
    }
    try check(doubles)
    try check(Array(doubles.dropLast(1024) + doubles.suffix(500)))
  }

  /// Numbers that are no numbers, and what compares equal.
  func testBitsAreExact() throws {
    var special: [UInt64] = [
      Double.infinity.bitPattern, (-Double.infinity).bitPattern, Double.nan.bitPattern,
      Double.signalingNaN.bitPattern, 0x7FF0_0000_0000_0001, 0xFFFF_FFFF_FFFF_FFFF, 0, 1 << 63, 1,
    ]
    special += [Double.pi, 1, -1, 1e300, .leastNonzeroMagnitude].map(\.bitPattern)
    // One of them in each of some blocks, whose other numbers are alike.
    var doubles = (0..<(32 * 1024)).map { Double(bitPattern: 0x7FF8_0000_0000_0000 | UInt64($0 % 77)) }
    for (number, bits) in special.enumerated() where number < 3 {
      doubles[number * 1024 + number] = Double(bitPattern: bits)
    }
    try check(doubles)
    for bits in special {
      try check((0..<1025).map { Double(bitPattern: bits ^ UInt64($0 % 2)) }, "\(bits)")
    }
  }

  /// Few numbers, those that differ, and equal ones are stored as in version 1.
  func testOtherEncodingsStay() throws {
    var random = SeededGenerator()
    func first(_ doubles: [Double]) throws -> UInt8 {
      try column(ColumnArchive.encode(doubles, options: .init(batchSize: .max)))[0]
    }
    XCTAssertEqual(try first((0..<127).map { 1000 + Double($0) }), 1)
    XCTAssertEqual(try first((0..<128).map { 1000 + Double($0) }), 2)
    XCTAssertEqual(try first([Double](repeating: 5, count: 5000)), 0)
    XCTAssertEqual(try first((0..<5000).map { _ in Double(bitPattern: random.next()) }), 1)
    // The sample looks alike, but the rest does not.
    XCTAssertEqual(
      try first((0..<4096).map { $0 % 8 == 0 ? 1 : Double(bitPattern: random.next()) }), 1)
  }

  func testRanges() throws {
    var random = SeededGenerator()
    let times = (0..<5000).map { _ in 1e9 + Double(random.below(1 << 20)) }
    let archive = try ColumnArchive(try ColumnArchive.encode(times, options: .init(batchSize: .max)))
    for _ in 0..<50 {
      let first = random.below(times.count)
      let range = first..<(first + random.below(times.count - first) + 1)
      XCTAssertEqual(
        try archive.elements(of: Double.self, in: range), Array(times[range]),
        "\(range), seed \(random.seed)")
    }
  }

  func testHostileHeads() throws {
    let doubles = (0..<2500).map { 1e9 + Double($0) }
    let column = Format.blocks(doubles.map(\.bitPattern), size: 8)
    func check(_ column: [UInt8], _ code: ArchiveError.Code, line: UInt = #line) {
      let archive = ArchiveParts(elements: Format.double, count: 2500, column)
      assertThrows(code, line: line) { try ColumnArchive.decode([Double].self, from: archive.data) }
    }
    for block in 0..<3 {
      var changed = column
      changed[1 + block * 16 + 8] = 65
      check(changed, .malformed)
      for byte in 9..<16 {
        changed = column
        changed[1 + block * 16 + byte] ^= 0x80
        check(changed, .malformed)
      }
    }
    for count in stride(from: 0, to: column.count, by: 7) { check(Array(column.prefix(count)), .truncated) }
    check(column + [0], .malformed)
    // Floats have 32 bits.
    let floats = Format.blocks((0..<300).map { UInt64($0) }, size: 4)
    for width in [33, 64] as [UInt8] {
      var changed = floats
      changed[9] = width
      let archive = ArchiveParts(elements: Format.float, count: 300, changed)
      assertThrows(.malformed) { try ColumnArchive.decode([Float].self, from: archive.data) }
    }
    // A count without heads.
    for count in [1 << 20, 1 << 54, 1 << 55 - 1] {
      assertThrows(.truncated) {
        try unsafe column.withUnsafeBytes { bytes in
          var cursor = unsafe ByteCursor(bytes)
          return try BlockFloats.open(2, &cursor, ColumnHead(kind: .double, node: -1, count: count)).count
        }
      }
    }
  }
}
