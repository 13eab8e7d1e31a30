import Foundation
import StructCoding

/// What a program that synchronises with CloudKit keeps of each record: the fields of a `CKRecord`.
struct CloudRecord: ArchiveStruct, Hashable {
  var type: String
  var id: RecordID
  var created: Date?
  var modified: Date?
  var device: String?
  var etag: String?
  var isKnownToServer: Bool

  static let archiveFields = unsafe ArchiveFields<CloudRecord>(complete: "CKRecord") { fields in
    fields.field("RecordType", \.type)
    fields.field("RecordID", \.id)
    fields.field("RecordCtime", \.created)
    fields.field("RecordMtime", \.modified)
    fields.field("ModifiedByDevice", \.device)
    fields.field("ETag", \.etag)
    fields.field("KnownToServer", \.isKnownToServer)
  }
}

// `encodeSystemFields(with:)` writes the same fields without an object around them: some forty values at the top of the
// archive.
extension CloudRecord {
  init(systemFieldsIn data: Data) throws {
    let archive = try KeyedArchive(data)
    type = try archive.decode(String.self, forKey: "RecordType")
    id = try archive.decode(RecordID.self, forKey: "RecordID")
    created = try archive.decode(Date?.self, forKey: "RecordCtime")
    modified = try archive.decode(Date?.self, forKey: "RecordMtime")
    device = try archive.decode(String?.self, forKey: "ModifiedByDevice")
    etag = try archive.decode(String?.self, forKey: "ETag")
    isKnownToServer = try archive.decode(Bool.self, forKey: "KnownToServer")
  }
}

/// The name of a record, in its zone.
struct RecordID: ArchiveStruct, Hashable {
  var name: String
  var zone: ZoneID

  static let archiveFields = unsafe ArchiveFields<RecordID>(complete: "CKRecordID") { fields in
    fields.field("RecordName", \.name)
    fields.field("ZoneID", \.zone)
  }
}

struct ZoneID: ArchiveStruct, Hashable {
  var name: String
  var owner: String

  static let archiveFields = unsafe ArchiveFields<ZoneID>(complete: "CKRecordZoneID") { fields in
    fields.field("ZoneName", \.name)
    fields.field("ownerName", \.owner)
  }
}
