import Foundation
import StructCoding

/// What is known of a visit: a struct that changes from release to release.
struct Visit: ArchiveStruct, Equatable {
  var date: Date
  var notes: [String] = []
  var rating: Int?

  static let archiveFields = unsafe ArchiveFields<Visit>(complete: "Visit") { fields in
    fields.field("date", \.date)
    fields.field("notes", \.notes, else: [])
    fields.field("rating", \.rating)
  }
}

/// What the first release stored of a visit.
struct OldVisit: ArchiveStruct {
  var date: Date

  static let archiveFields = unsafe ArchiveFields<OldVisit>(complete: "Visit") { fields in
    fields.field("date", \.date)
  }
}
