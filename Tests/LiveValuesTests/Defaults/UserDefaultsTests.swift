import ArchiveTestSupport
import Foundation
import LiveValues
import StructCoding
import XCTest

/// Values in the user's defaults, in a suite of the test's own.
final class UserDefaultsTests: XCTestCase {
  private let suite = "StructCodingTests.\(UUID().uuidString)"
  private var defaults: UserDefaults!

  override func setUpWithError() throws {
    defaults = try XCTUnwrap(UserDefaults(suiteName: suite))
  }

  override func tearDown() {
    defaults.removePersistentDomain(forName: suite)
    XCTAssertEqual(UserDefaults.standard.persistentDomain(forName: suite)?.count ?? 0, 0)
  }

  private let session = Visit(
    start: Date(timeIntervalSinceReferenceDate: 12.5),
    events: [Stop(time: Date(timeIntervalSinceReferenceDate: 13), tag: "open", level: 3)],
    isOpen: true, counts: ["a": 1])

  // MARK: What is stored

  func testValuesComeBack() throws {
    try defaults.archive(session, forKey: "session")
    try defaults.archive([session, session], forKey: "history")
    try defaults.archive(["today": session], forKey: "days")
    try defaults.archive(StopKind.high, forKey: "kind")
    try defaults.archive(42, forKey: "number")
    XCTAssertEqual(try defaults.unarchive(Visit.self, forKey: "session"), session)
    XCTAssertEqual(try defaults.unarchive([Visit].self, forKey: "history"), [session, session])
    XCTAssertEqual(try defaults.unarchive([String: Visit].self, forKey: "days"), ["today": session])
    XCTAssertEqual(try defaults.unarchive(StopKind.self, forKey: "kind"), .high)
    XCTAssertEqual(try defaults.unarchive(Int.self, forKey: "number"), 42)
    // It is data, and the archive is the usual one.
    XCTAssertEqual(defaults.data(forKey: "session"), try KeyedArchive.encode(session))
  }

  /// Another process would read the domain from its file.
  func testSettingsArePersistent() throws {
    try defaults.archive(session, forKey: "session")
    XCTAssert(defaults.synchronize())
    let domain = try XCTUnwrap(UserDefaults.standard.persistentDomain(forName: suite))
    XCTAssertEqual(domain["session"] as? Data, try KeyedArchive.encode(session))
    let others = try XCTUnwrap(UserDefaults(suiteName: suite))
    XCTAssertEqual(try others.unarchive(Visit.self, forKey: "session"), session)
  }

  func testNilIsAnAbsentSetting() throws {
    XCTAssertNil(try defaults.unarchive(Visit.self, forKey: "session"))
    var current: Visit? = session
    try defaults.archive(current, forKey: "session")
    XCTAssertEqual(try defaults.unarchive(Visit.self, forKey: "session"), session)
    current = nil
    try defaults.archive(current, forKey: "session")
    XCTAssertNil(defaults.object(forKey: "session"))
    XCTAssertNil(try defaults.unarchive(Visit.self, forKey: "session"))
  }

  func testOptions() throws {
    try defaults.archive(
      session, forKey: "session", options: .init(outputFormat: .xml, key: "value", archiver: "MyArchiver"))
    XCTAssertEqual(defaults.data(forKey: "session")?.first, UInt8(ascii: "<"))
    XCTAssertEqual(
      try defaults.unarchive(
        Visit.self, forKey: "session", options: .init(key: "value", archivers: ["MyArchiver"])),
      session)
    assertThrows(.foreignArchiver, at: #"["session"]"#) {
      try defaults.unarchive(Visit.self, forKey: "session", options: .init(key: "value"))
    }
    assertThrows(.limitExceeded, at: #"["session"]"#) {
      try defaults.unarchive(
        Visit.self, forKey: "session",
        options: .init(
          key: "value", archivers: nil, limits: ArchiveLimits(maximumDecodedSize: 10)))
    }
  }

  // MARK: What others stored

  func testArchiveOfAnObject() throws {
    let data = try KeyedArchive.archivedData(withRootObject: session.encoded, requiringSecureCoding: true)
    defaults.set(data, forKey: "session")
    XCTAssertEqual(try defaults.unarchive(Visit.self, forKey: "session"), session)
  }

  /// What is there and is no archive of the type is an error, and stays there.
  func testNothingIsWiped() throws {
    let archive = try KeyedArchive.encode(session)
    let others: [(Any, ArchiveError.Code)] = [
      (Data(), .truncated), (archive.dropLast(), .truncated), (Data("text".utf8), .truncated),
      (try KeyedArchive.encode(StopKind.low), .typeMismatch), (try KeyedArchive.encode(7), .typeMismatch),
      (7, .typeMismatch), (true, .typeMismatch), ("text!", .malformed), ("", .truncated),
      (["a"], .typeMismatch),
      (["a": 1], .typeMismatch), (Date(timeIntervalSinceReferenceDate: 0), .typeMismatch),
      (1.5, .typeMismatch),
    ]
    for (other, code) in others {
      defaults.set(other, forKey: "session")
      let stored = try XCTUnwrap(defaults.object(forKey: "session") as? NSObject, "\(other)")
      assertThrows(code, at: #"["session"]"#) {
        try defaults.unarchive(Visit.self, forKey: "session")
      }
      XCTAssertEqual(defaults.object(forKey: "session") as? NSObject, stored, "\(other)")
    }
  }

  func testErrorsSayThePlaceInTheArchive() throws {
    try defaults.archive([NewerStop(time: "noon", tag: "open")], forKey: "events")
    assertThrows(.typeMismatch, at: #"["events"][0].time"#, saying: "NSDate", "a string") {
      try defaults.unarchive([Stop].self, forKey: "events")
    }
  }

  /// A value that cannot be archived leaves the setting as it was.
  func testRefusedValue() throws {
    try defaults.archive(["a"], forKey: "tree")
    let record = ArchiveNode.object("Person", ["name": "Ann"])
    assertThrows(.unsupported, at: #"["tree"]["value"]"#) {
      try defaults.archive(["value": record], forKey: "tree")
    }
    XCTAssertEqual(try defaults.unarchive([String].self, forKey: "tree"), ["a"])
  }

  func testDamagedSettings() throws {
    var random = SeededGenerator()
    let archive = try KeyedArchive.encode(session)
    for round in 0..<Thoroughness.rounds(80, full: 1_000) {
      var data = archive
      for _ in 0...random.below(3) { data[random.below(data.count)] = UInt8(random.below(256)) }
      defaults.set(data, forKey: "session")
      assertDecodesOrThrows("round \(round), seed \(random.seed)") {
        _ = try defaults.unarchive(Visit.self, forKey: "session")
      }
      XCTAssertEqual(defaults.data(forKey: "session"), data)
    }
  }

  // MARK: Text

  /// The constraint of `AppStorage` and `SceneStorage` of SwiftUI.
  private func stored<Value: RawRepresentable>(_ value: Value) -> String where Value.RawValue == String {
    value.rawValue
  }

  func testArchivedAsText() throws {
    let archived = try KeyedArchiveText(session)
    let text = stored(archived)
    XCTAssertEqual(Data(base64Encoded: text), try KeyedArchive.encode(session))
    XCTAssertEqual(KeyedArchiveText<Visit>(rawValue: text), archived)
    XCTAssertEqual(try KeyedArchiveText<Visit>(rawValue: text).decoded(), session)
    // What it stores, the method reads.
    defaults.set(text, forKey: "session")
    XCTAssertEqual(try defaults.unarchive(Visit.self, forKey: "session"), session)
  }

  func testArchivedKeepsWhatItCannotRead() throws {
    let newer = try KeyedArchiveText([NewerStop(time: "noon", tag: "open")]).rawValue
    for text in ["", "no archive", String(newer.dropLast(4)), newer] {
      let archived = KeyedArchiveText<[Stop]>(rawValue: text)
      XCTAssertThrowsError(try archived.decoded()) { XCTAssert($0 is ArchiveError, "\($0)") }
      XCTAssertEqual(stored(archived), text)
    }
    assertThrows(.typeMismatch, at: "[0].time") { try KeyedArchiveText<[Stop]>(rawValue: newer).decoded() }
  }
}

@Archivable(className: "Defaults_Visit")
private struct Visit: Hashable {
  var start: Date
  var events: [Stop] = []
  var isOpen = false
  var counts: [String: UInt8] = [:]
}

@Archivable(className: "Defaults_Stop")
private struct Stop: Hashable {
  var time: Date
  var tag: String
  var level: Int16?
}

@Archivable(className: "Defaults_Kind")
private enum StopKind: Hashable { case low, high }

/// What a later version of the program stores.
@Archivable(className: "Defaults_Stop")
private struct NewerStop {
  var time: String
  var tag: String
  var level: Int16?
}
