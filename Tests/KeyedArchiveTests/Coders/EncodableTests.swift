import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

/// `Codable` values in keyed archives, as `encodeEncodable` and `decodeDecodable` of Apple's coders store and read them:
/// the objects of a property list.
final class EncodableTests: XCTestCase {
  private let trip = Trip(
    name: "Alps", start: Date(timeIntervalSinceReferenceDate: 5), distances: [1.5, nil, 3],
    stops: ["a": Trip.Stop(days: 2, photo: Data([1, 2]))], isOpen: true, kind: .bike, note: nil)

  /// As Apple's archiver stores it: `nil` in an array is the text `$null`, an object of its own.
  private var archiveOfApple: Data {
    var builder = PlistBuilder()
    builder.top = .fields(["trip": .uid(1), "count": .uid(20), "revision": .integer(3)])
    builder.objects = [
      .null,
      .table(class: 17, [2: 8, 3: 9, 4: 10, 5: 13, 6: 18, 7: 19]),
      .string("name"), .string("start"), .string("distances"), .string("stops"), .string("isOpen"),
      .string("kind"), .string("Alps"),
      .record(class: 22, ["NS.time": .real(5)]),
      .list(class: 21, 11, 12, 23), .real(1.5), .string("$null"),
      .table(class: 17, [14: 15]), .string("a"), .table(class: 17, [24: 25, 26: 16]),
      .data([1, 2]), .classRecord("NSDictionary"), .bool(true), .string("bike"), .integer(7),
      .classRecord("NSArray"), .classRecord("NSDate"), .integer(3), .string("days"), .integer(2),
      .string("photo"),
    ]
    return builder.data()
  }

  func testArchiveOfApple() throws {
    let archive = try KeyedArchive(archiveOfApple)
    XCTAssertEqual(try archive.decodeDecodable(Trip.self, forKey: "trip"), trip)
    XCTAssertEqual(try archive.decodeDecodable(Int.self, forKey: "count"), 7)
    XCTAssertEqual(try archive.decodeDecodable(Double.self, forKey: "revision"), 3)
    XCTAssertNil(try archive.decodeDecodable(Trip.self, forKey: "absent"))

    let unarchiver = try KeyedUnarchiver(forReadingFrom: archiveOfApple)
    XCTAssertEqual(unarchiver.decodeDecodable(Trip.self, forKey: "trip"), trip)
    XCTAssertEqual(unarchiver.decodeInteger(forKey: "revision"), 3)
    XCTAssertEqual(try unarchiver.decodeTopLevelDecodable(Int.self, forKey: "count"), 7)
    XCTAssertNil(try unarchiver.decodeTopLevelDecodable(Int.self, forKey: "absent"))
    try unarchiver.finishDecoding()
  }

  func testRoundTrips() throws {
    func check<Value: Codable & Equatable>(_ value: Value, line: UInt = #line) throws {
      for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
        let data = try KeyedArchive.encodeEncodable(value, options: .init(outputFormat: format))
        XCTAssertEqual(try KeyedArchive(data).decodeDecodable(Value.self), value, line: line)
      }
      let archiver = KeyedArchiver(requiringSecureCoding: true)
      archiver.encode("first" as Any?, forKey: "before")
      try archiver.encodeEncodable(value, forKey: "value")
      archiver.encode(5, forKey: "after")
      let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.finishEncoding())
      XCTAssertEqual(try unarchiver.decodeTopLevelDecodable(Value.self, forKey: "value"), value, line: line)
      XCTAssertEqual(unarchiver.decodeInteger(forKey: "after"), 5, line: line)
      try unarchiver.finishDecoding()
      XCTAssertEqual(try PropertyList(encoding: value).decode(Value.self), value, line: line)
    }
    try check(trip)
    try check([trip, trip])
    try check(["x": trip])
    try check(5)
    try check("text")
    try check(true)
    try check(1.25 as Float)
    try check(UInt64.max)
    try check(Date(timeIntervalSinceReferenceDate: 7))
    try check(Data([1, 2]))
    try check([nil, 1, nil] as [Int?])
    try check(["$fragment": 3])
    try check(["$fragment": ["$fragment": "x"]])
    try check([String]())
    try check(URL(string: "https://swift.org/a"))
  }

  /// What is written are the objects of Foundation, which it reads.
  func testFoundationReadsIt() throws {
    let data = try KeyedArchive.encodeEncodable(trip)
    let object = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [
        NSDictionary.self, NSArray.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
      ], from: data)
    let dictionary = try XCTUnwrap(object as? [String: Any])
    XCTAssertEqual(dictionary["name"] as? String, "Alps")
    XCTAssertEqual(dictionary["kind"] as? String, "bike")
    XCTAssertEqual((dictionary["distances"] as? [Any])?.count, 3)
    XCTAssertEqual((dictionary["stops"] as? [String: [String: Any]])?["a"]?["days"] as? Int, 2)
    // And so does a type that is archivable, field by field.
    XCTAssertEqual(
      try KeyedArchive.decode([String: PropertyList].self, from: data)["stops"]?["a"]?["days"]?.int, 2)
  }

  /// A struct that had been stored as `Codable` becomes archivable: read in one way, written in the other.
  func testArchivableType() throws {
    let session = CodableSession(title: "t", seconds: 4)
    let old = try KeyedArchive.encodeEncodable(session)
    let read = try XCTUnwrap(KeyedArchive(old).decodeDecodable(CodableSession.self))
    XCTAssertEqual(read, session)
    XCTAssertEqual(try KeyedArchive.decode(CodableSession.self, from: KeyedArchive.encode(read)), session)
    assertThrows(.classMismatch) { try KeyedArchive.decode(CodableSession.self, from: old) }
  }

  func testErrors() throws {
    let archive = try KeyedArchive(archiveOfApple)
    assertThrows(.invalidValue, saying: "Int") { try archive.decodeDecodable([Int].self, forKey: "trip") }
    let unarchiver = try KeyedUnarchiver(forReadingFrom: archiveOfApple)
    assertThrows(.invalidValue, at: "trip") {
      try unarchiver.decodeTopLevelDecodable(String.self, forKey: "trip")
    }
    // The other method keeps the error.
    XCTAssertNil(unarchiver.decodeDecodable(String.self, forKey: "trip"))
    XCTAssertNil(unarchiver.decodeDecodable(Int.self, forKey: "count"))
    assertThrows(.invalidValue, at: "trip") { try unarchiver.finishDecoding() }
    // Objects that no property list has.
    let ids = try KeyedArchive.encode(["id": UUID()])
    assertThrows(.typeMismatch, at: #"["id"]"#) {
      try KeyedArchive(ids).decodeDecodable([String: String].self)
    }
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    assertThrows(.invalidValue, at: "value") {
      try archiver.encodeEncodable(RefusingCodable(), forKey: "value")
    }
  }

  func testDamagedArchives() throws {
    var random = SeededGenerator()
    let archive = archiveOfApple
    for round in 0..<Thoroughness.rounds(400, full: 3_000) {
      var data = archive
      for _ in 0...random.below(3) { data[random.below(data.count)] = UInt8(random.below(256)) }
      assertDecodesOrThrows("round \(round), seed \(random.seed)") {
        _ = try KeyedArchive(data).decodeDecodable(Trip.self, forKey: "trip")
      }
    }
    // An array that contains itself.
    var builder = PlistBuilder()
    builder.objects = [.null, .list(class: 2, 1), .classRecord("NSArray")]
    let ring = builder.data()
    assertThrows(.cycle) { try KeyedArchive(ring).decodeDecodable([String].self) }
  }
}

private struct Trip: Codable, Equatable {
  struct Stop: Codable, Equatable {
    var days: Int
    var photo: Data
  }
  enum Kind: String, Codable { case bike, train }
  var name: String
  var start: Date
  var distances: [Double?]
  var stops: [String: Stop]
  var isOpen: Bool
  var kind: Kind
  var note: String?
}

@Archivable(className: "Encodable_Session")
private struct CodableSession: Codable, Equatable {
  var title: String
  var seconds: Int
}

private struct RefusingCodable: Encodable {
  func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
}
