import StructCoding
import XCTest

@testable import ArchiveTestSupport

final class KeyedNumberTests: XCTestCase {
  func testEveryWidthOfInteger() throws {
    for shift in 0..<64 {
      for difference in -1...1 {
        let value = Int64(truncatingIfNeeded: (1 as UInt64) << UInt64(shift)) &+ Int64(difference)
        try assertRoundTrip(value)
        try assertRoundTrip(0 &- value)
        try assertRoundTrip(UInt64(bitPattern: value))
      }
    }
  }

  func testExtremesInFields() throws {
    try assertRoundTrip(
      Numbers(
        int: .min, int8: .min, int16: .min, int32: .min, int64: .min, uint: .max, uint8: .max, uint16: .max,
        uint32: .max, uint64: .max, bool: true, float: .infinity, double: -.infinity,
        cgFloat: .leastNonzeroMagnitude))
    try assertRoundTrip(
      Numbers(
        int: .max, int8: .max, int16: .max, int32: .max, int64: .max, uint: 0, uint8: 0, uint16: 0, uint32: 0,
        uint64: 1 << 63, bool: false, float: -0.0, double: .leastNormalMagnitude, cgFloat: -0.0))
  }

  /// Every bit of a NaN stays, in a field, as an element, and as the root.
  func testBitsOfDoubles() throws {
    let patterns: [UInt64] = [
      0x7FF0_0000_0000_0001, 0x7FF8_0000_0000_0000, 0xFFF8_0000_DEAD_BEEF, 0x7FF4_0000_0000_0000,
      0xFFF0_0000_0000_0001,
      0x8000_0000_0000_0000, 0x7FF0_0000_0000_0000, 0x0000_0000_0000_0001,
    ]
    for pattern in patterns {
      let value = Double(bitPattern: pattern)
      try assertRoundTrip(value, xml: .lossy)
      XCTAssertEqual(try decoded(value).bitPattern, pattern)
      XCTAssertEqual(try decoded(Optional(value))?.bitPattern, pattern)
      XCTAssertEqual(try decoded([value, 1])[0].bitPattern, pattern)
      XCTAssertEqual(try decoded(["a": value])["a"]?.bitPattern, pattern)
      XCTAssertEqual(try decoded(Box(content: value)).content.bitPattern, pattern)
      XCTAssertEqual(
        try decoded(Date(timeIntervalSinceReferenceDate: value)).timeIntervalSinceReferenceDate.bitPattern,
        pattern)
    }
  }

  func testBitsOfFloats() throws {
    for pattern in [0x7F80_0001, 0x7FC0_0000, 0xFFC0_BEEF, 0x8000_0000, 0xFF80_0000, 1] as [UInt32] {
      let value = Float(bitPattern: pattern)
      try assertRoundTrip(value, xml: .lossy)
      XCTAssertEqual(try decoded(value).bitPattern, pattern)
      XCTAssertEqual(try decoded([value])[0].bitPattern, pattern)
      XCTAssertEqual(try decoded(Box(content: value)).content.bitPattern, pattern)
    }
  }

  func testNaNInXML() throws {
    let text = try KeyedArchive.encode(
      [Double.nan, .infinity, -.infinity], options: .init(outputFormat: .xml))
    let back = try KeyedArchive.decode([Double].self, from: text)
    XCTAssertTrue(back[0].isNaN)
    XCTAssertEqual(Array(back[1...]), [.infinity, -.infinity])
  }

  func testNumbersConvertWhereExact() throws {
    let three = try KeyedArchive.encode(3)
    XCTAssertEqual(try KeyedArchive.decode(Double.self, from: three), 3)
    XCTAssertEqual(try KeyedArchive.decode(Float.self, from: three), 3)
    XCTAssertEqual(try KeyedArchive.decode(UInt8.self, from: three), 3)
    XCTAssertEqual(try KeyedArchive.decode(Int.self, from: KeyedArchive.encode(3.0)), 3)
    XCTAssertEqual(try KeyedArchive.decode(Bool.self, from: KeyedArchive.encode(1)), true)
    XCTAssertEqual(try KeyedArchive.decode(Int.self, from: KeyedArchive.encode(true)), 1)
    XCTAssertEqual(try KeyedArchive.decode(Double.self, from: KeyedArchive.encode(Float(0.5))), 0.5)
    XCTAssertEqual(try KeyedArchive.decode(UInt64.self, from: KeyedArchive.encode(0x1p63)), 1 << 63)
  }

  func testNumbersDoNotConvertElsewhere() throws {
    func refuse<Stored: ArchiveValue, Read: ArchiveValue>(
      _ value: Stored, as type: Read.Type, _ code: ArchiveError.Code = .invalidValue, line: UInt = #line
    ) throws {
      let data = try KeyedArchive.encode(value)
      assertThrows(code, line: line) { try KeyedArchive.decode(type, from: data) }
    }
    try refuse(300, as: UInt8.self)
    try refuse(-1, as: UInt64.self)
    try refuse(UInt64.max, as: Int.self)
    try refuse(0.5, as: Int.self)
    try refuse(Double.nan, as: Int.self)
    try refuse(Double.infinity, as: UInt64.self)
    try refuse(0x1p63, as: Int.self)
    try refuse(0.1, as: Float.self)
    try refuse(Int.max, as: Double.self)
    try refuse(2, as: Bool.self)
    try refuse("1", as: Int.self, .typeMismatch)
    try refuse(1, as: String.self, .typeMismatch)
    try refuse(1, as: Date.self, .typeMismatch)
    try refuse([1], as: Int.self, .typeMismatch)
  }
}

/// The value after one archive.
func decoded<Value: ArchiveValue>(_ value: Value) throws -> Value {
  try KeyedArchive.decode(Value.self, from: KeyedArchive.encode(value))
}
