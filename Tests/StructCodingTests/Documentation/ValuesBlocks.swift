import ArchiveDocuments
import Foundation
import StructCoding

// The code blocks of the page on values and objects.

enum Names {
  // VALUES names
  @Archivable(className: "Visit", formerly: ["XYZVisit"])
  struct Visit {
    var page: String
    var seconds = 0
  }
  // END

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // VALUES names
    print(Visit.archiveSchema.accepts(className: "XYZVisit"))
    // END
    return printed.lines
  }
}

enum Enumerations {
  // VALUES enumerations
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

enum MixedValues {
  // VALUES mixed
  @Archivable
  struct Preferences {
    var owner: String
    var extras: [String: ArchiveNode] = [:]
  }
  // END

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // VALUES mixed
    var preferences = Preferences(owner: "Ann", extras: ["volume": 0.5, "recent": ["sea", "lake"]])
    preferences.extras["seen"] = ["tour": true]
    let archived = try KeyedArchive.decode(Preferences.self, from: KeyedArchive.encode(preferences))
    print(archived.extras["recent"]?[1] ?? .null, archived.extras["seen"]?["tour"] ?? .null)
    // END
    return printed.lines
  }
}

enum Bridging {
  typealias Session = FirstProgram.Session

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let sessions = FirstProgram.sample
    // VALUES bridging
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

  // VALUES document
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
    // VALUES document archiver
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    // END
    archiver.setClassName("Document", for: Document.self)
    // VALUES document archiver
    archiver.encode(document, forKey: "document")
    archiver.encode(3, forKey: "revision")
    let data = try archiver.finishEncoding()
    // END
    return data
  }

  static func read(_ data: Data) throws -> Document {
    // VALUES document archiver
    let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
    // END
    unarchiver.setClass(Document.self, forClassName: "Document")
    // VALUES document archiver
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
    // VALUES foundation
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
    func print(_ items: Any...) { printed.printAll(items) }
    let data = try KeyedArchive.encode(FirstProgram.sample)
    // VALUES opening
    let archive = try KeyedArchive(data)
    print(archive.archiver, archive.keys, archive.objectCount)
    let sessions = try archive.decode([Session].self, forKey: "root")
    // END
    return printed.lines + (sessions == FirstProgram.sample ? [] : ["other sessions"])
  }
}

// VALUES own value
struct Celsius: Equatable {
  var degrees: Double
}

extension Celsius: ArchiveRepresentable {
  var archiveForm: Double { degrees }
  init(archiveForm: Double) { self.init(degrees: archiveForm) }
}
// END
