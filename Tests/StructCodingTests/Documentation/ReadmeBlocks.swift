import Foundation
import StructCoding

// The code blocks of the README. `print` is caught, so that the tests see what the README says is printed.

/// What the code of one block has printed.
final class PrintedLines {
  private(set) var lines: [String] = []
  func print(_ items: Any...) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }
}

public enum FirstProgram {
  // README first program
  @Archivable
  public struct Event: Equatable {
    public var timeStamp: Date
    public var eventTag: String
  }

  @Archivable
  public struct Session: Equatable {
    public var startTime: Date
    public var endTime: Date?
    public var events: [Event] = []
  }
  // END

  static var sample: [Session] {
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let event = Event(timeStamp: start + 2, eventTag: "open")
    return [
      Session(startTime: start, endTime: start + 90, events: [event]), Session(startTime: start + 600),
    ]
  }

  static func run() throws -> [String] {
    let printed = PrintedLines()
    // In a program of its own the class names are shorter, and two of them stand before the place of the error.
    let prefix = "StructCodingTests_FirstProgram_"
    let shift = 2 * (prefix.count - "App_".count)
    func print(_ items: Any...) {
      let text = items.map { "\($0)" }.joined(separator: " ")
      printed.print(
        text.replacingOccurrences(of: prefix, with: "App_")
          .replacing(/byte ([0-9]+)/) { "byte \(Int($0.1)! - shift)" })
    }
    // README first program
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let sessions = [
      Session(startTime: start, endTime: start + 90, events: [Event(timeStamp: start + 2, eventTag: "open")]),
      Session(startTime: start + 600),
    ]

    // Values to the bytes of Apple's keyed archive, and back.
    let data = try KeyedArchive.encode(sessions)
    let back = try KeyedArchive.decode([Session].self, from: data)
    print(back == sessions, back[0].events[0].eventTag)

    // The same through objects: `encoded` is a [Session.Coding], which any NSCoder takes.
    let same = try KeyedArchive.archivedData(withRootObject: sessions.encoded, requiringSecureCoding: true)
    print(same == data)

    // Asking for something else is an error, never a crash.
    do {
      _ = try KeyedArchive.decode([Event].self, from: data)
    } catch {
      print(error)
    }
    // END
    return printed.lines
  }
}

/// Nested classes have no stable name on Linux; the tests give them one.
enum Without {
  typealias Event = FirstProgram.Event

  // README without
  final class EventObject: NSObject, NSSecureCoding {
    let event: Event
    init(_ event: Event) { self.event = event }

    static var supportsSecureCoding: Bool { true }

    func encode(with coder: NSCoder) {
      coder.encode(event.timeStamp, forKey: "timeStamp")
      coder.encode(event.eventTag, forKey: "eventTag")
    }

    init?(coder: NSCoder) {
      guard let timeStamp = coder.decodeObject(of: NSDate.self, forKey: "timeStamp") as Date?,
        let eventTag = coder.decodeObject(of: NSString.self, forKey: "eventTag") as String?
      else { return nil }
      event = Event(timeStamp: timeStamp, eventTag: eventTag)
    }
  }
  // END
}

enum Names {
  // README names
  @Archivable(className: "Visit", formerly: ["XYZVisit"])
  struct Visit {
    var page: String
    var seconds = 0
  }
  // END

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.print(items.map { "\($0)" }.joined(separator: " ")) }
    // README names
    print(Visit.archiveSchema.accepts(className: "XYZVisit"))
    // END
    return printed.lines
  }
}

enum Enumerations {
  // README enumerations
  @Archivable
  enum State: Equatable {
    case idle
    case playing(track: String, position: Double)
    case failed(Int, String?)
  }

  @Archivable
  enum Speed: Int {
    case slow = 1
    case fast = 2
  }
  // END
}

enum Bridging {
  typealias Session = FirstProgram.Session

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.print(items.map { "\($0)" }.joined(separator: " ")) }
    let sessions = FirstProgram.sample
    // README bridging
    let one: Session.Coding = sessions[0].encoded
    let many: [Session.Coding] = sessions.encoded
    let named: [String: Session.Coding] = ["first": sessions[0]].encoded
    print(one.decoded == sessions[0], many.decoded == sessions, named["first"]!.isEqual(one))

    // Objects that come back as `Any`, as from an NSArray.
    let objects: [Any] = many + ["a string"]
    print(objects.decodedDroppingMismatches(as: Session.self).count)
    do {
      _ = try objects.decoded(as: Session.self)
    } catch {
      print(error)
    }
    // END
    return printed.lines
  }
}

enum Documents {
  typealias Session = FirstProgram.Session

  // README document
  final class Document: NSObject, NSSecureCoding {
    let title: String
    let sessions: [Session]

    init(title: String, sessions: [Session]) {
      self.title = title
      self.sessions = sessions
    }

    static var supportsSecureCoding: Bool { true }

    func encode(with coder: NSCoder) {
      coder.encode(title, forKey: "title")
      coder.encode(sessions.encoded, forKey: "sessions")
    }

    init?(coder: NSCoder) {
      let classes: [AnyClass] = [NSArray.self, Session.Coding.self]
      guard let title = coder.decodeObject(of: NSString.self, forKey: "title") as String?,
        let objects = coder.decodeObject(of: classes, forKey: "sessions") as? [Any],
        let sessions = try? objects.decoded(as: Session.self)
      else { return nil }
      self.title = title
      self.sessions = sessions
    }
  }
  // END
}

extension Documents {
  static func write(_ document: Document) throws -> Data {
    // README document archiver
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    // END
    archiver.setClassName("Document", for: Document.self)
    // README document archiver
    archiver.encode(document, forKey: "document")
    archiver.encode(3, forKey: "revision")
    let data = try archiver.finishEncoding()
    // END
    return data
  }

  static func read(_ data: Data) throws -> Document {
    // README document archiver
    let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
    // END
    unarchiver.setClass(Document.self, forClassName: "Document")
    // README document archiver
    let copy = unarchiver.decodeObject(of: Document.self, forKey: "document")
    let revision = unarchiver.decodeInteger(forKey: "revision")
    try unarchiver.finishDecoding()
    // END
    guard let copy, revision == 3 else { throw CocoaError(.coderReadCorrupt) }
    return copy
  }
}

enum FoundationReading {
  typealias Session = FirstProgram.Session

  static func read(_ data: Data) throws -> [Session] {
    // README foundation
    Session.Coding.registerArchiveNames()
    let classes: [AnyClass] = [NSArray.self, Session.Coding.self]
    let objects = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? [Any]
    let sessions = try objects?.decoded(as: Session.self)
    // END
    return sessions ?? []
  }
}

enum Opening {
  typealias Session = FirstProgram.Session

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.print(items.map { "\($0)" }.joined(separator: " ")) }
    let data = try KeyedArchive.encode(FirstProgram.sample)
    // README opening
    let archive = try KeyedArchive(data)
    print(archive.archiver, archive.keys, archive.objectCount)
    let sessions = try archive.decode([Session].self, forKey: "root")
    // END
    return printed.lines + (sessions == FirstProgram.sample ? [] : ["other sessions"])
  }
}

enum Columns {
  typealias Session = FirstProgram.Session

  static func roundTrip(_ sessions: [Session]) throws -> [Session] {
    // README columns
    let data = try ColumnArchive.encode(sessions)
    let back = try ColumnArchive.decode([Session].self, from: data)
    // END
    return back
  }

  static func readParts(_ url: URL) throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.print(items.map { "\($0)" }.joined(separator: " ")) }
    let sessions = FirstProgram.sample
    // README columns, parts
    try ColumnArchive.encode(sessions).write(to: url, options: .atomic)

    let archive = try ColumnArchive(contentsOf: url)
    print(archive.count, "sessions")
    print(try archive.elements(of: Session.self, in: 1..<2) == [sessions[1]])
    print(try archive.values(at: Session.path.events.eventTag))
    print(try archive.values(of: String.self, at: "events.eventTag"))
    // END
    return printed.lines
  }

  static func filter() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.print(items.map { "\($0)" }.joined(separator: " ")) }
    let archive = try ColumnArchive(ColumnArchive.encode(FirstProgram.sample))
    // README columns, filters
    let open = try archive.elements(where: Session.path.endTime) { $0 == nil }
    let order = try archive.positions(sortedBy: Session.path.startTime, order: .reverse)
    print(open.count, order)
    // END
    return printed.lines
  }

  static func append(_ url: URL) throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.print(items.map { "\($0)" }.joined(separator: " ")) }
    let sessions = FirstProgram.sample
    // README columns, appending
    let writer = try ColumnArchiveWriter<Session>(appendingTo: url)
    try writer.append(contentsOf: sessions)
    try writer.append(sessions[0])
    try writer.close()

    try ColumnArchive(contentsOf: url).forEachBatch(of: Session.self) { batch in
      print(batch.count)
    }
    // END
    return printed.lines
  }

  static func read(_ data: Data) throws -> [Int] {
    // README columns, limits
    let limits = ArchiveLimits(maximumDecodedSize: 1 << 30)
    let numbers = try ColumnArchive.decode([Int].self, from: data, options: .init(limits: limits))
    // END
    return numbers
  }
}

enum Evolution {
  // README evolution
  @Archivable(className: "Place")
  struct FirstPlace {
    var latitude: Float
    var note: String
  }

  @Archivable(className: "Place")
  struct Place {
    @Stored("lat", formerly: "latitude") var latitude: Double
    var height: Double?
    var visits = 1
  }
  // END

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.print(items.map { "\($0)" }.joined(separator: " ")) }
    // README evolution
    let old = try ColumnArchive.encode([FirstPlace(latitude: 52.5, note: "home")])
    let place = try ColumnArchive.decode([Place].self, from: old)[0]
    print(place.latitude, place.height as Any, place.visits)
    // END
    return printed.lines
  }
}

enum Errors {
  // README errors
  @Archivable(className: "Measure")
  struct Old { var amount: String }

  @Archivable(className: "Measure")
  struct New { var amount: Int }
  // END

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.print(items.map { "\($0)" }.joined(separator: " ")) }
    // README errors
    do {
      let data = try KeyedArchive.encode([Old(amount: "4"), Old(amount: "four")])
      _ = try KeyedArchive.decode([New].self, from: data)
    } catch let error as ArchiveError {
      print(error.code, error.pathDescription)
      print(error)
    }
    // END
    return printed.lines
  }
}

enum Limits {
  typealias Session = FirstProgram.Session

  static func read(_ data: Data) throws -> [Session] {
    // README limits
    let limits = ArchiveLimits(maximumDepth: 32, maximumDecodedSize: 1 << 20)
    let sessions = try KeyedArchive.decode([Session].self, from: data, options: .init(limits: limits))
    // END
    return sessions
  }
}

// README own value
struct Celsius: Equatable {
  var degrees: Double
}

extension Celsius: ArchiveValue {
  func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try encoder.encode(degrees)
  }

  static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Celsius {
    Celsius(degrees: try decoder.decodeDouble())
  }

  // For column archives: a column of numbers. Without it, they store the values one by one, which is slower.
  static var archiveColumn: ArchiveColumn {
    .stored(as: Double.self, encode: \Celsius.degrees, decode: Celsius.init)
  }
}
// END

enum HandWritten {
  // README by hand
  struct Reading: Archivable {
    var sensor: String
    var value: Int

    static let archiveSchema = ArchiveSchema(className: "Reading", fields: ["sensor", "value"])

    func encodeFields(to encoder: inout some KeyedEncoder) throws {
      try encoder.encode(sensor, at: 0)
      try encoder.encode(value, at: 1)
    }

    init(fields decoder: inout some KeyedDecoder) throws {
      sensor = try decoder.decode(at: 0)
      value = try decoder.decode(at: 1)
    }

    static func describeColumns(_ columns: inout ColumnDescription<Reading>) {
      columns.field(\.sensor, at: 0)
      columns.field(\.value, at: 1)
      unsafe columns.coverMemory()
    }

    final class Coding: NSObject, NSSecureCoding, ArchiveDecodable {
      let decoded: Reading
      init(_ value: Reading) { decoded = value }
      static var supportsSecureCoding: Bool { true }
      func encode(with coder: NSCoder) { archive(to: coder) }
      init?(coder: NSCoder) {
        guard let value = Self.unarchive(from: coder) else { return nil }
        decoded = value
      }
    }
  }
  // END
}

extension HandWritten.Reading: Equatable {
  init(sensor: String, value: Int) {
    self.sensor = sensor
    self.value = value
  }
}
