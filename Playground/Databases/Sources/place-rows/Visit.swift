import Foundation
import StructCoding

/// What is known of a visit: a struct that changes from release to release.
struct Visit: ArchiveStruct, Equatable {
  var date: Date
  var notes: [String] = []
  var rating: Int?

  static let archiveFields = ArchiveFields<Visit>("Visit", isMemberwise: true) {
    $0.field("date", \.date)
    $0.field("notes", \.notes)
    $0.field("rating", \.rating)
  }
}

/// What the first release stored of a visit.
struct OldVisit: ArchiveStruct {
  var date: Date

  static let archiveFields = ArchiveFields<OldVisit>("Visit", isMemberwise: true) {
    $0.field("date", \.date)
  }
}

extension Visit {
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(date, at: 0)
    try encoder.encode(notes, at: 1)
    try encoder.encode(rating, at: 2)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    date = try decoder.decode(at: 0)
    notes = try decoder.hasField(at: 1) ? decoder.decode(at: 1) : []
    rating = try decoder.decode(at: 2)
  }
}

extension OldVisit {
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(date, at: 0)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    date = try decoder.decode(at: 0)
  }
}
