import ArchiveDocuments
import Foundation
import StructCoding

// The code blocks of the page `WhyNotCodable.md`. `print` is caught, as for the other pages.

enum Codables {
  // CODABLE evolution
  struct OldJSONNote: Codable {
    var title: String
  }

  struct JSONNote: Codable {
    var title: String
    var color = "yellow"
  }

  @Archivable(className: "Note")
  struct OldNote {
    var title: String
  }

  @Archivable(className: "Note")
  struct Note {
    var title: String
    var color = "yellow"
  }
  // END

  static func evolution() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // CODABLE evolution
    let json = try JSONEncoder().encode(OldJSONNote(title: "milk"))
    do {
      print(try JSONDecoder().decode(JSONNote.self, from: json).color)
    } catch DecodingError.keyNotFound(let key, _) {
      print("JSONDecoder: no value for the key", key.stringValue)
    }

    let data = try ColumnArchive.encode(OldNote(title: "milk"))
    print("ColumnArchive:", try ColumnArchive.decode(Note.self, from: data).color)
    // END
    return printed.lines
  }

  // CODABLE by hand
  struct PatientNote: Codable {
    var title: String
    var color = "yellow"

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      title = try container.decode(String.self, forKey: .title)
      color = try container.decodeIfPresent(String.self, forKey: .color) ?? "yellow"
    }
  }
  // END

  static func byHand() throws -> String {
    try JSONDecoder().decode(PatientNote.self, from: JSONEncoder().encode(OldJSONNote(title: "milk"))).color
  }

  // CODABLE identity
  final class JSONPerson: Codable {
    var name: String
    init(name: String) { self.name = name }
  }

  @Archivable(className: "CodablePagePerson")
  final class Person {
    var name: String
    init(name: String) { self.name = name }
  }
  // END

  static func identity() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // CODABLE identity
    let ann = JSONPerson(name: "Ann")
    let copies = try JSONDecoder().decode([JSONPerson].self, from: JSONEncoder().encode([ann, ann]))
    print(copies[0] === copies[1])

    let bob = Person(name: "Bob")
    let same = try KeyedArchive.decode([Person].self, from: KeyedArchive.encode([bob, bob]))
    print(same[0] === same[1])
    // END
    return printed.lines
  }

  // CODABLE both
  @Archivable(className: "Track")
  struct Track: Codable, Equatable {
    var title: String
    var seconds = 0.0
    @Stored(.codable(.json)) var tags: [String: [String]] = [:]
  }
  // END

  static func both() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // CODABLE both
    let track = Track(title: "Sea", seconds: 61.5, tags: ["mood": ["calm"]])

    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    print(String(decoding: try encoder.encode(track), as: UTF8.self))

    let archive = try ColumnArchive.encode(track)
    print(try ColumnArchive.decode(Track.self, from: archive) == track)
    // END
    return printed.lines
  }

  static func errors() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // CODABLE errors
    let tracks: ArchiveNode = [
      .object("Track", ["title": "Sea", "seconds": 61.5]),
      .object("Track", ["title": "Lake", "seconds": "long"]),
    ]
    do {
      _ = try KeyedArchive.decode([Track].self, from: KeyedArchive.encode(tracks))
    } catch {
      print(error)
    }
    // END
    return printed.lines
  }
}
