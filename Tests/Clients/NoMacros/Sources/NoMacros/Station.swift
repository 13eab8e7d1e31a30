import Foundation
import StructCoding

// Every part of what `@Archivable`, `@Stored` and `@Transient` say, said by hand.

/// A type of somebody else.
struct Angle: Equatable {
  var degrees: Double
}

struct AngleTransformer: ArchiveTransformer {
  struct NotANumber: Error {}

  func encode(_ value: Angle) -> String { "\(value.degrees) degrees" }

  func decode(_ stored: String) throws -> Angle {
    guard let degrees = stored.split(separator: " ").first.flatMap({ Double($0) }) else { throw NotANumber() }
    return Angle(degrees: degrees)
  }
}

struct Channel: RawRepresentable, ArchiveValue, Equatable {
  var rawValue: Int
}

struct Settings: Codable, Equatable {
  var interval = 60
  var notes: [String] = []
}

/// What a station stores flat.
struct Position: Archivable, ArchiveStruct, ArchiveComposable, Equatable {
  var latitude: Double
  var longitude: Double

  static let archiveFields = ArchiveFields<Position>("Position") {
    $0.field("latitude", \.latitude)
    $0.field("longitude", \.longitude)
  }

  #if canImport(ObjectiveC)
    @objc(Position_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = Position
    override class var supportsSecureCoding: Bool { true }
  }
}

extension Position {
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(latitude, at: 0)
    try encoder.encode(longitude, at: 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    latitude = try decoder.decode(at: 0)
    longitude = try decoder.decode(at: 1)
  }
}

/// A station as it was stored in version 1.
struct FirstStation: Archivable, ArchiveStruct {
  var title: String

  static let archiveFields = ArchiveFields<FirstStation>("Station") {
    $0.field("title", \.title)
  }

  #if canImport(ObjectiveC)
    @objc(FirstStation_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = FirstStation
    override class var supportsSecureCoding: Bool { true }
  }
}

extension FirstStation {
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(title, at: 0)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    title = try decoder.decode(at: 0)
  }
}

struct Station: Archivable, ArchiveStruct, Equatable {
  var name: String
  var channel: Channel
  var backup: Channel?
  var settings = Settings()
  var heading: Angle
  var checksum: Data
  var position: Position
  /// In no archive.
  var isSelected = false

  var label: String {
    get { "\(name) at \(position.latitude)" }
    set { name = String(newValue.prefix { $0 != " " }) }
  }

  init(name: String, channel: Int, backup: Int? = nil, heading: Double, position: Position) {
    self.name = name
    self.channel = Channel(rawValue: channel)
    self.backup = backup.map(Channel.init)
    self.heading = Angle(degrees: heading)
    self.checksum = Data(name.utf8)
    self.position = position
  }

  static let archiveFields = ArchiveFields<Station>("Station", version: 2) { fields in
    fields.field("name", \.name)
    fields.field("channel", \.channel)
    fields.field("backup", \.backup, as: .raw())
    fields.field("settings", \.settings, as: .codable(.json))
    fields.isolateFailures()
    fields.field("heading", \.heading, as: .transformed(AngleTransformer.self))
    fields.isolateFailures()
    fields.field("checksum", \.checksum, as: .transformed(name: "HexDataTransformer"))
    fields.composition("position", formerly: ["place"], \.position)
  }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(name, at: 0)
    try encoder.encode(channel, at: 1)
    try encoder.encode(backup, at: 2, as: .raw())
    try encoder.encode(settings, at: 3, as: .codable(.json))
    try encoder.encode(heading, at: 4, as: .transformed(AngleTransformer.self))
    try encoder.encode(checksum, at: 5, as: .transformed(name: "HexDataTransformer"))
    try encoder.encodeComposition(position, at: 6)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    name = try decoder.decode(at: 0)
    channel = try decoder.decode(at: 1)
    backup = try decoder.decode(at: 2, as: .raw())
    settings = try decoder.decode(at: 3, orDefault: Settings()) {
      try $0.decode(at: 3, as: .codable(.json))
    }
    heading = try decoder.decode(at: 4, orDefault: Angle(degrees: 0)) {
      try $0.decode(at: 4, as: .transformed(AngleTransformer.self))
    }
    checksum = try decoder.decode(at: 5, as: .transformed(name: "HexDataTransformer"))
    position = try decoder.decodeComposition(at: 6, orDefault: Position(latitude: 0, longitude: 0))
  }

  #if canImport(ObjectiveC)
    @objc(Station_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = Station
    override class var supportsSecureCoding: Bool { true }
  }
}

extension Station: ArchiveUpgradable {
  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    fields.rename("title", to: "name")
    try fields.encode(HexDataTransformer().encode(Data("old".utf8)), as: "checksum")
    fields["channel"] = 1
  }
}

extension Station: AwakesAfterDecoding {
  struct OffTheMap: Error {}

  mutating func awakeAfterDecoding() throws {
    guard (-90.0...90).contains(position.latitude) else { throw OffTheMap() }
    heading.degrees.formTruncatingRemainder(dividingBy: 360)
  }
}
