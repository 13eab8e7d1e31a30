import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Numbers whose type changed: converted where each stays what it is, refused with its place where not.
final class NumberChangeTests: XCTestCase {
  @_semantics("optimize.sil.specialize.generic.never")
  private func check<First: ArchiveValue & Hashable, Second: ArchiveValue & Hashable>(
    _ first: [First], _ second: [Second], file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let data = try ColumnArchive.encode(first)
    XCTAssertEqual(try ColumnArchive.decode([Second].self, from: data), second, file: file, line: line)
    for (first, second) in zip(first, second) { try assertReads(first, as: second, file: file, line: line) }
    let records = try ColumnArchive.encode(first.map { [Both(first: "x", second: $0)] })
    XCTAssertEqual(
      try ColumnArchive.decode([[Both<String, Second>]].self, from: records),
      second.map { [Both(first: "x", second: $0)] }, file: file, line: line)
    let archive = try ColumnArchive(data)
    XCTAssertEqual(try archive.values(of: Second.self, at: ""), second, file: file, line: line)
    XCTAssertEqual(try archive.elements(of: Second.self, in: 1..<2), [second[1]], file: file, line: line)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private func checkRefused<First: ArchiveValue & Hashable, Second: ArchiveValue & Hashable>(
    _ first: [First], as type: Second.Type, at row: Int, saying text: String, file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    try assertRefuses(first, as: type, .invalidValue, at: "[\(row)]", saying: text, file: file, line: line)
    let records = try ColumnArchive.encode(["k": first.map { Both(first: "x", second: $0 as First?) }])
    assertThrows(.invalidValue, at: "[0].value[\(row)].second", file: file, line: line) {
      try ColumnArchive.decode([String: [Both<String, Second?>]].self, from: records)
    }
  }

  func testWiderIntegers() throws {
    try check([Int8.min, 0, .max], [Int64(-128), 0, 127])
    try check([Int16.min, .max], [Int32(-32768), 32767])
    try check([UInt8.min, .max], [Int64(0), 255])
    try check([UInt8.min, .max], [Int16(0), 255])
    try check([UInt32.max, 1], [UInt64(4_294_967_295), 1])
    try check([Int8(0), 1, 127], [UInt64(0), 1, 127])
    try check([Int32(7), 7], [UInt8(7), 7])
  }

  func testNarrowerIntegers() throws {
    try check([Int64(-128), 127, 0], [Int8.min, .max, 0])
    try check([Int64(0), .max], [UInt64(0), 9_223_372_036_854_775_807])
    try check([UInt64(0), 255], [UInt8(0), 255])
    try check([UInt64(0), 9_223_372_036_854_775_807], [Int(0), .max])
    try check([Int(65_535), 0], [UInt16.max, 0])
    try checkRefused([Int64(1), 127, 128, 300], as: Int8.self, at: 2, saying: "128")
    try checkRefused([Int64(0), -129], as: Int8.self, at: 1, saying: "-129")
    try checkRefused([5, -1, 2], as: UInt64.self, at: 1, saying: "-1")
    try checkRefused([5, -1, 2], as: UInt8.self, at: 1, saying: "-1")
    try checkRefused([UInt64(1), .max], as: Int64.self, at: 1, saying: "18446744073709551615")
    try checkRefused([UInt64(1), 1 << 63], as: Int64.self, at: 1, saying: "9223372036854775808")
    try checkRefused([UInt64(1) << 63, .max], as: Int8.self, at: 0, saying: "9223372036854775808")
    try checkRefused([Int.min, .max], as: UInt32.self, at: 0, saying: "-9223372036854775808")
  }

  func testIntegersAndDoubles() throws {
    try check([Int.min, 0, 3, 1 << 53], [-9_223_372_036_854_775_808.0, 0, 3, 9_007_199_254_740_992])
    try check([UInt64(1) << 63, 1], [9_223_372_036_854_775_808.0, 1])
    try check([1, 1 << 24], [1 as Float, 16_777_216])
    try check([1.0, -3, -0.0], [1, -3, 0])
    try check([1.0, 255], [UInt8(1), 255])
    try check([1 as Float, 16_777_216], [1 as Int32, 16_777_216])
    try checkRefused([1, 1 << 53 + 1], as: Double.self, at: 1, saying: "9007199254740993")
    try checkRefused([1, Int.max], as: Double.self, at: 1, saying: "9223372036854775807")
    try checkRefused([0, 1 << 24 + 1], as: Float.self, at: 1, saying: "16777217")
    try checkRefused([UInt64.max, 0], as: Double.self, at: 0, saying: "18446744073709551615")
    try checkRefused([1, 0.5], as: Int.self, at: 1, saying: "0.5")
    try checkRefused([1, 1e19], as: Int64.self, at: 1, saying: "1e+19")
    try checkRefused([256.0, 1], as: UInt8.self, at: 0, saying: "256")
    try checkRefused([1, .nan], as: Int.self, at: 1, saying: "nan")
    try checkRefused([-Double.infinity, 1], as: Int.self, at: 0, saying: "inf")
  }

  func testFloatsAndDoubles() throws {
    try check([0.5, -0.0, Float.infinity], [0.5, -0.0, Double.infinity])
    try check([0.5, -0.0, Double.infinity], [0.5, -0.0, Float.infinity])
    try check([0.5 as CGFloat, 2], [0.5 as Double, 2])
    try check([0.5 as CGFloat, 2], [0.5 as Float, 2])
    try checkRefused([0.5, 0.1], as: Float.self, at: 1, saying: "0.1")
    try checkRefused([1e300, 0.1], as: Float.self, at: 0, saying: "1e+300")
    let nan = try ColumnArchive.encode([1, Double.nan])
    XCTAssertTrue(try ColumnArchive.decode([Float].self, from: nan)[1].isNaN)
  }

  func testBooleans() throws {
    try check([true, false], [1, 0])
    try check([true, true], [UInt8(1), 1])
    try check([false, true], [0.0, 1])
    try check([0, 1, 1], [false, true, true])
    try check([UInt16(1), 1], [true, true])
    try checkRefused([0, 1, 2], as: Bool.self, at: 2, saying: "0 or 1")
    try checkRefused([-1, 0], as: Bool.self, at: 0, saying: "0 or 1")
    try check([0.0, 1.0], [false, true])
    try checkRefused([1.0, 0.5], as: Bool.self, at: 1, saying: "0 or 1")
  }

  func testWhatIsNoNumber() throws {
    try assertRefusesKind("1", as: Int.self, saying: "an integer", "a string")
    try assertRefusesKind(1, as: String.self, saying: "a string", "an integer")
    try assertRefusesKind(0.5, as: Date.self, saying: "a date", "a number")
    try assertRefusesKind(Date(), as: Double.self, saying: "a number", "a date")
    try assertRefusesKind(Date(), as: Int.self, saying: "an integer", "a date")
    try assertRefusesKind(UUID(), as: Data.self, saying: "data")
    try assertRefusesKind(Data(), as: UUID.self, saying: "16 bytes", "data")
    try assertRefusesKind(Point(x: 1, y: 2), as: Int.self, saying: "an integer", "a record")
    try assertRefusesKind(1, as: Point.self, saying: "a record", "an integer")
    try assertRefusesKind(
      Both(first: 1, second: "x"), as: Both<Int, Int?>.self, at: "second", saying: "an integer")
  }
}
