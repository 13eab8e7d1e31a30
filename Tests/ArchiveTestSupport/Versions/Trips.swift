import ArchiveDocuments
import Foundation
import StructCoding

// One type, `Trip`, through its versions, with a type inside that has versions of its own. What they are in archives is
// what the macro and hand-written conformances make; the Swift names differ, so that one program has them all.

/// Version 1.
@Archivable(className: "Test_Trip")
public struct Trip1: Hashable, Sendable {
  public var begin: Date
  public var end: Date?
  public var notes: String
  public var stops: [Stop1]
  public var last: Stop1?

  public init(begin: Date, end: Date?, notes: String, stops: [Stop1], last: Stop1? = nil) {
    (self.begin, self.end, self.notes, self.stops, self.last) = (begin, end, notes, stops, last)
  }
}

/// Version 1 of what is inside.
@Archivable(className: "Test_Stop")
public struct Stop1: Hashable, Sendable {
  public var name: String
  public var x: Double
  public var y: Double

  public init(name: String, x: Double, y: Double) { (self.name, self.x, self.y) = (name, x, y) }
}

@Archivable(className: "Test_Place")
public struct Place: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// Version 2: the coordinates became a place.
public struct Stop2: Archivable, ArchiveStruct, ArchiveUpgradable, Hashable, Sendable {
  public var name: String
  public var place: Place

  public init(name: String, place: Place) { (self.name, self.place) = (name, place) }

  public static let archiveFields = ArchiveFields<Stop2>("Test_Stop", version: 2, isMemberwise: true) {
    fields in
    fields.field("name", \.name)
    fields.field("place", \.place)
  }

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(name, at: 0)
    try encoder.encode(place, at: 1)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    name = try decoder.decode(at: 0)
    place = try decoder.decode(at: 1)
  }

  public struct NowhereError: Error {}

  public static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    UpgradeLog.shared.note("stop from \(version)")
    let place = Place(x: try fields.decode(Double.self, "x"), y: try fields.decode(Double.self, "y"))
    if place.x.isInfinite { throw NowhereError() }
    try fields.encode(place, as: "place")
    fields.remove("x")
    fields.remove("y")
  }

  #if canImport(ObjectiveC)
    @objc(Stop2_Coding)
  #endif
  public final class Coding: CodingObject, ArchiveWrapper {
    public typealias Value = Stop2
    public override class var supportsSecureCoding: Bool { true }
  }
}

/// Version 2, without a hook: the dates have other names.
public struct Trip2: Archivable, ArchiveStruct, Hashable, Sendable {
  public var startTime: Date
  public var endTime: Date?
  public var notes: String
  public var stops: [Stop1]

  public init(startTime: Date, endTime: Date?, notes: String, stops: [Stop1]) {
    (self.startTime, self.endTime, self.notes, self.stops) = (startTime, endTime, notes, stops)
  }

  public static let archiveFields = ArchiveFields<Trip2>("Test_Trip", version: 2, isMemberwise: true) {
    fields in
    fields.field("startTime", formerly: ["begin"], \.startTime)
    fields.field("endTime", formerly: ["end"], \.endTime)
    fields.field("notes", \.notes)
    fields.field("stops", \.stops)
  }

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(startTime, at: 0)
    try encoder.encode(endTime, at: 1)
    try encoder.encode(notes, at: 2)
    try encoder.encode(stops, at: 3)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    startTime = try decoder.decode(at: 0)
    endTime = try decoder.decode(at: 1)
    notes = try decoder.decode(at: 2)
    stops = try decoder.decode(at: 3)
  }

  #if canImport(ObjectiveC)
    @objc(Trip2_Coding)
  #endif
  public final class Coding: CodingObject, ArchiveWrapper {
    public typealias Value = Trip2
    public override class var supportsSecureCoding: Bool { true }
  }
}

/// Version 3: a duration instead of the end, and no notes; `describesColumns` is false for one that is a tree.
public struct Trip3: Archivable, ArchiveStruct, ArchiveUpgradable, Hashable, Sendable {
  public var startTime: Date
  public var duration: Double
  public var stops: [Stop2]
  public var last: Stop2?

  public init(startTime: Date, duration: Double, stops: [Stop2], last: Stop2? = nil) {
    (self.startTime, self.duration, self.stops, self.last) = (startTime, duration, stops, last)
  }

  public static let archiveFields = ArchiveFields<Trip3>("Test_Trip", version: 3, isMemberwise: true) {
    fields in
    fields.field("startTime", \.startTime)
    fields.field("duration", \.duration)
    fields.field("stops", \.stops)
    fields.field("last", \.last)
  }

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(startTime, at: 0)
    try encoder.encode(duration, at: 1)
    try encoder.encode(stops, at: 2)
    try encoder.encode(last, at: 3)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    startTime = try decoder.decode(at: 0)
    duration = try decoder.decode(at: 1)
    stops = try decoder.decode(at: 2)
    last = try decoder.decode(at: 3)
  }

  public struct BadNotes: Error {}

  public static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    UpgradeLog.shared.note("trip from \(version): \(fields.names.sorted().joined(separator: " "))")
    switch version {
    case 1:
      fields.rename("begin", to: "startTime")
      fields.rename("end", to: "endTime")
    default:
      if try fields.decode(String.self, "notes") == "bad" { throw BadNotes() }
      let start = try fields.decode(Date.self, "startTime")
      let end = try fields.decode(Date?.self, "endTime") ?? start
      try fields.encode(end.timeIntervalSince(start), as: "duration")
      fields.remove("endTime")
      fields.remove("notes")
    }
  }

  #if canImport(ObjectiveC)
    @objc(Trip3_Coding)
  #endif
  public final class Coding: CodingObject, ArchiveWrapper {
    public typealias Value = Trip3
    public override class var supportsSecureCoding: Bool { true }
  }
}

/// What an older program has of version 3: fewer fields, version 1, and no objection to newer ones.
public struct LenientTrip: ArchiveStruct, Hashable, Sendable {
  public var duration: Double

  public static let archiveFields = ArchiveFields<LenientTrip>(
    "Test_Trip", acceptsNewerVersions: true, isMemberwise: true
  ) { fields in
    fields.field("duration", \.duration)
  }

  public func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(duration, at: 0) }
  public init(fields decoder: inout some FieldDecoder) throws { duration = try decoder.decode(at: 0) }
}

/// The same, with the objection.
public struct StrictTrip: ArchiveStruct, Hashable, Sendable {
  public var duration: Double

  public init(duration: Double) { self.duration = duration }

  public static let archiveFields = ArchiveFields<StrictTrip>("Test_Trip", isMemberwise: true) { fields in
    fields.field("duration", \.duration)
  }

  public func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(duration, at: 0) }
  public init(fields decoder: inout some FieldDecoder) throws { duration = try decoder.decode(at: 0) }
}

extension Trip1 {
  /// What version 3 has of the trip.
  public var upgraded: Trip3 {
    Trip3(
      startTime: begin, duration: (end ?? begin).timeIntervalSince(begin), stops: stops.map(\.upgraded),
      last: last?.upgraded)
  }
}

extension Stop1 {
  public var upgraded: Stop2 { Stop2(name: name, place: Place(x: x, y: y)) }
}

extension Trip1: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Trip1 {
    func date() -> Date { Date(timeIntervalSinceReferenceDate: Double(random.below(1_000_000))) }
    return Trip1(
      begin: date(), end: random.oneIn(3) ? nil : date(), notes: .arbitrary(&random),
      stops: .arbitrary(&random), last: .arbitrary(&random))
  }
}

extension Stop1: Arbitrary {
  public static func arbitrary(_ random: inout SeededGenerator) -> Stop1 {
    Stop1(name: .arbitrary(&random), x: Double(random.below(100)), y: Double(random.below(100)))
  }
}

/// What the hooks were called with, in order; tests run one after the other.
public final class UpgradeLog: @unchecked Sendable {
  public static let shared = UpgradeLog()
  private let lock = NSLock()
  private var notes: [String] = []

  public func note(_ text: String) { lock.withLock { notes.append(text) } }

  /// What was noted since the last call.
  public func take() -> [String] {
    lock.withLock {
      defer { notes = [] }
      return notes
    }
  }
}
