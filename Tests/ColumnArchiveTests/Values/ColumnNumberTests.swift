import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

final class ColumnNumberTests: XCTestCase {
  private func checkBounds<Number: FixedWidthInteger & ArchiveValue>(_ type: Number.Type) throws {
    for number in [Number.min, .max, 0, 1, Number.max - 1, Number.min + 1] {
      try assertColumns(number)
      try assertColumns([number])
      try assertColumns([number, number, number])
      try assertColumns(number as Number?)
      try assertColumns([nil, number])
      try assertColumns(Box(content: number))
    }
    try assertColumns([Number.min, .max])
    try assertColumns([Number.max, 0, .min])
    try assertColumns([nil, Number.min, nil, .max] as [Number?])
  }

  func testIntegers() throws {
    try checkBounds(Int.self)
    try checkBounds(Int8.self)
    try checkBounds(Int16.self)
    try checkBounds(Int32.self)
    try checkBounds(Int64.self)
    try checkBounds(UInt.self)
    try checkBounds(UInt8.self)
    try checkBounds(UInt16.self)
    try checkBounds(UInt32.self)
    try checkBounds(UInt64.self)
  }

  func testBooleans() throws {
    for value in [true, false] {
      try assertColumns(value)
      try assertColumns(value as Bool?)
      try assertColumns([value, nil, !value])
      try assertColumns(.some(value) as Bool???)
    }
    try assertColumns([nil, .some(nil), .some(true), .some(false)] as [Bool??])
  }

  func testFloatingPoint() throws {
    for number in [
      0, -0.0, 1, -1, 0.1, .pi, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude, .leastNormalMagnitude,
    ] as [Double] {
      try assertColumns(number)
      try assertColumns([number, 1])
      try assertColumns(CGFloat(number))
      try assertColumns(Float(number))
      try assertColumns([Float(number), nil])
      try assertColumns(Date(timeIntervalSinceReferenceDate: number))
      XCTAssertEqual(try decoded(number).bitPattern, number.bitPattern)
      XCTAssertEqual(try decoded([Float(number)])[0].bitPattern, Float(number).bitPattern)
    }
  }

  /// A NaN keeps its bits, alone and among others, signalling ones included.
  func testBitsOfNaN() throws {
    for bits: UInt64 in [0x7FF8_0000_0000_0000, 0xFFF8_0000_0000_1234, 0x7FF0_0000_0000_0001] {
      let number = Double(bitPattern: bits)
      XCTAssertEqual(try decoded(number).bitPattern, bits)
      XCTAssertEqual(try decoded([number, 1]).first?.bitPattern, bits)
      XCTAssertEqual(try decoded([nil, number])[1]?.bitPattern, bits)
      XCTAssertEqual(try decoded(Box(content: number)).content.bitPattern, bits)
      XCTAssertEqual(try decoded([number, number]).map(\.bitPattern), [bits, bits])
    }
    for bits: UInt32 in [0x7FC0_0000, 0xFFC0_1234, 0x7F80_0001] {
      let number = Float(bitPattern: bits)
      XCTAssertEqual(try decoded(number).bitPattern, bits)
      XCTAssertEqual(try decoded([number, 1]).first?.bitPattern, bits)
      XCTAssertEqual(try decoded(Vertex(x: number, y: 0, z: number)).z.bitPattern, bits)
    }
  }

  /// Zeros of either sign are two values.
  func testSignsOfZero() throws {
    let column = try decoded([0.0, -0.0, 0.0])
    XCTAssertEqual(column.map(\.sign), [.plus, .minus, .plus])
    XCTAssertEqual(try decoded([-0.0, -0.0]).map(\.sign), [.minus, .minus])
  }

  #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    func testHalves() throws {
      for number in [0, -0.0, 1, 65_504, -0.1, .infinity, .leastNonzeroMagnitude] as [Float16] {
        try assertColumns(number)
        try assertColumns([number, nil, 1])
      }
      XCTAssertTrue(try decoded(Float16.nan).isNaN)
      let tooPrecise = try ColumnArchive.encode([1, 0.1] as [Float])
      assertThrows(.invalidValue, at: "[1]", saying: "Float16") {
        try ColumnArchive.decode([Float16].self, from: tooPrecise)
      }
    }
  #endif

  func testAllTogether() throws {
    var random = SeededGenerator()
    for count in [1, 2, 3, 9, 40] {
      let values = (0..<count).map { _ in Numbers.arbitrary(&random) }
      try assertColumns(values, "seed \(random.seed)")
    }
  }
}
