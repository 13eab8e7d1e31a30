import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives

/// Floats that are decimals.
final class DecimalFloatTests: XCTestCase {
  private func column(_ data: Data) throws -> [UInt8] { try ArchiveParts(data).batches[0].columns }

  /// Doubles come back bit by bit, in this encoding.
  private func check(
    _ doubles: [Double], _ exponent: UInt8, _ message: String = "", file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    let column = try assertDoubleColumn(doubles, message, file: file, line: line)
    XCTAssertEqual(column.prefix(2), [3, exponent], message, file: file, line: line)
  }

  func testDecimals() throws {
    var random = SeededGenerator()
    for exponent in 0...10 as ClosedRange<UInt8> {
      for count in [128, 129, 1000, 1024, 5000] {
        // The last digit is not 0, so no smaller exponent will do.
        let power = (0..<exponent).reduce(1.0) { power, _ in power * 10 }
        let doubles = (0..<count).map { _ in
          Double((random.below(2_000_000) - 1_000_000) * 10 + 1 + random.below(9)) / power
        }
        try check(doubles, exponent, "\(count), seed \(random.seed)")
      }
    }
    try check((0..<4096).map { 700_000_000 + Double($0) / 1000 }, 3)
    XCTAssertLessThan(
      try ColumnArchive.encode((0..<100_000).map { 800_000_000 + Double($0) / 10 }).count, 10_000)
  }

  /// What is no decimal is kept as it is: every NaN, -0, infinities, the greatest and the least.
  func testExceptions() throws {
    let special: [Double] = [
      .nan, .signalingNaN, Double(bitPattern: 0x7FF0_0000_0000_0001), Double(bitPattern: .max), -0.0,
      .infinity,
      -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, .pi, 1e300, 0x1p51,
      -0x1p52, 0x1p53, -0x1p63, 1.0 / 3,
    ]
    for place in [0, 1, 127, 128, 500, 1999 - special.count] {
      var doubles: [Double] = (0..<2000).map { (number: Int) in Double(number % 77 * 10 + 1) / 100 }
      for (number, value) in special.enumerated() { doubles[place + number] = value }
      try check(doubles, 2, "\(place)")
    }
  }

  func testBytes() throws {
    var doubles = (0..<128).map { Double($0 * 4 + 1) / 4 }
    (doubles[1], doubles[100]) = (.pi, -0.0)
    var integers = (0..<128).map { ($0 * 4 + 1) * 25 }
    (integers[1], integers[100]) = (integers[0], integers[99])
    XCTAssertEqual(
      try column(ColumnArchive.encode(doubles)),
      Format.decimals(exponent: 2, [1: .pi, 100: -0.0], column: Format.integers(integers)))
  }

  func testFloats() throws {
    var random = SeededGenerator()
    for count in [128, 1024, 3000] {
      var floats = (0..<count).map { _ in Float(random.below(20_000) * 10 + 1) / 1000 }
      (floats[3], floats[count - 1]) = (.nan, -0.0)
      let data = try ColumnArchive.encode(floats, options: .init(batchSize: .max))
      XCTAssertEqual(try column(data).prefix(2), [3, 3], "seed \(random.seed)")
      let back = try ColumnArchive.decode([Float].self, from: data)
      XCTAssert(back.map(\.bitPattern) == floats.map(\.bitPattern), "seed \(random.seed)")
    }
  }

  func testOtherEncodingsStay() throws {
    var random = SeededGenerator()
    func first(_ doubles: [Double]) throws -> UInt8 {
      try column(ColumnArchive.encode(doubles, options: .init(batchSize: .max)))[0]
    }
    XCTAssertEqual(try first((0..<127).map { Double($0) }), 1)
    XCTAssertEqual(try first((0..<128).map { Double($0) }), 3)
    XCTAssertEqual(try first([Double](repeating: 0.5, count: 500)), 0)
    XCTAssertEqual(try first((0..<5000).map { _ in Double(bitPattern: random.next()) }), 1)
    // A tenth of them are exceptions, which the sample may see or not.
    let mixed: [Double] = (0..<5000).map { $0 % 10 == 0 ? Double.pi * Double($0) : Double($0) }
    XCTAssertNotEqual(try first(mixed), 3)
    // Decimals of many digits.
    func integers(_ bits: Int) -> [Double] {
      (0..<300).map { _ in Double(random.below(1 << bits)) - 1000 }
    }
    XCTAssertEqual(try first(integers(50)), 3, "seed \(random.seed)")
    XCTAssertEqual(try first(integers(47)), 3, "seed \(random.seed)")
    let floats: [Float] = (0..<5000).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }
    XCTAssertEqual(try column(ColumnArchive.encode(floats, options: .init(batchSize: .max)))[0], 1)
  }

  func testHostileColumns() throws {
    let integers = [UInt8](Format.integers((0..<200).map { $0 }))
    func check(
      _ exponent: UInt8, _ exceptions: KeyValuePairs<Int, Double>, _ code: ArchiveError.Code?,
      line: UInt = #line
    ) throws {
      let column = Format.decimals(exponent: exponent, exceptions, column: integers)
      func read(_ column: [UInt8]) throws -> [Double] {
        try ColumnArchive.decode(
          [Double].self, from: ArchiveParts(elements: Format.double, count: 200, column).data)
      }
      if let code {
        let error = assertThrows(code, line: line) { try read(column) }
        XCTAssertNotNil(error?.offset, line: line)
        return
      }
      var expected = (0..<200).map { Double($0) / 100 }
      for (place, value) in exceptions { expected[place] = value }
      XCTAssertEqual(try read(column), expected, line: line)
      for count in 0..<column.count {
        assertThrows(.truncated, line: line) { try read(Array(column.prefix(count))) }
      }
      assertThrows(.malformed, line: line) { try read(column + [0]) }
    }
    try check(2, [:], nil)
    try check(2, [0: 5, 3: 6, 199: 7], nil)
    try check(15, [:], .malformed)
    try check(255, [:], .malformed)
    try check(2, [200: 1], .malformed)
    try check(2, [5: 1, 5: 1], .malformed)
    try check(2, [6: 1, 5: 1], .malformed)
  }
}
