import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives

/// Floats, doubles and dates whose bits are close to each other.
final class BitFloatTests: XCTestCase {
  private let counts = [128, 129, 256, 257, 1023, 1024, 1025, 2048, 4096, 4097]

  private func column(_ data: Data) throws -> [UInt8] { try ArchiveParts(data).batches[0].columns }

  /// Doubles come back bit by bit, in these bytes.
  private func check(
    _ doubles: [Double], _ message: String = "", file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let (bits, column) = (
      doubles.map(\.bitPattern), try assertDoubleColumn(doubles, message, file: file, line: line)
    )
    // Whichever of the two is chosen, as with integers.
    let integers = [[2] + Format.integers(bits), [2] + Format.blockIntegers(bits)]
    XCTAssert(integers.contains(column), message, file: file, line: line)
  }

  /// Times whose fractions are not decimal.
  private func times(_ count: Int, _ random: inout SeededGenerator) -> [Double] {
    (0..<count).map { _ in 800_000_000 + Double(random.below(1 << 30)) / 0x1p22 }
  }

  func testTimes() throws {
    var random = SeededGenerator()
    for count in counts {
      try check(times(count, &random), "\(count), seed \(random.seed)")
      let sorted = times(count, &random).sorted()
      try check(sorted, "\(count) in order, seed \(random.seed)")
      if count < 2048 { continue }
      XCTAssertEqual(
        try column(ColumnArchive.encode(sorted, options: .init(batchSize: .max))).prefix(2), [2, 13])
    }
  }

  func testFloats() throws {
    var random = SeededGenerator()
    for count in counts {
      let floats = (0..<count).map { _ in 100 + Float(random.below(1 << 16)) / 0x1p17 }
      let data = try ColumnArchive.encode(floats, options: .init(batchSize: .max))
      XCTAssertEqual(try column(data)[0], 2, "\(count)")
      XCTAssertEqual(try ColumnArchive.decode([Float].self, from: data), floats, "\(count)")
    }
  }

  /// Numbers that are no numbers, and what compares equal.
  func testBitsAreExact() throws {
    let special: [UInt64] = [
      Double.infinity.bitPattern, (-Double.infinity).bitPattern, Double.nan.bitPattern,
      Double.signalingNaN.bitPattern, 0x7FF0_0000_0000_0001, 0xFFFF_FFFF_FFFF_FFFF, 0, 1 << 63, 1,
      Double.pi.bitPattern, (1e300).bitPattern, Double.leastNonzeroMagnitude.bitPattern,
    ]
    // One of them in each of some blocks, whose other numbers are alike.
    var doubles = (0..<(32 * 1024)).map { Double(bitPattern: 0x7FF8_0000_0000_0000 | UInt64($0 % 77)) }
    for (number, bits) in special.enumerated() { doubles[number * 1024 + number] = Double(bitPattern: bits) }
    try check(doubles)
    for bits in special where bits << 1 > 2 {
      try check((0..<1025).map { Double(bitPattern: bits ^ UInt64($0 * 7 % 31)) }, "\(bits)")
    }
  }

  /// Few numbers, those that differ, and equal ones are stored otherwise.
  func testOtherEncodingsStay() throws {
    var random = SeededGenerator()
    func first(_ doubles: [Double]) throws -> UInt8 {
      try column(ColumnArchive.encode(doubles, options: .init(batchSize: .max)))[0]
    }
    XCTAssertEqual(try first(times(127, &random)), 1)
    XCTAssertEqual(try first(times(128, &random)), 2)
    XCTAssertEqual(try first([Double](repeating: 5, count: 5000)), 0)
    XCTAssertEqual(try first((0..<5000).map { _ in Double(bitPattern: random.next()) }), 1)
    // The sample looks alike, but the rest does not.
    XCTAssertEqual(
      try first((0..<4096).map { $0 % 16 < 2 ? 1 / 3 : Double(bitPattern: random.next()) }), 1)
  }

  /// A column of integers in any encoding is read.
  func testOtherIntegers() throws {
    for numbers in [[5, 5, 5], [1, 2, 3], [.max, 0, 1]] as [[UInt64]] {
      let parts = ArchiveParts(elements: Format.double, count: 3, [2] + Format.integers(numbers))
      let back = try ColumnArchive.decode([Double].self, from: parts.data)
      XCTAssertEqual(back.map(\.bitPattern), numbers)
    }
    // Only the lowest bits of a float.
    let parts = ArchiveParts(
      elements: Format.float, count: 2, [2] + Format.integers([1 << 32 + 7, 7] as [UInt64]))
    XCTAssertEqual(try ColumnArchive.decode([Float].self, from: parts.data).map(\.bitPattern), [7, 7])
  }
}
