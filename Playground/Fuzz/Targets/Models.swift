import ArchiveTestSupport
import Foundation
import StructCoding

// Further small types; see `SmallModels` of the test support.

@Archivable(className: "F_Numbers")
struct FuzzNumbers: Hashable, Sendable {
  var small: Int8
  var medium: Int32
  var wide: UInt64
  var single: Float
  var double: Double
  var ratio: Double?
  var flag: Bool
  var kind: SmallKind
}

@Archivable(className: "F_Place")
struct FuzzPlace: Hashable, Sendable {
  var latitude: Double
  @Stored("lon", formerly: "longitude") var longitude: Double
  var label: String? = nil
}

/// Each storage method.
@Archivable(className: "F_Stored")
struct FuzzStored: Hashable, Sendable {
  @Stored(.raw) var level: FuzzLevel
  @Stored(.raw) var other: FuzzLevel?
  @Stored(.codable) var palette: [String: Double]
  @Stored(.codable(.json)) var names: [String]?
  @Stored(.transformed(name: "HexDataTransformer")) var checksum: Data
  @Stored(.composition) var place: FuzzPlace
  var last: String
  @Stored(.composition, formerly: "origin") var start = FuzzPlace(latitude: 1, longitude: 2)
}

struct FuzzLevel: RawRepresentable, Hashable, Sendable { let rawValue: Int }

// Versions of one type.

@Archivable(className: "F_Trip")
struct FuzzTrip1: Hashable, Sendable {
  var begin: Date
  var end: Date?
  var notes: String
  var stops: [FuzzPlace]
}

@Archivable(className: "F_Trip", version: 2)
struct FuzzTrip2: Hashable, Sendable, ArchiveUpgradable {
  var begin: Date
  var duration: Double
  var stops: [FuzzPlace]
  var count: Int

  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    let begin = try fields.decode(Date.self, "begin")
    let end = try fields.decode(Date?.self, "end") ?? begin
    try fields.encode(end.timeIntervalSince(begin), as: "duration")
    try fields.encode(fields.decode(String.self, "notes").utf8.count, as: "count")
    fields.remove("end")
    fields.remove("notes")
  }
}
