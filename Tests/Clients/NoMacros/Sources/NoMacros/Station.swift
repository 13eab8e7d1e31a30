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

struct Channel: RawRepresentable, Equatable {
  var rawValue: Int
}

struct Settings: Codable, Equatable {
  var interval = 60
  var notes: [String] = []
}

/// What a station stores flat.
struct Position: Archivable, ArchiveComposable, Equatable {
  var latitude: Double
  var longitude: Double

  static let archiveSchema = ArchiveSchema(className: "Position", fields: ["latitude", "longitude"])

  init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(latitude, at: 0)
    try encoder.encode(longitude, at: 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    latitude = try decoder.decode(at: 0)
    longitude = try decoder.decode(at: 1)
  }

  static func describeColumns(_ columns: inout ColumnDescription<Position>) {
    columns.field(\.latitude, at: 0)
    columns.field(\.longitude, at: 1)
    unsafe columns.assumeComplete()
  }

  #if canImport(ObjectiveC)
    @objc(Position_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = Position
    override class var supportsSecureCoding: Bool { true }
  }
}

/// A station as it was stored in version 1.
struct FirstStation: Archivable {
  var title: String

  static let archiveSchema = ArchiveSchema(className: "Station", fields: ["title"])

  init(title: String) { self.title = title }
  func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(title, at: 0) }
  init(fields decoder: inout some FieldDecoder) throws { title = try decoder.decode(at: 0) }

  static func describeColumns(_ columns: inout ColumnDescription<FirstStation>) {
    columns.field(\.title, at: 0)
  }

  #if canImport(ObjectiveC)
    @objc(FirstStation_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = FirstStation
    override class var supportsSecureCoding: Bool { true }
  }
}

struct Station: Archivable, Equatable {
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

  static let archiveSchema = ArchiveSchema(
    className: "Station", fields: ["name", "channel", "backup", "settings", "heading", "checksum"],
    compositions: [.init("position", formerly: ["place"], of: \Station.position)], version: 2)

  private static var positionFields: Int { archiveSchema.position(ofComposition: 0) }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(name, at: 0)
    try encoder.encode(channel, at: 1, as: .raw())
    try encoder.encode(backup, at: 2, as: .raw())
    try encoder.encode(settings, at: 3, as: .codable(.json))
    try encoder.encode(heading, at: 4, as: .transformed(AngleTransformer.self))
    try encoder.encode(checksum, at: 5, as: .transformed(name: "HexDataTransformer"))
    try encoder.encodeComposition(position, at: Self.positionFields)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    name = try decoder.decode(at: 0)
    channel = try decoder.decode(at: 1, as: .raw())
    backup = try decoder.decode(at: 2, as: .raw())
    settings = try decoder.decode(at: 3, orKeep: settings) { try $0.decode(at: 3, as: .codable(.json)) }
    heading = try decoder.decode(at: 4, orDefault: Angle(degrees: 0)) {
      try $0.decode(at: 4, as: .transformed(AngleTransformer.self))
    }
    checksum = try decoder.decode(at: 5, as: .transformed(name: "HexDataTransformer"))
    position = try decoder.decodeComposition(
      at: Self.positionFields, orDefault: Position(latitude: 0, longitude: 0))
  }

  static func describeColumns(_ columns: inout ColumnDescription<Station>) {
    columns.field(\.name, at: 0)
    columns.field(\.channel, at: 1, as: .raw())
    columns.field(\.backup, at: 2, as: .raw())
    columns.field(\.settings, at: 3, as: .codable(.json))
    columns.field(\.heading, at: 4, as: .transformed(AngleTransformer.self))
    columns.field(\.checksum, at: 5, as: .transformed(name: "HexDataTransformer"))
    columns.composition(\.position, at: positionFields)
  }

  static func describeDerived(_ properties: inout DerivedProperties<Station>) {
    properties.property("label", \.label, dependsOn: ["name", "position.latitude"])
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
