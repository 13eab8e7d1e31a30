import Foundation
import StructCoding

// Two types of the same class name and fields.

/// Values made by filling their memory.
struct Reading: Archivable, ArchiveStruct {
  var sensor: String
  var value: Int

  static let archiveFields = unsafe ArchiveFields<Reading>(complete: "Reading") { fields in
    fields.field("sensor", \.sensor)
    fields.field("reading", \.value)
  }

  #if canImport(ObjectiveC)
    @objc(Reading_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = Reading
    override class var supportsSecureCoding: Bool { true }
  }
}

extension Reading: Equatable {}

/// Values made by `init(fields:)`, which does not take all.
struct CheckedReading: Archivable, ArchiveStruct {
  var sensor: String
  var value: Int

  struct Nameless: Error {}

  static let archiveFields = ArchiveFields<CheckedReading>("Checked", formerly: ["Reading"]) { fields in
    fields.field("sensor", \.sensor)
    fields.field("value", formerly: ["reading"], \.value)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    sensor = try decoder.decode(at: 0)
    value = try decoder.decode(at: 1)
    guard !sensor.isEmpty else { throw Nameless() }
  }

  #if canImport(ObjectiveC)
    @objc(CheckedReading_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = CheckedReading
    override class var supportsSecureCoding: Bool { true }
  }
}
