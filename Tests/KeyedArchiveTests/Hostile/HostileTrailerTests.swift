import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// The trailer, the header of the archive, and values that no type has.
final class HostileTrailerTests: HostileTableTestCase {
  // MARK: The trailer

  /// The first number that no object has is refused for what it is.
  func testTopBehindTheLastObject() throws {
    var builder = PlistBuilder([.null, .string("text")])
    let count = builder.data().suffix(24).prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    builder.statedTop = count
    assertThrows(.malformed, saying: "a top object below \(count)") { try KeyedArchive(builder.data()) }
    builder.statedTop = count - 1
    let error = assertThrows(.malformed) { try KeyedArchive(builder.data()) }
    XCTAssertFalse("\(String(describing: error))".contains("a top object below"))
  }

  func testTrailers() {
    func refuse(
      _ code: ArchiveError.Code = .malformed, line: UInt = #line, _ change: (inout PlistBuilder) -> Void
    ) {
      var builder = PlistBuilder([.null, .string("text")])
      change(&builder)
      let data = builder.data()
      assertThrows(code, line: line) { try KeyedArchive.decode(String.self, from: data) }
      assertThrows(code, line: line) { try KeyedArchive.unarchivedObject(ofClass: NSString.self, from: data) }
      assertThrows(code, line: line) { try KeyedArchive(data) }
    }
    for size: UInt8 in [0, 9, 16, 255] {
      refuse(.truncated) { $0.statedOffsetSize = size }
      refuse(.truncated) { $0.statedReferenceSize = size }
    }
    for count: UInt64 in [0, 1 << 20, 1 << 60, .max] { refuse { $0.statedCount = count } }
    for top: UInt64 in [1000, 1 << 40, .max] { refuse { $0.statedTop = top } }
    for table: UInt64 in [0, 7, 1 << 20, 1 << 62, .max] { refuse { $0.statedTable = table } }
    // Widths that fit the file and do not fit its content.
    refuse { $0.statedOffsetSize = 8 }
    refuse { ($0.offsetSize, $0.statedOffsetSize) = (8, 3) }
  }

  func testTopLevels() {
    func refuse(
      _ code: ArchiveError.Code = .malformed, saying words: String, line: UInt = #line,
      _ change: (inout PlistBuilder) -> Void
    ) {
      var builder = PlistBuilder([.null, .string("text")])
      change(&builder)
      let data = builder.data()
      assertThrows(code, saying: words, line: line) { try KeyedArchive.decode(String.self, from: data) }
    }
    refuse(saying: "a name for $archiver") { $0.archiver = .integer(1) }
    refuse(.foreignArchiver, saying: "MSArchiver") { $0.archiver = .string("MSArchiver") }
    refuse(saying: "a dictionary for $top") { $0.top = .array([.uid(1)]) }
    refuse(.missingField, saying: "found none") { $0.top = .fields([:]) }
    refuse(saying: "$archiver") { $0.root = .fields([:]) }
    refuse(saying: "a plain array") { $0.root = .array([]) }
    refuse(saying: "$objects") { $0.root = .fields(["$archiver": .string("NSKeyedArchiver")]) }
    refuse(saying: "an array for $objects") {
      $0.root = .fields([
        "$archiver": .string("NSKeyedArchiver"), "$objects": .string("a"), "$top": .fields([:]),
      ])
    }
    refuse(.typeMismatch, saying: "nil") { $0.top = .fields(["root": .uid(0)]) }
    refuse(saying: "a reference to one of 2") { $0.top = .fields(["root": .uid(2)]) }
  }

  func testHeaders() {
    let good = PlistBuilder([.null, .string("text")]).data()
    for length in [0, 1, 8, 40, 41] {
      assertThrows(.truncated) { try KeyedArchive.decode(String.self, from: good.prefix(length)) }
    }
    assertThrows(.malformed, saying: "bplist00") {
      try KeyedArchive.decode(String.self, from: Data("bplost".utf8) + good.dropFirst(6))
    }
    assertThrows(.malformed) { try KeyedArchive.decode(String.self, from: Data(repeating: 0, count: 100)) }
    assertThrows(.truncated) {
      try KeyedArchive.decode(String.self, from: Data("<?xml version=\"1.0\"?><plist>".utf8))
    }
    assertThrows(.malformed) {
      try KeyedArchive.decode(String.self, from: Data("<plist><string>a</string></plist>".utf8))
    }
    assertThrows(.truncated) { try KeyedArchive.decode(String.self, from: Data("<".utf8)) }
  }

  /// Values of the right shape that no value of the type has.
  func testImpossibleValues() {
    func refuse<Value: ArchiveValue>(
      _ type: Value.Type, _ name: String, _ fields: KeyValuePairs<String, Item>,
      _ code: ArchiveError.Code = .invalidValue, line: UInt = #line
    ) {
      assertThrows(code, line: line) {
        try decode(type, [.null, .record(class: 2, fields), .classRecord(name), .string("text")])
      }
    }
    refuse(UUID.self, "NSUUID", ["NS.uuidbytes": .data([1, 2, 3])])
    refuse(
      Decimal.self, "NSDecimalNumber",
      [
        "NS.exponent": .integer(0), "NS.length": .integer(9), "NS.negative": .bool(false),
        "NS.compact": .bool(true), "NS.mantissa": .data([]),
      ])
    refuse(IndexSet.self, "NSIndexSet", ["NSRangeCount": .integer(-1)])
    refuse(
      IndexSet.self, "NSIndexSet",
      ["NSRangeCount": .integer(1), "NSLocation": .integer(5), "NSLength": .integer(.max)])
    refuse(IndexSet.self, "NSIndexSet", ["NSRangeCount": .integer(1 << 60), "NSRangeData": .data([1, 1])])
    refuse(
      IndexPath.self, "NSIndexPath",
      ["NSIndexPathLength": .integer(1 << 60), "NSIndexPathData": .data([1, 1])])
    refuse(TimeZone.self, "NSTimeZone", ["NS.name": .uid(3)])
    refuse(Calendar.self, "NSCalendar", ["NS.identifier": .uid(3)])
    refuse(
      DateInterval.self, "NSDateInterval",
      ["NS.startDate": .raw([0x33, 0, 0, 0, 0, 0, 0, 0, 0]), "NS.duration": .real(-1)])
    refuse(
      DateInterval.self, "NSDateInterval",
      ["NS.startDate": .raw([0x33, 0, 0, 0, 0, 0, 0, 0, 0]), "NS.duration": .real(.nan)])
    refuse(CGPoint.self, "NSValue", ["NS.special": .integer(1), "NS.pointval": .uid(3)])
    refuse(Date.self, "NSDate", ["NS.time": .uid(3)], .typeMismatch)
    refuse(Date.self, "NSDate", ["NS.tame": .real(0)], .typeMismatch)
    refuse(Shape.self, "Test_Shape", ["enum.case": .uid(3)])
    refuse(Shape.self, "Test_Shape", [:], .missingField)
    refuse(Shape.self, "Test_Shape", ["enum.case": .integer(3)], .typeMismatch)
    assertThrows(.malformed, saying: "associated values of the case “circle”") {
      try decode(Shape.self, [.null, .string("circle")])
    }
    assertThrows(.invalidValue, saying: "north, east") { try decode(Direction.self, [.null, .string("up")]) }
    assertThrows(.invalidValue, saying: "raw value of Priority") {
      try decode(Priority.self, [.null, .integer(5)])
    }
    // Lone surrogates, and bytes that are no UTF-8.
    assertThrows(.malformed, saying: "valid characters") {
      try decode(String.self, [.null, .raw([0x61, 0xD8, 0x00])])
    }
    assertThrows(.malformed, saying: "valid characters") {
      try decode(String.self, [.null, .raw([0x51, 0xFF])])
    }
  }

  /// Trying one type after the other at the same place.
  func testFailedAttemptsDoNotMove() throws {
    let objects: [Item] = [
      .null, array([3, 4, 5]), .classRecord("NSArray"), .record(class: 6, ["NS.time": .string("noon")]),
      .record(class: 7, ["NS.data": .integer(1)]), .string("end"), .classRecord("NSDate"),
      .classRecord("NSData"),
    ]
    let back = try decode([Attempt].self, objects)
    XCTAssertEqual(back.map(\.description), ["an object", "an object", "end"])
  }

  private struct Attempt: ArchiveValue {
    let description: String
    func encodeValue(to encoder: inout some ValueEncoder) throws { try encoder.encodeNil() }
    static func decodeValue(from decoder: inout some ValueDecoder) throws -> Attempt {
      if (try? decoder.decodeDate()) != nil || (try? decoder.decodeData()) != nil {
        return Attempt(description: "read")
      }
      if let text = try? decoder.decodeString() { return Attempt(description: text) }
      return Attempt(description: "an object")
    }
  }
}
