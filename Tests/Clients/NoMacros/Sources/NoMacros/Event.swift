import Foundation
import StructCoding

// As in the documentation of `Archivable`.
struct Event: Archivable, ArchiveStruct {
  var timeStamp: Date
  var eventTag: String

  static let archiveFields = unsafe ArchiveFields<Event>(complete: "Event") { fields in
    fields.field("timeStamp", \.timeStamp)
    fields.field("eventTag", \.eventTag)
  }

  #if canImport(ObjectiveC)
    @objc(Event_Coding)
  #endif
  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = Event
    override class var supportsSecureCoding: Bool { true }
  }
}

extension Event: Equatable {}
