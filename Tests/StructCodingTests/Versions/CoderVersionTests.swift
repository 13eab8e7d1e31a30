import ArchiveDocuments
import ArchiveTestSupport
import ArchiveValues
import Foundation
import KeyedArchives
import XCTest

@testable import StructCoding

/// Versions through `NSCoder`: our own coders, and Foundation's.
final class CoderVersionTests: XCTestCase {
  private let old = Trip1(
    begin: Date(timeIntervalSinceReferenceDate: 1), end: nil, notes: "n",
    stops: [Stop1(name: "s", x: 1, y: 2)])

  override func setUp() { _ = UpgradeLog.shared.take() }

  func testOwnCoders() throws {
    try assertCoderRoundTrip(old.upgraded)
    try assertCoderRoundTrip(old.upgraded.stops[0])
    let data = try KeyedArchive.archivedData(withRootObject: old.encoded, requiringSecureCoding: true)
    let new = try KeyedArchive.unarchivedObject(ofClass: Trip3.Coding.self, from: data)
    XCTAssertEqual(new?.decoded, old.upgraded)
    XCTAssertEqual(UpgradeLog.shared.take().count, 3)
    let newer = try KeyedArchive.archivedData(
      withRootObject: old.upgraded.encoded, requiringSecureCoding: true)
    assertThrows(.newerVersion, at: "the root") {
      try KeyedArchive.unarchivedObject(ofClass: Trip1.Coding.self, from: newer)
    }
  }

  /// The object of a hand-written class that makes a `Coding` itself, from the coder it is given.
  func testCodingMadeByHand() throws {
    func read(_ book: NSObject) throws -> Trip3? {
      let data = try KeyedArchive.archivedData(withRootObject: book, requiringSecureCoding: true)
      let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
      unarchiver.setClass(NewLogbook.self, forClassName: "StructCodingTests.OldLogbook")
      let read = unarchiver.decodeObject(of: NewLogbook.self, forKey: "root")
      try unarchiver.finishDecoding()
      return read?.trip.decoded
    }
    XCTAssertEqual(try read(OldLogbook(old)), old.upgraded)
    XCTAssertEqual(UpgradeLog.shared.take().count, 3)
    XCTAssertEqual(try read(NewLogbook(old.upgraded)), old.upgraded)
    XCTAssertEqual(UpgradeLog.shared.take(), [])
    var bad = old
    bad.notes = "bad"
    assertThrows(.custom, saying: "BadNotes") { try read(OldLogbook(bad)) }
  }

  // MARK: Foundation's coders

  /// Writes a value by Foundation's archiver, and reads it as another type by Foundation's unarchiver.
  private func carry<Value: Archivable, Result: ArchiveRecord>(_ value: Value, to type: Result.Type) throws
    -> Result
  {
    let data = try archive { value.encoded.encode(with: $0) }
    unsafe TestBox.outcome = nil
    unsafe TestBox.read = { decoder in
      var record = CoderDecoder(coder: decoder.coder, schema: Result.archiveSchema)
      return try record.decodeWhole(Result.self)
    }
    _ = try? NSKeyedUnarchiver.unarchivedObject(ofClass: TestBox.self, from: data)
    return try XCTUnwrap(unsafe TestBox.outcome, "Foundation never asked").get() as! Result
  }

  func testFoundationsCoders() throws {
    XCTAssertEqual(try carry(Measure2(value: 7), to: Measure2.self), Measure2(value: 7))
    XCTAssertEqual(try carry(Measure1(number: 7), to: Measure1.self), Measure1(number: 7))
    // Without a hook it is read by names.
    XCTAssertEqual(try carry(Measure1(number: 7), to: PlainMeasure2.self), PlainMeasure2(number: 7))
    let newer = assertThrows(.newerVersion) { try carry(Measure2(value: 7), to: Measure1.self) }
    XCTAssertEqual(newer?.found, "version 2")
    let older = assertThrows(.unsupported, saying: "KeyedArchive or KeyedUnarchiver") {
      try carry(Measure1(number: 7), to: Measure2.self)
    }
    XCTAssertEqual(older?.found, "version 1")
    XCTAssertEqual(UpgradeLog.shared.take(), [])
    XCTAssertEqual(try carry(Measure1(number: 9), to: AwakeMeasure.self).number, 10)
  }
}

@Archivable(className: "Test_Measure")
struct Measure1: Equatable { var number: Int }

@Archivable(className: "Test_Measure")
struct AwakeMeasure { var number: Int }
extension AwakeMeasure: AwakesAfterDecoding {
  mutating func awakeAfterDecoding() { number += 1 }
}

struct PlainMeasure2: ArchiveRecord, Equatable {
  var number: Int
  static let archiveSchema = ArchiveSchema(className: "Test_Measure", fields: ["number"], version: 2)
  init(number: Int) { self.number = number }
  func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(number, at: 0) }
  init(fields decoder: inout some FieldDecoder) throws { number = try decoder.decode(at: 0) }
}

struct Measure2: Archivable, ArchiveUpgradable, Equatable {
  var value: Double
  static let archiveSchema = ArchiveSchema(className: "Test_Measure", fields: ["value"], version: 2)
  init(value: Double) { self.value = value }
  func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(value, at: 0) }
  init(fields decoder: inout some FieldDecoder) throws { value = try decoder.decode(at: 0) }
  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) {
    UpgradeLog.shared.note("measure")
    fields.rename("number", to: "value")
  }
  #if canImport(ObjectiveC)
    @objc(Measure2_Coding)
  #endif
  final class Coding: NSObject, NSSecureCoding, ArchiveWrapper {
    let decoded: Measure2
    init(_ value: Measure2) { decoded = value }
    static var supportsSecureCoding: Bool { true }
    func encode(with coder: NSCoder) { archive(to: coder) }
    init?(coder: NSCoder) {
      guard let value = Self.unarchive(from: coder) else { return nil }
      decoded = value
    }
  }
}

/// Hand-written classes around a `Coding`, which they read from the coder that they are given.
final class OldLogbook: NSObject, NSSecureCoding {
  let trip: Trip1.Coding
  init(_ trip: Trip1) { self.trip = trip.encoded }
  static var supportsSecureCoding: Bool { true }
  func encode(with coder: NSCoder) { trip.encode(with: coder) }
  init?(coder: NSCoder) { nil }
}

final class NewLogbook: NSObject, NSSecureCoding {
  let trip: Trip3.Coding
  init(_ trip: Trip3) { self.trip = trip.encoded }
  static var supportsSecureCoding: Bool { true }
  func encode(with coder: NSCoder) { trip.encode(with: coder) }
  init?(coder: NSCoder) {
    guard let trip = Trip3.Coding(coder: coder) else { return nil }
    self.trip = trip
  }
}
