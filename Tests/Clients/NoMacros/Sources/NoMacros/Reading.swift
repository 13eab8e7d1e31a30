import Foundation
import StructCoding

// Two types of the same class name and fields.

/// Values that a column archive reads column by column.
struct Reading: Archivable, ArchiveStruct {
  var sensor: String
  var value: Int

  static let archiveFields = ArchiveFields<Reading>("Reading", isMemberwise: true) {
    $0.field("sensor", \.sensor)
    $0.field("reading", \.value)
  }

  #if canImport(ObjectiveC)
    @objc(Reading_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = Reading
    override class var supportsSecureCoding: Bool { true }
  }
}

extension Reading {
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(sensor, at: 0)
    try encoder.encode(value, at: 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    sensor = try decoder.decode(at: 0)
    value = try decoder.decode(at: 1)
  }
}

extension Reading: Equatable {}

/// Values made by `init(fields:)` in every format, which does not take all.
struct CheckedReading: Archivable, ArchiveStruct {
  var sensor: String
  var value: Int

  struct Nameless: Error {}

  static let archiveFields = ArchiveFields<CheckedReading>("Checked", formerly: ["Reading"]) { fields in
    fields.field("sensor", \.sensor)
    fields.field("value", formerly: ["reading"], \.value)
  }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(sensor, at: 0)
    try encoder.encode(value, at: 1)
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
