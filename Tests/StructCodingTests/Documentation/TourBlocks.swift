import Foundation
import StructCoding

// The code blocks of the tour. `print` is caught, so that the tests see what the page says is printed.

public enum FirstProgram {
  // TOUR+COLUMNS first program
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
    // TOUR+COLUMNS first program
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let sessions = [
      Session(startTime: start, endTime: start + 90, events: [Event(timeStamp: start + 2, eventTag: "open")]),
      Session(startTime: start + 600),
    ]
    // END

    // TOUR first program
    // Values to the bytes of Apple's keyed archive, and back.
    let data = try KeyedArchive.encode(sessions)
    let back = try KeyedArchive.decode([Session].self, from: data)
    print(back == sessions, back[0].events[0].eventTag)

    // The same through objects: `encoded` is a [Session.Coding], which any NSCoder takes.
    let same = try KeyedArchive.archivedData(withRootObject: sessions.encoded, requiringSecureCoding: true)
    print(same == data)

    // Asking for the wrong type is an error, never a crash.
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

  // TOUR without
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

enum Errors {
  // TOUR errors
  @Archivable(className: "Measure")
  struct Old { var amount: String }

  @Archivable(className: "Measure")
  struct New { var amount: Int }
  // END

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // TOUR errors
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
    // TOUR limits
    let limits = ArchiveLimits(maximumDepth: 32, maximumDecodedSize: 1 << 20)
    let sessions = try KeyedArchive.decode([Session].self, from: data, options: .init(limits: limits))
    // END
    return sessions
  }
}
