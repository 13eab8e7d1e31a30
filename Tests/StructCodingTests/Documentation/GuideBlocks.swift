import ArchiveDocuments
import Foundation
import LiveValues
import Observation
import StructCoding

// The code blocks of the guide `Fields.md`. `print` is caught, so that the tests see what the guide says is printed.

/// A type of somebody else, which knows nothing of archives.
struct Color: Equatable {
  var red: Double
  var green: Double
  var blue: Double
}

// GUIDE transformer
struct ColorTransformer: ArchiveTransformer {
  struct NoColor: Error { let text: String }

  func encode(_ value: Color) throws -> String {
    [value.red, value.green, value.blue].map { "\($0)" }.joined(separator: " ")
  }

  func decode(_ stored: String) throws -> Color {
    let parts = stored.split(separator: " ").compactMap { Double($0) }
    guard parts.count == 3 else { throw NoColor(text: stored) }
    return Color(red: parts[0], green: parts[1], blue: parts[2])
  }
}
// END

// GUIDE methods
@Archivable
struct Point: Equatable {
  var latitude: Double
  var longitude: Double
}

struct Zoom: Equatable, RawRepresentable {
  var rawValue: Int
}

struct Preferences: Codable, Equatable {
  var layers: [String] = []
  var isNight = false
}

@Archivable
struct MapView: Equatable {
  @Stored(.raw) var zoom: Zoom?
  @Stored(.codable(.json)) var preferences = Preferences()
  @Stored(.transformed(ColorTransformer.self)) var tint: Color
  @Stored(.transformed(name: "HexDataTransformer")) var checksum: Data
  @Stored(.composition) var center: Point
  @Stored("name", formerly: "title", default: "Untitled") var label: String
}
// END

enum Methods {
  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // GUIDE methods
    let map = MapView(
      zoom: Zoom(rawValue: 12), tint: Color(red: 1, green: 0.5, blue: 0), checksum: Data([0xAB, 0x01]),
      center: Point(latitude: 52.5, longitude: 13.4), label: "Berlin")
    let node = try ArchiveNode(encoding: map)
    for name in node.fields?.names ?? [] { print(name, node[name]!) }
    print(try KeyedArchive.decode(MapView.self, from: KeyedArchive.encode(map)) == map)
    print(try ColumnArchive.decode(MapView.self, from: ColumnArchive.encode(map)) == map)
    // END
    return printed.lines
  }
}

enum Registered {
  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // GUIDE registered
    ArchiveTransformers.register(ColorTransformer.self, forName: "Color")
    // END
    do {
      _ = try KeyedArchive.encode(Misspelt(checksum: Data()))
    } catch {
      // Other tests register names as well.
      print(
        "\(error)".replacing(/(Registered are: )(.*?)\. Others/) { match in
          let names = match.2.split(separator: ", ").filter { $0.hasSuffix("Transformer") || $0 == "Color" }
          return "\(match.1)\(names.joined(separator: ", ")). Others"
        })
    }
    return printed.lines
  }
}

// GUIDE misspelt
@Archivable
struct Misspelt {
  @Stored(.transformed(name: "HexDataTransfomer")) var checksum: Data
}
// END

// GUIDE failures
enum Unit: String { case metre, foot }

@Archivable(className: "Measurement")
struct OldMeasurement {
  var value: Double
  var unit: String
}

@Archivable(className: "Measurement")
struct NewMeasurement: Equatable {
  var value: Double
  @Stored(default: Unit.metre, onDecodeFailure: .fallbackToDefaultValue) var unit: Unit
  @Stored(default: 1) var version: Int
}
// END

enum Failures {
  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // GUIDE failures
    let old = [OldMeasurement(value: 3, unit: "foot"), OldMeasurement(value: 2, unit: "cubit")]
    let new = try ColumnArchive.decode([NewMeasurement].self, from: ColumnArchive.encode(old))
    print(new.map(\.unit.rawValue), new[0].version)
    // END
    return printed.lines
  }
}

// GUIDE versions
@Archivable(className: "Recording")
struct FirstRecording {
  var begin: Date
  var end: Date
}

@Archivable(className: "Recording", version: 3)
struct Recording: Equatable {
  var startTime: Date
  var duration: Double
  var tags: [String]

  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    switch version {
    case 1:
      fields.rename("begin", to: "startTime")
      let length = try fields.decode(Date.self, "end").timeIntervalSince(
        fields.decode(Date.self, "startTime"))
      try fields.encode(length, as: "duration")
      fields.remove("end")
    case 2: fields["tags"] = ["imported"]
    default: break
    }
  }

  mutating func awakeAfterDecoding() throws {
    guard duration >= 0 else { throw CocoaError(.coderInvalidValue) }
    tags.sort()
  }
}
// END

enum Versions {
  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // GUIDE versions
    let begin = Date(timeIntervalSinceReferenceDate: 0)
    let first = FirstRecording(begin: begin, end: begin + 90)
    let recording = try KeyedArchive.decode(Recording.self, from: KeyedArchive.encode(first))
    print(recording.duration, recording.tags)

    do {
      _ = try ColumnArchive.decode([FirstRecording].self, from: ColumnArchive.encode([recording]))
    } catch {
      print(error)
    }
    // END
    return printed.lines
  }
}

// GUIDE transient
@Archivable
struct Contact: Hashable {
  var firstName: String
  var lastName: String
  @Transient var isSelected = false

  @Transient(dependsOn: \.firstName, \.lastName)
  var fullName: String {
    get { _fullName { "\(firstName) \(lastName)" } }
    set {
      let parts = newValue.split(separator: " ", maxSplits: 1).map(String.init)
      (firstName, lastName) = (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }
  }
}
// END

enum Deriving {
  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // GUIDE transient
    var contact = Contact(firstName: "Ada", lastName: "Lovelace")
    print(contact.fullName)
    contact.fullName = "Grace Hopper"
    print(contact.lastName)
    // END
    return printed.lines
  }
}

enum Observing {
  static func run() -> [String] {
    let printed = SharedLines()
    @Sendable func print(_ items: Any...) { printed.add(items.map { "\($0)" }.joined(separator: " ")) }
    // GUIDE live
    let person = LiveValue(Contact(firstName: "Ada", lastName: "Byron"))
    withObservationTracking {
      _ = person.fullName
    } onChange: {
      print("the name is about to change")
    }
    let observation = person.observe(\.fullName) { old, new in print(old, "->", new) }
    person.isSelected = true
    person.lastName = "Lovelace"
    person.lastName = "Lovelace"
    person.update { contact in
      contact.firstName = "Grace"
      contact.lastName = "Hopper"
    }
    print(person.value.lastName)
    // END
    observation.invalidate()
    return printed.lines
  }
}

enum Paths {
  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let map = MapView(
      zoom: Zoom(rawValue: 12), tint: Color(red: 1, green: 0.5, blue: 0), checksum: Data(),
      center: Point(latitude: 52.5, longitude: 13.4), label: "Berlin")
    // GUIDE paths
    let path = MapView.path.center.latitude
    print(path.storedName!)
    print([map].sorted(using: path.comparator(order: .reverse)).count)
    print(try path.predicate(.greater, 50).evaluate(map))
    print(map[keyPath: path.keyPath])
    // END
    return printed.lines
  }
}

enum Filters {
  typealias Event = FirstProgram.Event

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let events = (0..<5).map { Event(timeStamp: start - Double($0 * 60), eventTag: "tag \($0)") }
    // GUIDE filters
    let archive = try ColumnArchive(ColumnArchive.encode(events))
    let recent = try archive.elements(where: Event.path.timeStamp) { $0 > start - 90 }
    print(recent.map(\.eventTag))
    let order = try archive.positions(sortedBy: Event.path.timeStamp)
    print(order)
    print(try archive.elements(of: Event.self, at: order.prefix(2)).map(\.eventTag))
    // END
    return printed.lines
  }
}
