import Foundation
import StructCoding

// Two types of the same class name and fields, which describe their columns.

/// Values made by filling their memory.
struct Reading: Archivable, ArchiveStruct {
  var sensor: String
  var value: Int

  static let archiveFields = ArchiveFields<Reading>("Reading") { fields in
    fields.field("sensor", \.sensor)
    fields.field("reading", \.value)
    unsafe fields.assumeComplete()
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
struct CheckedReading: Archivable {
  var sensor: String
  var value: Int

  struct Nameless: Error {}

  static let archiveSchema = ArchiveSchema(
    className: "Checked", formerly: ["Reading"], fields: ["sensor", "value"],
    formerFields: ["value": ["reading"]])

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(sensor, at: 0)
    try encoder.encode(value, at: 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    sensor = try decoder.decode(at: 0)
    value = try decoder.decode(at: 1)
    guard !sensor.isEmpty else { throw Nameless() }
  }

  static func describeColumns(_ columns: inout ColumnDescription<CheckedReading>) {
    columns.field(\.sensor, at: 0)
    columns.field(\.value, at: 1)
  }

  #if canImport(ObjectiveC)
    @objc(CheckedReading_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = CheckedReading
    override class var supportsSecureCoding: Bool { true }
  }
}
