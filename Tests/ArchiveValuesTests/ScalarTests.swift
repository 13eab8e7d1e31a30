import ArchiveBytes
import ArchiveTestSupport
import ArchiveValues
import Foundation
import XCTest

final class ScalarTests: XCTestCase {
  private func check<Number: FixedWidthInteger & ArchiveValue>(
    _ type: Number.Type, using generator: inout SeededGenerator
  ) throws {
    for value in [Number.min, .max, 0, 1] { try assertRoundTrip(value) }
    for _ in 0..<50 { try assertRoundTrip(Number.random(in: .min ... .max, using: &generator)) }
    try assertRoundTrip((0..<20).map { _ in Number.random(in: .min ... .max, using: &generator) })
  }

  func testIntegers() throws {
    var generator = SeededGenerator()
    try check(Int.self, using: &generator)
    try check(Int8.self, using: &generator)
    try check(Int16.self, using: &generator)
    try check(Int32.self, using: &generator)
    try check(Int64.self, using: &generator)
    try check(UInt.self, using: &generator)
    try check(UInt8.self, using: &generator)
    try check(UInt16.self, using: &generator)
    try check(UInt32.self, using: &generator)
    try check(UInt64.self, using: &generator)
  }

  func testIntegersOutOfRange() {
    assertThrows(Int8.self, from: .int(300), .invalidValue, saying: "a number that fits Int8, found 300")
    assertThrows(Int8.self, from: .int(-129), .invalidValue)
    assertThrows(UInt8.self, from: .int(-1), .invalidValue)
    assertThrows(UInt8.self, from: .int(256), .invalidValue)
    assertThrows(UInt32.self, from: .int(1 << 32), .invalidValue)
    assertThrows([Int16].self, from: .list(.array, [.int(1), .int(40_000)]), .invalidValue, at: "[1]")
    assertThrows(Int.self, from: .string("1"), .typeMismatch)
  }

  func testBytesAreData() throws {
    XCTAssertEqual(try assertRoundTrip([1, 2, 255] as [UInt8]), .data(Data([1, 2, 255])))
    XCTAssertEqual(try assertRoundTrip([] as [UInt8]), .data(Data()))
    XCTAssertEqual(try TreeEncoder.tree(of: ArraySlice<UInt8>([7])), .data(Data([7])))
  }

  func testFloatingPointToTheBit() throws {
    var generator = SeededGenerator()
    let doubles: [Double] = [
      0, -0.0, 1, .infinity, -.infinity, .nan, -Double.nan, .signalingNaN,
      Double(nan: 0x1234, signaling: false),
      Double(nan: 0x77, signaling: true), .greatestFiniteMagnitude, .leastNonzeroMagnitude, .pi, 1e23,
      0.1 + 0.2,
    ]
    for value in doubles { try assertRoundTrip(value, "\(value)") }
    for _ in 0..<200 { try assertRoundTrip(Double(bitPattern: generator.next())) }
    let floats: [Float] = [0, -0.0, .nan, .infinity, Float(nan: 5, signaling: false), .leastNonzeroMagnitude]
    for value in floats { try assertRoundTrip(value) }
    for value in [CGFloat(0.1), -0.0, .infinity] { try assertRoundTrip(value) }
    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
      for bits in UInt16.min ... .max {
        let value = Float16(bitPattern: bits)
        if value.isSignalingNaN { continue }
        let back: Float16 = try TreeDecoder.value(from: TreeEncoder.tree(of: value))
        XCTAssertEqual(back.bitPattern, bits)
      }
      assertThrows(Float16.self, from: .float(1e6), .invalidValue)
      assertThrows(Float16.self, from: .float(0.1), .invalidValue)
    #endif
  }

  func testStrings() throws {
    for value in ["", "a", "é", "e\u{301}", "👩‍👩‍👧", "\0", "\r\n", String(repeating: "x", count: 5000)] {
      try assertRoundTrip(value)
      try assertRoundTrip(Substring(value))
    }
    for value: Character in ["a", "e\u{301}", "👩‍👩‍👧", "\r\n", "\0"] { try assertRoundTrip(value) }
    for value: Unicode.Scalar in ["a", "👩", "\0"] { try assertRoundTrip(value) }
    assertThrows(Character.self, from: .string(""), .invalidValue)
    assertThrows(
      Character.self, from: .string("ab"), .invalidValue, saying: "one character, found a string of 2")
    assertThrows(Unicode.Scalar.self, from: .string("e\u{301}"), .invalidValue)
  }

  func testBoolDateData() throws {
    try assertRoundTrip(true)
    try assertRoundTrip(false)
    for seconds in [0, -0.0, 1.1, -1e12, .infinity, .greatestFiniteMagnitude] {
      try assertRoundTrip(Date(timeIntervalSinceReferenceDate: seconds))
    }
    try assertRoundTrip(Data([0, 1, 255]))
    assertThrows(Date.self, from: .string("2024-01-01"), .typeMismatch)
    assertThrows(Bool.self, from: .int(2), .typeMismatch)
  }

  func testDuration() throws {
    XCTAssertEqual(try assertRoundTrip(Duration.milliseconds(-1500)), seconds(-1, -500_000_000_000_000_000))
    for value in [Int64.min, -1, 0, 1, .max] {
      for attoseconds in [0, 1, 999_999_999_999_999_999] as [Int64] {
        try assertRoundTrip(
          Duration(secondsComponent: value, attosecondsComponent: value < 0 ? -attoseconds : attoseconds))
      }
    }
    try assertRoundTrip(Duration.zero - .nanoseconds(1))
    for tooLong in [Duration.seconds(Int64.max) + .seconds(1), .seconds(Int64.min) - .seconds(1)] {
      XCTAssertThrowsError(try TreeEncoder.tree(of: tooLong)) {
        XCTAssertEqual(($0 as? ArchiveError)?.code, .invalidValue)
      }
    }
    assertThrows(Duration.self, from: seconds(1, -1), .invalidValue, saying: "the sign of the seconds")
    assertThrows(Duration.self, from: seconds(0, 1_000_000_000_000_000_000), .invalidValue)
    assertThrows(Duration.self, from: seconds(.min, .min), .invalidValue)
    assertThrows(Duration.self, from: .list(.array, [.int(1)]), .invalidValue, saying: "the 2 parts")
    assertThrows(Duration.self, from: .double(1.5), .typeMismatch)
  }

  private func seconds(_ seconds: Int64, _ attoseconds: Int64) -> Tree {
    .list(.array, [.int(seconds), .int(attoseconds)])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func testWideIntegers() throws {
    let tree = Tree.list(.array, [.int(-1), .unsigned(UInt64.max - 1)])
    XCTAssertEqual(try assertRoundTrip(-2 as Int128), tree)
    XCTAssertEqual(try assertRoundTrip(UInt128(1) << 64 | 5), .list(.array, [.unsigned(1), .unsigned(5)]))
    for value in [Int128.min, .min + 1, Int128(Int64.min), -1, 0, Int128(UInt64.max), .max] {
      try assertRoundTrip(value)
    }
    for value in [UInt128.min, UInt128(UInt64.max), UInt128(UInt64.max) + 1, .max] {
      try assertRoundTrip(value)
    }
    assertThrows(Int128.self, from: .int(5), .typeMismatch)
    assertThrows(Int128.self, from: .list(.array, [.int(1)]), .invalidValue, saying: "the 2 parts")
    assertThrows(UInt128.self, from: .list(.array, [.int(-1), .int(1)]), .typeMismatch, at: "[0]")
  }

  func testResults() throws {
    typealias Outcome = Result<Int?, Fault>
    XCTAssertEqual(
      try assertRoundTrip(Outcome.success(4)), .list(.array, [.list(.array, [.boxed(.int(4))]), .null]))
    XCTAssertEqual(try assertRoundTrip(Outcome.success(nil)), .list(.array, [.list(.array, [.null]), .null]))
    XCTAssertEqual(
      try assertRoundTrip(Outcome.failure(Fault(code: 4))), .list(.array, [.null, .boxed(.int(4))]))
    assertThrows(
      Result<Int, Fault>.self, from: .list(.array, [.int(4), .int(4)]), .invalidValue, saying: "both")
    assertThrows(
      Result<Int, Fault>.self, from: .list(.array, [.null, .null]), .invalidValue, saying: "neither")
    assertThrows(Result<Int, Fault>.self, from: .list(.array, []), .invalidValue)
    XCTAssertEqual(Result<Int, Fault>.archiveName, "Result_Int_Fault")
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func testInlineArrays() throws {
    let values: InlineArray<3, Int> = [1, -2, 3]
    let tree = Tree.list(.array, [.int(1), .int(-2), .int(3)])
    XCTAssertEqual(try TreeEncoder.tree(of: values), tree)
    let decoded = try TreeDecoder.value(of: InlineArray<3, Int>.self, from: tree)
    XCTAssertEqual(decoded.indices.map { decoded[$0] }, [1, -2, 3])
    let empty: InlineArray<0, String> = []
    XCTAssertEqual(try TreeEncoder.tree(of: empty), .list(.array, []))
    assertThrows(InlineArray<2, Int>.self, from: tree, .invalidValue, saying: "2 elements")
    assertThrows(InlineArray<4, Int>.self, from: tree, .invalidValue)
    XCTAssertEqual(InlineArray<4, [Int]>.archiveName, "InlineArray_4_Array_Int")
  }

  func testRawValues() throws {
    try assertRoundTrip(Suit.allCases)
    try assertRoundTrip(Suit.hearts as Suit?)
    try assertRoundTrip([Suit.hearts: 1, .clubs: 2])
    assertThrows(Suit.self, from: .int(9), .invalidValue)
  }
}
