import Foundation
import LiveValues
public import StructCoding

/// A property of each storage method, transient and derived ones, and attributes that are qualified and that are not.
@StructCoding.Archivable(formerly: ["GRDPlant"])
public struct Plant: Hashable {
  public var genus: String
  public var species: String
  @StructCoding.Stored(.raw) public var zone: Zone
  @Stored(.raw) public var otherZone: Zone?
  @StructCoding.Stored(.codable) public var care: Care
  @Stored("journal", .codable(.json), formerly: "diary") public var notes: [String: Care] = [:]
  @Stored(
    .transformed(
      encode: { (tags: [String]) in tags.joined(separator: ",") },
      decode: { $0.split(separator: ",").map(String.init) }))
  public var tags: [String] = []
  @Stored(.transformed(name: "HexDataTransformer")) var thumbnail: Data?
  @Stored(.composition) public var bed: Bed
  @Stored(default: Light.shade, onDecodeFailure: .fallbackToDefaultValue) public var light: Light
  @StructCoding.Transient public var isSelected = false
  @Transient var timesShown: Int?

  /// Genus and species; setting it writes both.
  @LiveValues.Transient(dependsOn: \.genus, \.species)
  public var name: String {
    get { _name { "\(genus) \(species)" } }
    set {
      let parts = newValue.split(separator: " ", maxSplits: 1).map(String.init)
      (genus, species) = (parts.first ?? "", parts.count > 1 ? parts[1] : "")
    }
  }

  @Transient(dependsOn: \.name, \.bed.row)
  var title: String { _title { "\(name), row \(bed.row)" } }

  public init(genus: String, species: String, zone: Int, bed: Bed, light: Light) {
    self.genus = genus
    self.species = species
    self.zone = Zone(rawValue: zone)
    self.care = Care(water: 2)
    self.bed = bed
    self.light = light
  }

  /// Knows nothing of archives.
  public struct Zone: RawRepresentable, Hashable {
    public var rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  public struct Care: Codable, Hashable {
    public var water: Int
    public var advice: [String] = []
    public init(water: Int) { self.water = water }
  }

  public enum Light: String, ArchiveValue, CaseIterable { case shade, sun }

  @StructCoding.Archivable
  public struct Bed: Hashable {
    public var garden: String
    public var row: Int
    public init(garden: String, row: Int) {
      self.garden = garden
      self.row = row
    }
  }
}

/// What an older program stored: a light that no plant has today, and no journal.
@Archivable(className: "GRDPlant")
public struct OldPlant {
  var genus = "Rosa"
  var species = "canina"
  var zone = 4
  @Stored(.codable) var care = Plant.Care(water: 1)
  var tags = "a,b"
  @Stored(.composition) var bed = Plant.Bed(garden: "north", row: 1)
  public var light: String

  public init(light: String) { self.light = light }
}

/// Uses what is internal here.
public func titleFollows(_ plant: Plant) -> Bool {
  var other = plant
  let title = other.title
  other.isSelected.toggle()
  guard other.title == title else { return false }
  other.bed.row += 1
  return other.title == "\(plant.name), row \(plant.bed.row + 1)" && plant.title == title
}
