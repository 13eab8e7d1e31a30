import ArchiveBytes
import ArchiveDocuments
import ArchiveTestSupport
import ArchiveValues
import Foundation
import StructCoding
import XCTest

final class CoderRecordTests: XCTestCase {
  private let events = [
    Event("a"), Event("b", .scroll, mark: Mark.none), Event("c", .scroll, mark: .spot(x: -1, y: nil)),
    Event("d", .click, mark: .spot(x: 2, y: 3)),
  ]

  /// The archive of a root object by Foundation, past the overload that warns about it.
  private func archive(_ root: NSObject) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: root as Any, requiringSecureCoding: true)
  }

  func testRootAndFields() throws {
    for event in events {
      let data = try archive(event.encoded)
      let box = try decodedByFoundation(EventTestBox.self, from: data)
      XCTAssertEqual(box?.decoded, event)
    }
    for kind in Kind.allCases {
      let box = try decodedByFoundation(KindTestBox.self, from: archive(kind.encoded))
      XCTAssertEqual(box?.decoded, kind)
    }
  }

  func testRecordsInside() throws {
    try assertBoxRoundTrip(events[3])
    try assertBoxRoundTrip(events)
    try assertBoxRoundTrip(events[2] as Event?)
    try assertBoxRoundTrip(nil as Event?)
    try assertBoxRoundTrip([events[0], nil])
    try assertBoxRoundTrip(Set(events))
    try assertBoxRoundTrip(["x": events, "y": []])
    try assertBoxRoundTrip(Kind.scroll)
    try assertBoxRoundTrip(Kind.allCases)
    try assertBoxRoundTrip([Kind.scroll: Mark.none, .click: .spot(x: 1, y: 2)])
    // `NSDictionary` copies its keys on Apple platforms, and these boxes do not conform to `NSCopying`.
    #if !canImport(ObjectiveC)
      try assertBoxRoundTrip([events[0]: 1, events[3]: 2])
    #endif
  }

  func testPlainEnumerationIsItsName() throws {
    XCTAssertEqual(try unarchive(String.self, from: StructCodingTests.archive(Kind.scroll)), "scroll")
    assertThrows(Kind.self, from: try StructCodingTests.archive("swipe"), .invalidValue, saying: "\"swipe\"")
    assertThrows(
      [Kind].self, from: try StructCodingTests.archive(["click", "?"]), .invalidValue, at: "value[1]")
  }

  func testRawValuedEnumeration() throws {
    try assertBoxRoundTrip(Level.high)
    try assertBoxRoundTrip(Level.allCases)
    try assertBoxRoundTrip([nil, .low] as [Level?])
    XCTAssertEqual(try unarchive(Data.self, from: StructCodingTests.archive(Level.allCases)), Data([1, 200]))
    assertThrows(
      [Level].self, from: try StructCodingTests.archive(Data([1, 2])), .invalidValue, at: "value[1]",
      saying: "the raw value 2")
    let box = try decodedByFoundation(LevelTestBox.self, from: archive(Level.low.encoded))
    XCTAssertEqual(box?.decoded, .low)
  }

  /// The archive with another class name in place of the one that Foundation wrote.
  private func renamed(_ archive: Data, to name: String) throws -> Data {
    let written = Data("StructCodingTests.EventTestBox".utf8)
    XCTAssertEqual(
      name.utf8.count, written.count, "the names must be equally long to leave the offsets alone")
    var archive = archive
    // `$classname` and the first of `$classes` are one string in a binary property list.
    archive.replaceSubrange(try XCTUnwrap(archive.range(of: written)), with: Data(name.utf8))
    return archive
  }

  private let names = [Event.archiveSchema.className, Event.archiveSchema.formerClassNames[0]]

  func testNamesOfTheRoot() throws {
    EventTestBox.registerArchiveNames()
    defer { for name in names { NSKeyedUnarchiver.setClass(nil, forClassName: name) } }
    for name in names {
      let data = try renamed(archive(events[1].encoded), to: name)
      let box = try decodedByFoundation(EventTestBox.self, from: data)
      XCTAssertEqual(box?.decoded, events[1])
    }
    Opaque.Coding.registerArchiveNames()
    XCTAssertTrue(NSKeyedUnarchiver.class(forClassName: "Opaque") == Opaque.Coding.self)
  }

  func testNamesOfFieldsNeedNoRegistration() throws {
    for name in names {
      XCTAssertNil(NSKeyedUnarchiver.class(forClassName: name))
      XCTAssertEqual(
        try unarchive([Event?].self, from: renamed(StructCodingTests.archive([events[1], nil]), to: name)),
        [events[1], nil])
    }
  }

  func testFailuresDoNotEndTheProcess() throws {
    // A root whose fields are another type's: the box decodes, its event does not.
    let data = try archive(TestBox { $0.encode(Int64(5), forKey: "other") })
    let name = Data("StructCodingTests.TestBox".utf8)
    XCTAssertNotNil(data.range(of: name))
    NSKeyedUnarchiver.setClass(EventTestBox.self, forClassName: "StructCodingTests.TestBox")
    defer { NSKeyedUnarchiver.setClass(nil, forClassName: "StructCodingTests.TestBox") }
    XCTAssertThrowsError(try decodedByFoundation(EventTestBox.self, from: data))
  }

  func testFailureWhileWritingIsFoundWhileReading() throws {
    let data = try archive(FailingTestBox(Failing()))
    XCTAssertNotNil(data.range(of: Data("archive.error".utf8)))
    XCTAssertThrowsError(try decodedByFoundation(FailingTestBox.self, from: data))
    // All fields of the type are optional, so a reader that did not know the mark would return a value. The second time,
    // the reader knows the keys of the object.
    for _ in 1...2 {
      XCTAssertThrowsError(try KeyedArchive.decode(Failing.self, from: data)) {
        XCTAssertTrue("\($0)".contains("an object that could not be written"), "\($0)")
      }
    }
    // Without bytes between, too: alone, in a list, and as a case.
    let node = try KeyedArchive(data).node()
    XCTAssertThrowsError(try node.decode(Failing.self)) {
      XCTAssertEqual(($0 as? ArchiveError)?.code, .invalidValue, "\($0)")
      XCTAssertTrue("\($0)".contains("an object that could not be written: "), "\($0)")
      XCTAssertFalse("\($0)".contains("no reason given"), "\($0)")
    }
    XCTAssertThrowsError(try ArchiveNode.array([node]).decode([Failing].self)) {
      XCTAssertEqual(($0 as? ArchiveError)?.pathDescription, "[0]", "\($0)")
    }
    var mark = try ArchiveNode(encoding: Mark.spot(x: 1, y: nil))
    XCTAssertEqual(try mark.decode(Mark.self), .spot(x: 1, y: nil))
    mark["archive.error"] = "no ink"
    XCTAssertThrowsError(try mark.decode(Mark.self)) { XCTAssertTrue("\($0)".contains("no ink"), "\($0)") }
  }

  func testEquality() {
    XCTAssertEqual(Event("a").encoded, Event("a").encoded)
    XCTAssertEqual(Event("a").encoded.hash, Event("a").encoded.hash)
    XCTAssertNotEqual(Event("a").encoded, Event("b").encoded)
    XCTAssertFalse(Event("a").encoded.isEqual("a"))
    XCTAssertFalse(Event("a").encoded.isEqual(nil))
    XCTAssertFalse(Event("a").encoded.isEqual(Kind.click.encoded))
    let opaque = Opaque(1).encoded
    XCTAssertEqual(opaque, opaque)
    XCTAssertNotEqual(opaque, Opaque(1).encoded)
  }

  #if !canImport(ObjectiveC)
    /// Foundation's archiver on Linux would end the process; the calls go to `KeyedArchive` instead.
    func testArchivedDataOfWrappersIsWrittenByKeyedArchive() throws {
      let (one, two) = (Event("a"), Event("b"))
      XCTAssertEqual(
        try KeyedArchive.decode(
          Event.self,
          from: NSKeyedArchiver.archivedData(withRootObject: one.encoded, requiringSecureCoding: true)),
        one)
      XCTAssertEqual(
        try KeyedArchive.decode(
          [Event].self,
          from: NSKeyedArchiver.archivedData(withRootObject: [one, two].encoded, requiringSecureCoding: true)),
        [one, two])
      XCTAssertEqual(
        try KeyedArchive.decode(
          [String: Event].self,
          from: NSKeyedArchiver.archivedData(withRootObject: ["a": one].encoded, requiringSecureCoding: true)),
        ["a": one])
    }
  #endif
}

/// A value that cannot be stored.
struct Failing: Archivable {
  typealias Coding = FailingTestBox
  static let archiveSchema = ArchiveSchema(className: "StructCodingTests.FailingTestBox", fields: ["note"])
  init() {}
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(nil as String?, at: 0)
    throw CocoaError(.coderInvalidValue)
  }
  init(fields decoder: inout some FieldDecoder) throws { _ = try decoder.decode(at: 0) as String? }
}

final class FailingTestBox: NSObject, NSSecureCoding, ArchiveWrapper {
  let decoded: Failing
  init(_ value: Failing) { decoded = value }
  static var supportsSecureCoding: Bool { true }
  func encode(with coder: NSCoder) { archive(to: coder) }
  init?(coder: NSCoder) {
    guard let value = Self.unarchive(from: coder) else { return nil }
    decoded = value
  }
}
