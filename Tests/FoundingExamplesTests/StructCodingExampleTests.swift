import Foundation
import StructCoding
import XCTest

// Structs and NSCoding: a struct with a nested class `Coding`, protocols that convert one value and sequences, and
// Foundation's archivers around them. Every call is Foundation's own spelling.

@Archivable
struct Event: Hashable, Sendable {
  public internal(set) var timeStamp: Date
  public internal(set) var eventTag: String

  init(timeStamp: Date, tag: String) {
    self.timeStamp = timeStamp
    eventTag = tag
  }
}

@Archivable
struct Session: Hashable {
  var startTime: Date
  var events: [Event]
}

final class StructCodingExampleTests: XCTestCase {
  private let start = Date(timeIntervalSinceReferenceDate: 483_000_000)

  private var events: [Event] {
    [
      Event(timeStamp: start + 1, tag: "did open"),
      Event(timeStamp: start + 2.5, tag: "did close"),
    ]
  }

  private var sessions: [Session] {
    [Session(startTime: start, events: events), Session(startTime: start + 60, events: [])]
  }

  /// The program that the project began with.
  func testTheProgram() {
    let data = NSKeyedArchiver.archivedData(withRootObject: sessions.encoded)
    let back = (NSKeyedUnarchiver.unarchiveObject(with: data) as? [Session.Coding])?.decoded
    XCTAssertEqual(back, sessions)
  }

  func testOneValue() throws {
    let coding = events[0].encoded
    XCTAssertEqual(coding.decoded, events[0])
    XCTAssertEqual(coding, Event.Coding(events[0]))
    let object: any NSSecureCoding = coding
    XCTAssertTrue(type(of: object).supportsSecureCoding)

    let data = NSKeyedArchiver.archivedData(withRootObject: coding)
    XCTAssertEqual((NSKeyedUnarchiver.unarchiveObject(with: data) as? Event.Coding)?.decoded, events[0])
  }

  // Each shape by the old and the new class method. The expressions stand in the calls, as the compiler chooses both the
  // method and the `encoded` by them.

  func testArrays() throws {
    try check(
      NSKeyedArchiver.archivedData(withRootObject: sessions.encoded),
      NSKeyedArchiver.archivedData(withRootObject: sessions.encoded, requiringSecureCoding: true)
    ) { ($0 as? [Session.Coding])?.decoded == self.sessions }
    try check(
      NSKeyedArchiver.archivedData(withRootObject: [events.encoded, []]),
      NSKeyedArchiver.archivedData(withRootObject: [events.encoded, []], requiringSecureCoding: true)
    ) { ($0 as? [[Event.Coding]])?.map(\.decoded) == [self.events, []] }
  }

  func testSets() throws {
    let set = Set(events)
    try check(
      NSKeyedArchiver.archivedData(withRootObject: set.encoded),
      NSKeyedArchiver.archivedData(withRootObject: set.encoded, requiringSecureCoding: true)
    ) { ($0 as? Set<Event.Coding>)?.decoded == set && $0 is NSSet }
    // A set can be read as one.
    let data = try NSKeyedArchiver.archivedData(withRootObject: set.encoded, requiringSecureCoding: true)
    XCTAssertEqual(try KeyedArchive.decode(Set<Event>.self, from: data), set)
  }

  func testDictionaries() throws {
    let byDay = ["Monday": sessions[0], "Tuesday": sessions[1]]
    try check(
      NSKeyedArchiver.archivedData(withRootObject: byDay.encoded),
      NSKeyedArchiver.archivedData(withRootObject: byDay.encoded, requiringSecureCoding: true)
    ) { ($0 as? [String: Session.Coding])?.decoded == byDay }
    let counts = [events[0]: 1, events[1]: 2]
    try check(
      NSKeyedArchiver.archivedData(withRootObject: counts.encoded),
      NSKeyedArchiver.archivedData(withRootObject: counts.encoded, requiringSecureCoding: true)
    ) { ($0 as? [Event.Coding: Int])?.decoded == counts }
    let lists = ["all": events.encoded]
    try check(
      NSKeyedArchiver.archivedData(withRootObject: lists),
      NSKeyedArchiver.archivedData(withRootObject: lists, requiringSecureCoding: true)
    ) { ($0 as? [String: [Event.Coding]])?["all"]?.decoded == self.events }
  }

  func testOptionals() throws {
    let some: Session? = sessions[0]
    try check(
      NSKeyedArchiver.archivedData(withRootObject: some.encoded),
      NSKeyedArchiver.archivedData(withRootObject: some.encoded, requiringSecureCoding: true)
    ) { ($0 as? Session.Coding)?.decoded == some }
    let none: [Session]? = nil
    try check(
      NSKeyedArchiver.archivedData(withRootObject: none?.encoded),
      NSKeyedArchiver.archivedData(withRootObject: none?.encoded, requiringSecureCoding: true)
    ) { $0 == nil }
    let list = ([sessions[0], nil] as [Session?]).map(\.encoded)
    try check(
      NSKeyedArchiver.archivedData(withRootObject: list),
      NSKeyedArchiver.archivedData(withRootObject: list, requiringSecureCoding: true)
    ) {
      guard let back = $0 as? [Any], back.count == 2 else { return false }
      return (back[0] as? Session.Coding)?.decoded == some && back[1] is NSNull
    }
  }

  /// Values of several types in one array.
  func testMixedArray() throws {
    let items: [any Archivable] = [events[0], sessions[1]]
    try check(
      NSKeyedArchiver.archivedData(withRootObject: items.encoded),
      NSKeyedArchiver.archivedData(withRootObject: items.encoded, requiringSecureCoding: true)
    ) {
      let back = ($0 as? [any ArchiveWrapper])?.decoded
      return back?.count == 2 && back?[0] as? Event == self.events[0]
        && back?[1] as? Session == self.sessions[1]
    }
  }

  func testFiles() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "sessions-\(UUID()).archive")
    defer { try? FileManager.default.removeItem(at: url) }
    XCTAssertTrue(NSKeyedArchiver.archiveRootObject(sessions.encoded, toFile: url.path))
    let back = NSKeyedUnarchiver.unarchiveObject(withFile: url.path) as? [Session.Coding]
    XCTAssertEqual(back?.decoded, sessions)
    XCTAssertFalse(NSKeyedArchiver.archiveRootObject(sessions.encoded, toFile: url.path + "/none"))
  }

  /// Reads what both methods have written by the old and the new methods.
  private func check(_ old: Data, _ new: Data, line: UInt = #line, _ isRight: (Any?) -> Bool) throws {
    for data in [old, new] {
      XCTAssertTrue(isRight(NSKeyedUnarchiver.unarchiveObject(with: data)), line: line)
      let back = try NSKeyedUnarchiver.unarchivedObject(
        ofClasses: [
          NSArray.self, NSSet.self, NSDictionary.self, NSString.self, NSNumber.self, NSNull.self,
          Session.Coding.self, Event.Coding.self,
        ], from: data)
      XCTAssertTrue(isRight(back), line: line)
    }
  }
}

// A program that only reads. Nothing encodes these types as objects.

@Archivable(className: "Reading")
struct Reading: Equatable {
  var place: Place
  var notes: [Note] = []

  @Archivable(className: "Reading.Place", formerly: ["OldPlace"])
  struct Place: Equatable { var name: String }

  @Archivable
  struct Note: Equatable { var text: String }
}

@Archivable(className: "OldReadingPlace")
struct OldPlace { var name: String }

@Archivable(className: "NewReadingPlace", formerly: ["OldReadingPlace"])
struct NewPlace: Equatable { var name: String }

final class ReadingOnlyTests: XCTestCase {
  private let reading = Reading(place: Reading.Place(name: "Oslo"), notes: [Reading.Note(text: "cold")])

  /// The type is named in the call, and its fields are found by their types.
  func testNamedInTheCall() throws {
    let data = try KeyedArchive.encode(reading)
    XCTAssertEqual(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: Reading.Coding.self, from: data)?.decoded, reading)

    let list = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, Reading.Coding.self], from: KeyedArchive.encode([reading, reading]))
    XCTAssertEqual((list as? [Reading.Coding])?.decoded, [reading, reading])
  }

  func testUnarchiver() throws {
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.encode(reading, forKey: "first")
    archiver.encode([reading.place], forKey: "places")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: try archiver.finishEncoding())
    XCTAssertEqual(unarchiver.decodeObject(of: Reading.Coding.self, forKey: "first")?.decoded, reading)
    let places = unarchiver.decodeObject(of: [NSArray.self, Reading.Place.Coding.self], forKey: "places")
    XCTAssertEqual((places as? [Reading.Place.Coding])?.decoded, [reading.place])
    XCTAssertNil(unarchiver.error)
  }

  func testFormerName() throws {
    let data = try KeyedArchive.encode(OldPlace(name: "Bergen"))
    XCTAssertEqual(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: NewPlace.Coding.self, from: data)?.decoded,
      NewPlace(name: "Bergen"))
  }

  /// A missing field is an error that names it.
  func testMissingField() throws {
    let data = try KeyedArchive.encode(OldPlace(name: "Bergen"), options: .init(key: "other"))
    XCTAssertThrowsError(try NSKeyedUnarchiver.unarchivedObject(ofClass: NewPlace.Coding.self, from: data))
  }
}

// A class of the app's own, around structs.

final class Diary: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let owner: String
  let sessions: [Session]
  let last: Event?

  init(owner: String, sessions: [Session], last: Event?) {
    self.owner = owner
    self.sessions = sessions
    self.last = last
  }

  func encode(with coder: NSCoder) {
    coder.encode(owner, forKey: "owner")
    coder.encode(sessions.encoded, forKey: "sessions")
    coder.encode(last.encoded, forKey: "last")
  }

  init?(coder: NSCoder) {
    guard let owner = coder.decodeObject(of: NSString.self, forKey: "owner"),
      let sessions = coder.decodeObject(of: [NSArray.self, Session.Coding.self], forKey: "sessions")
        as? [Session.Coding]
    else { return nil }
    self.owner = owner as String
    self.sessions = sessions.decoded
    last = coder.decodeObject(of: Event.Coding.self, forKey: "last")?.decoded
  }
}

final class ClassAroundStructsTests: XCTestCase {
  func testClassAroundStructs() throws {
    let event = Event(timeStamp: Date(timeIntervalSinceReferenceDate: 1), tag: "did open")
    let session = Session(startTime: event.timeStamp, events: [event])
    let diary = Diary(owner: "Ada", sessions: [session], last: event)
    let data = try NSKeyedArchiver.archivedData(withRootObject: diary, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: Diary.self, from: data)
    XCTAssertEqual(back?.owner, "Ada")
    XCTAssertEqual(back?.sessions, [session])
    XCTAssertEqual(back?.last, event)
  }
}
