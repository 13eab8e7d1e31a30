import Foundation
import StructCoding

// As in the documentation of `Archivable`.
struct Event: Archivable {
  var timeStamp: Date
  var eventTag: String

  static let archiveSchema = ArchiveSchema(className: "Event", fields: ["timeStamp", "eventTag"])

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(timeStamp, at: 0)
    try encoder.encode(eventTag, at: 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    timeStamp = try decoder.decode(at: 0)
    eventTag = try decoder.decode(at: 1)
  }

  #if canImport(ObjectiveC)
    @objc(Event_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = Event
    override class var supportsSecureCoding: Bool { true }
  }
}

extension Event: Equatable {
  init(timeStamp: Date, eventTag: String) {
    self.timeStamp = timeStamp
    self.eventTag = eventTag
  }
}
