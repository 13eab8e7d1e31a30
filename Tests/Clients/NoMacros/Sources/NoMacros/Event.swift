import Foundation
import StructCoding

// As in the documentation of `Archivable`.
struct Event: Archivable, ArchiveStruct {
  var timeStamp: Date
  var eventTag: String

  static let archiveFields = ArchiveFields<Event>("Event") {
    $0.field("timeStamp", \.timeStamp)
    $0.field("eventTag", \.eventTag)
  }

  #if canImport(ObjectiveC)
    @objc(Event_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = Event
    override class var supportsSecureCoding: Bool { true }
  }
}

extension Event {
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(timeStamp, at: 0)
    try encoder.encode(eventTag, at: 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    timeStamp = try decoder.decode(at: 0)
    eventTag = try decoder.decode(at: 1)
  }
}

extension Event: Equatable {}
