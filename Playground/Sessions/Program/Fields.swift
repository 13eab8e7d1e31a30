import ArchiveDocuments
import ColumnArchives
import Foundation
import LiveValues
import SessionModels
import StructCoding

// A tour of the options for fields. The sample prints each line below.

/// A session in a later release of the program: with a place, notes, and a name composed of its parts.
@Archivable(className: "SessionModels_Session_Coding", version: 2)
struct Visit: Equatable {
  @Stored("startTime") var start: Date
  var duration: Double
  @Stored(.composition) var place = Place(latitude: 0, longitude: 0)
  @Stored(
    .transformed(
      encode: { (tags: [String]) in tags.joined(separator: ",") },
      decode: { $0.split(separator: ",").map(String.init) }))
  var tags: [String]
  @Stored(default: Device.phone, onDecodeFailure: .fallbackToDefaultValue) var device: Device
  @Transient var isSelected = false

  enum Device: String, ArchiveValue { case phone, tablet }

  /// Kept until one of its parts changes.
  @Transient(dependsOn: \.tags, \.duration)
  var title: String {
    _title { "\(tags.joined(separator: ", ")): \(Int(duration)) s" }
  }

  /// Converts fields of version 1, which ``Session`` still writes, to those of version 2.
  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    let start = try fields.decode(Date.self, "startTime")
    let end = try fields.decode(Date?.self, "endTime") ?? start
    try fields.encode(end.timeIntervalSince(start), as: "duration")
    let events = try fields.decode([Event].self, "events")
    try fields.encode(events.map(\.eventTag).joined(separator: ","), as: "tags")
    fields.remove("endTime")
    fields.remove("events")
  }

  /// Validates the values after decoding, since an archive may contain anything.
  mutating func awakeAfterDecoding() throws {
    guard duration >= 0 else { throw CocoaError(.coderInvalidValue) }
  }
}

@Archivable
struct Place: Equatable {
  @Stored("lat") var latitude: Double
  @Stored("lon") var longitude: Double
}

enum Fields {
  static func lines(for sessions: [Session]) throws -> [String] {
    // Archives of the older type, read as the newer type.
    let old = try ColumnArchive.encode(sessions)
    var visits = try ColumnArchive.decode([Visit].self, from: old)
    guard try KeyedArchive.decode([Visit].self, from: KeyedArchive.encode(sessions)) == visits else {
      throw Difference(writer: "the upgrade")
    }
    visits[0].place = Place(latitude: 52.5, longitude: 13.4)

    let data = try ColumnArchive.encode(visits)
    let archive = try ColumnArchive(data)
    let north = try archive.elements(where: Visit.path.place.latitude) { $0 > 50 }
    let starts = try archive.values(at: Visit.path.start)
    let order = starts.indices.sorted { starts[$0] > starts[$1] }
    return [
      "sessions upgraded to visits: \(visits.map(\.title).joined(separator: "; "))",
      "stored as: \(try ArchiveNode(encoding: visits[0]).fields?.names.joined(separator: ", ") ?? "")",
      "a program of version 1 is told: \(refusal { try ColumnArchive.decode([Session].self, from: data) })",
      "where \(Visit.path.place.latitude.storedName ?? "") > 50: \(north.count) of \(archive.count)",
      "newest first: \(order.map { "\($0)" }.joined(separator: ", "))",
    ]
  }

  private static func refusal(_ body: () throws -> [Session]) -> String {
    do { return "\(try body().count) sessions" } catch {
      return (error as? ArchiveError)?.code.rawValue ?? "\(error)"
    }
  }
}
