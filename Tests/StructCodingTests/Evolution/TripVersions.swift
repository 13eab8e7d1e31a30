import ArchiveDocuments
import Foundation
import LiveValues
import StructCoding

// One model as it was in five releases of a program. All five have the class name of the first.

enum Release1 {
  @Archivable(className: "Fixture_Trip")
  struct Trip: Equatable {
    var name: String
    var begin: Date
    var end: Date?
    var lat: Double
    var lon: Double
    var mode: String
    var tags: [String]
    var legs: [Leg]
  }

  @Archivable(className: "Fixture_Leg")
  struct Leg: Equatable {
    var from: String
    var length: Float
  }
}

/// Names and types that convert: what needs no hook, and therefore no version.
enum Release2 {
  enum Mode: String, ArchiveValue { case walk, car, train }

  @Archivable(className: "Fixture_Trip")
  struct Trip: Equatable {
    var name: String
    @Stored(formerly: "begin") var start: Date
    var end: Date?
    var lat: Double
    var lon: Double
    @Stored(.raw) var mode: Mode
    var tags: [String]
    var legs: [Leg]
    var distance = 0.0
  }

  @Archivable(className: "Fixture_Leg")
  struct Leg: Equatable {
    var from: String
    var length: Double
  }
}

/// A place instead of two numbers, and tags as one string: the first version that needs a hook.
enum Release3 {
  @Archivable(className: "Fixture_Trip", version: 2)
  struct Trip: Equatable {
    var name: String
    @Stored(formerly: "begin") var start: Date
    var end: Date?
    @Stored(.composition) var place: Place
    @Stored(.raw) var mode: Release2.Mode
    @Stored(.transformed(CommaList.self)) var tags: [String]
    var legs: [Release2.Leg]
    var distance = 0.0

    static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
      try TripUpgrades.upgrade(&fields, from: version)
    }
  }

  @Archivable(className: "Fixture_Place")
  struct Place: Equatable {
    var latitude: Double
    var longitude: Double
  }
}

/// A duration instead of an end; legs are stages, of a class of another name; settings of a foreign type.
enum Release4 {
  struct Settings: Codable, Equatable {
    var zoom = 1.0
    var layers: [String] = []
  }

  @Archivable(className: "Fixture_Trip", version: 3)
  struct Trip: Equatable {
    var name: String
    @Stored(formerly: "begin") var start: Date
    var duration: Double
    @Stored(.composition) var place: Release3.Place
    @Stored(.raw) var mode: Release2.Mode
    @Stored(.transformed(CommaList.self)) var tags: [String]
    @Stored(formerly: "legs") var stages: [Stage]
    @Stored(.codable(.json)) var settings = Release4.Settings()

    static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
      try TripUpgrades.upgrade(&fields, from: version)
    }
  }

  @Archivable(className: "Fixture_Stage", formerly: ["Fixture_Leg"])
  struct Stage: Equatable {
    @Stored(formerly: "from") var origin: String
    var length: Double
  }
}

/// Today's: a kind of travel renamed, stages checked after decoding, a value derived from them.
enum Release5 {
  @Archivable(className: "Fixture_Mode")
  enum Mode: Equatable {
    case walk
    @Stored("drive", formerly: "car") case drive
    case train(line: String?)
  }

  @Archivable(className: "Fixture_Trip", version: 4)
  struct Trip: Equatable {
    @Stored("title", formerly: "name") var name: String
    @Stored(formerly: "begin") var start: Date
    var duration: Double
    @Stored(.composition) var place: Release3.Place
    @Stored(default: Release5.Mode.walk, onDecodeFailure: .fallbackToDefaultValue) var mode: Mode
    @Stored(.transformed(CommaList.self)) var tags: [String]
    @Stored(formerly: "legs") var stages: [Release4.Stage]
    @Stored(.codable(.json)) var settings = Release4.Settings()
    @Transient var isSelected = false

    @Transient(dependsOn: \.stages)
    var length: Double { _length { stages.reduce(0) { $0 + $1.length } } }

    mutating func awakeAfterDecoding() throws {
      guard duration >= 0 else { throw Backwards(name: name) }
      tags.sort()
    }

    static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
      try TripUpgrades.upgrade(&fields, from: version)
    }
  }

  struct Backwards: Error, Equatable { let name: String }
}

/// What changed from version to version: written once each, and kept by all later releases.
enum TripUpgrades {
  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    switch version {
    case 1:
      fields.rename("lat", to: "place.latitude")
      fields.rename("lon", to: "place.longitude")
      let tags = try fields.decode([String].self, "tags")
      try fields.encode(CommaList().encode(tags), as: "tags")
    case 2:
      let name = fields["start"] == nil ? "begin" : "start"
      let start = try fields.decode(Date.self, name)
      let end = try fields.decode(Date?.self, "end") ?? start
      try fields.encode(end.timeIntervalSince(start), as: "duration")
      fields.remove("end")
    case 3:
      // Stored by its raw value, as a string; now an enum with an associated value.
      switch try fields.decode(String.self, "mode") {
      case "walk": try fields.encode(Release5.Mode.walk, as: "mode")
      case "car": try fields.encode(Release5.Mode.drive, as: "mode")
      default: try fields.encode(Release5.Mode.train(line: nil), as: "mode")
      }
    default: break
    }
  }
}

/// A list as one text.
struct CommaList: ArchiveTransformer {
  func encode(_ value: [String]) -> String { value.joined(separator: ",") }
  func decode(_ stored: String) -> [String] { stored.split(separator: ",").map(String.init) }
}
