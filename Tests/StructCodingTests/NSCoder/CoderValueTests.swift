import ArchiveBytes
import ArchiveTestSupport
import ArchiveValues
import Foundation
import SystemValues
import XCTest

@testable import StructCoding

/// Every type of field through Foundation's archiver and unarchiver.
///
/// Foundation on Linux writes equal numbers of different types as one shared object, so no value here mixes them. It
/// ends the process when it archives an `NSDecimalNumber`, and drops `nil` in an array unless it is an `NSNull`.
final class CoderValueTests: XCTestCase {
  func testScalars() throws {
    try assertBoxRoundTrip(true)
    try assertBoxRoundTrip(false)
    for value in [Int.min, -1, 0, 1, .max] { try assertBoxRoundTrip(value) }
    for value in [Int64.min, .max] { try assertBoxRoundTrip(value) }
    for value in [Int8.min, .max] { try assertBoxRoundTrip(value) }
    for value in [UInt64.min, 1 << 63, .max] { try assertBoxRoundTrip(value) }
    for value in [UInt.min, .max] { try assertBoxRoundTrip(value) }
    for value in [UInt8.min, .max] { try assertBoxRoundTrip(value) }
    for value in [0, 1.5, -.pi, .infinity, .greatestFiniteMagnitude, 0x1p63, -0x1p63] {
      try assertBoxRoundTrip(value)
    }
    XCTAssertEqual(try unarchive(Double.self, from: archive(-0.0)).sign, .minus)
    XCTAssertTrue(try unarchive(Double.self, from: archive(Double.nan)).isNaN)
    for value in [Float(0.1), .infinity, .greatestFiniteMagnitude] { try assertBoxRoundTrip(value) }
    try assertBoxRoundTrip(CGFloat(0.1))
    try assertBoxRoundTrip("text")
    try assertBoxRoundTrip("")
    try assertBoxRoundTrip(Character("👩‍👩‍👧"))
    try assertBoxRoundTrip(Date(timeIntervalSinceReferenceDate: 0.1))
    try assertBoxRoundTrip(Duration.milliseconds(-1500))
    try assertBoxRoundTrip(Result<Int, Fault>.failure(Fault(code: 5)))
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      try assertBoxRoundTrip(Int128.min)
      try assertBoxRoundTrip(UInt128.max)
    }
    try assertBoxRoundTrip(Data([1, 2, 3]))
    try assertBoxRoundTrip(Data())
  }

  /// Objects of classes that are not there are dictionaries, which name the classes.
  func testSystemValues() throws {
    try assertBoxRoundTrip(ArchivedColor(red: 1, green: 0.1, blue: 0, alpha: 0.5, kit: .appKit))
    try assertBoxRoundTrip([ArchivedColor(white: 0.5, kit: .appKit)])
    try assertBoxRoundTrip(ArchivedFont(name: "Menlo", size: 11.5, kit: .appKit) as ArchivedFont?)
    let text = ArchivedAttributedString([
      ("a", .init(link: "x")), ("b", .init(paragraphStyle: ArchivedParagraphStyle(lineSpacing: 2.5))),
    ])
    try assertBoxRoundTrip(text)
    try assertBoxRoundTrip(["aps": ["badge": 3, "sound": "bell"]] as [String: PropertyList])
    assertThrows(ArchivedColor.self, from: try archive(["NSRGB": "0 0 0"]), .typeMismatch)
  }

  func testOptionals() throws {
    try assertBoxRoundTrip(5 as Int?)
    try assertBoxRoundTrip(nil as Int?)
    try assertBoxRoundTrip(0 as Double?)
    try assertBoxRoundTrip(false as Bool?)
    try assertBoxRoundTrip(UInt64.max as UInt64?)
    try assertBoxRoundTrip(nil as String?)
    try assertBoxRoundTrip("x" as String?)
    try assertBoxRoundTrip(nil as [Int]?)
    for value: Int??? in [nil, .some(nil), .some(.some(nil)), 5] { try assertBoxRoundTrip(value) }
    try assertBoxRoundTrip([1, nil, 3] as [Int?])
    try assertBoxRoundTrip([nil, nil] as [String?])
    try assertBoxRoundTrip([nil, [nil, 1]] as [[Int?]?])
  }

  func testCollections() throws {
    try assertBoxRoundTrip([3, 1, 2])
    try assertBoxRoundTrip([] as [Int])
    try assertBoxRoundTrip([[1, 2], [], [3]])
    try assertBoxRoundTrip([1.5, 2.5])
    try assertBoxRoundTrip([true, false, true])
    try assertBoxRoundTrip([UInt64.max, 0])
    try assertBoxRoundTrip([1, 2, 255] as [UInt8])
    try assertBoxRoundTrip(["b", "a"])
    try assertBoxRoundTrip(Set(["b", "a", "c"]))
    try assertBoxRoundTrip(Set([1, 2, 3]))
    try assertBoxRoundTrip(["a": 1, "b": 2])
    try assertBoxRoundTrip([1: ["x": [1.5]], 2: [:]])
    #if canImport(ObjectiveC)
      // Foundation on Linux traps in its own comparison of dictionaries when their keys are arrays.
      try assertBoxRoundTrip([[1, 2]: "x", [2, 1]: "y"])
    #else
      try assertBoxRoundTrip([[1, 2]: "x"])
    #endif
    try assertBoxRoundTrip(["a": nil, "b": 7] as [String: Int?])
    try assertBoxRoundTrip(1..<5)
    try assertBoxRoundTrip("a"..."z")
    let tuple = ArchiveTuple(1, "two", [3.5])
    XCTAssertTrue(try unarchive(type(of: tuple), from: archive(tuple)).parts == (1, "two", [3.5]))
  }

  func testFoundationTypes() throws {
    let base = try XCTUnwrap(URL(string: "https://swift.org/a/"))
    try assertBoxRoundTrip(base)
    try assertBoxRoundTrip(URL(string: "b?c", relativeTo: base))
    try assertBoxRoundTrip(UUID())
    try assertBoxRoundTrip([UUID(), UUID()])
    try assertBoxRoundTrip([UUID(): "a", UUID(): "b"])
    try assertBoxRoundTrip(Locale(identifier: "de_DE"))
    try assertBoxRoundTrip(try XCTUnwrap(TimeZone(identifier: "Europe/Berlin")))
    try assertBoxRoundTrip(Calendar(identifier: .gregorian))
    try assertBoxRoundTrip(IndexSet())
    try assertBoxRoundTrip(IndexSet([1, 2, 3, 500, 1000]))
    try assertBoxRoundTrip([1, 200, 3] as IndexPath)
    try assertBoxRoundTrip(DateComponents(timeZone: .gmt, year: 2024, month: 2, day: 29, nanosecond: 5))
    try assertBoxRoundTrip([DateComponents()])
    try assertBoxRoundTrip(Measurement(value: 3.5, unit: UnitLength.miles))
    try assertBoxRoundTrip(CGPoint(x: 1.5, y: -2))
    try assertBoxRoundTrip(CGSize(width: 0.1, height: 2))
    try assertBoxRoundTrip([CGRect(x: 1, y: 2, width: 3, height: 4)])
    try assertBoxRoundTrip(NSRange(location: 3, length: 4))
    #if canImport(AppKit) || !canImport(ObjectiveC)
      let insets = try unarchive(
        NSEdgeInsets.self, from: archive(NSEdgeInsets(top: 0.1, left: 2, bottom: -3, right: 4)))
      XCTAssertEqual([insets.top, insets.left, insets.bottom, insets.right], [0.1, 2, -3, 4])
    #endif
  }

  func testWhatFoundationOnLinuxCannotArchive() throws {
    let interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 1), duration: 2)
    #if canImport(ObjectiveC)
      try assertBoxRoundTrip(interval)
      try assertBoxRoundTrip([Decimal(string: "123.456"), nil])
    #else
      // Foundation's own encoder of decimals ends the process; its decoder of intervals loses the duration.
      for attempt in [
        { try CoderEncoder.write(interval) }, { try CoderEncoder.write([interval]) },
        { try CoderEncoder.write(Decimal(1)) }, { try CoderEncoder.write(["x": Decimal(1)]) },
      ] as [() throws -> Void] {
        XCTAssertThrowsError(try attempt()) { XCTAssertEqual(($0 as? ArchiveError)?.code, .unsupported) }
      }
      assertThrows([Decimal].self, from: try archive([1]), .unsupported)
      assertThrows(DateInterval?.self, from: try archive(nil as Int?), .unsupported)
    #endif
  }

  func testObjects() throws {
    try assertBoxRoundTrip(NSString("x"))
    try assertBoxRoundTrip(UnitLength.miles)
    try assertBoxRoundTrip([NSDate(timeIntervalSinceReferenceDate: 5)])
    try assertBoxRoundTrip(["k": NSUUID()])
    try assertBoxRoundTrip(nil as NSDate?)
  }

  func testFieldOfAnotherType() throws {
    assertThrows(Int8.self, from: try archive(300), .invalidValue, saying: "fits Int8, found 300")
    assertThrows(Int.self, from: try archive(1.5), .invalidValue, saying: "found 1.5")
    assertThrows(Int.self, from: try archive(1e300), .invalidValue)
    assertThrows(Bool.self, from: try archive(2), .invalidValue)
    assertThrows(Float.self, from: try archive(0.1), .invalidValue, saying: "fits Float, found 0.1")
    assertThrows(
      Double.self, from: try archive((1 << 53) + 1), .invalidValue, saying: "found 9007199254740993")
    assertThrows(UInt64.self, from: try archive(-1 as Int?), .invalidValue)
    assertThrows(UInt64.self, from: try archive(1.5 as Double?), .invalidValue)
    assertThrows(Int?.self, from: try archive(UInt64.max), .invalidValue)
    assertThrows([Int8].self, from: try archive([1, 300]), .invalidValue, at: "value[1]")
    assertThrows([Int].self, from: try archive([1.5, 2]), .invalidValue, at: "value[0]")
    assertThrows([Double].self, from: try archive([1, (1 << 53) + 1]), .invalidValue, at: "value[1]")
    // Only objects that Foundation stores without a class record; it ends the process on any other unexpected one.
    assertThrows(Date.self, from: try archive("2024-01-01"), .typeMismatch, saying: "a date, found a string")
    assertThrows([Int].self, from: try archive("x"), .typeMismatch, saying: "an array, found a string")
    assertThrows(String.self, from: try archive(Data([1])), .typeMismatch, saying: "a string, found data")
    assertThrows([String].self, from: try archive([1 as Int]), .typeMismatch, at: "value[0]")
    assertThrows(
      UUID.self, from: try archive("x"), .classMismatch, saying: "the class NSUUID, found a string")
  }

  func testExactConversions() throws {
    XCTAssertEqual(try unarchive(Double.self, from: archive(3)), 3)
    XCTAssertEqual(try unarchive(Int.self, from: archive(3.0)), 3)
    XCTAssertEqual(try unarchive([Double].self, from: archive([3, 4])), [3, 4])
    XCTAssertEqual(try unarchive([Int].self, from: archive([3.0, 4.0])), [3, 4])
    XCTAssertEqual(try unarchive([UInt64].self, from: archive([3, 4])), [3, 4])
    XCTAssertEqual(try unarchive([Bool].self, from: archive([0, 1])), [false, true])
    XCTAssertEqual(try unarchive(Float.self, from: archive(0.5)), 0.5)
    XCTAssertEqual(try unarchive(UInt8.self, from: archive(255)), 255)
    XCTAssertEqual(try unarchive(UInt64.self, from: archive(7 as Int?)), 7)
  }

  func testLocatedErrors() throws {
    assertThrows(
      [String: [Int8]].self, from: try archive(["k": [1, 300]]), .invalidValue, at: "value[\"k\"][1]")
    assertThrows(Int.self, from: try archive { _ in }, .missingField, saying: "make it optional")
    XCTAssertEqual(try unarchive(Int?.self, from: archive { _ in }), nil)
    assertThrows(Range<Int>.self, from: try archive([5, 1]), .invalidValue)
  }
}

extension CoderEncoder {
  /// Encodes a field for its errors alone.
  fileprivate static func write(_ value: some ArchiveValue) throws {
    var encoder = CoderEncoder(coder: NSKeyedArchiver(requiringSecureCoding: true), schema: TestBox.schema)
    try encoder.encode(value, at: 0)
  }
}
