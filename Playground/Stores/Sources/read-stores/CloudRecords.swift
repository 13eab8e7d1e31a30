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

  static let archiveFields = ArchiveFields<CloudRecord>("CKRecord") {
    $0.field("RecordType", \.type)
    $0.field("RecordID", \.id)
    $0.field("RecordCtime", \.created)
    $0.field("RecordMtime", \.modified)
    $0.field("ModifiedByDevice", \.device)
    $0.field("ETag", \.etag)
    $0.field("KnownToServer", \.isKnownToServer)
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

extension CloudRecord {
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(type, at: 0)
    try encoder.encode(id, at: 1)
    try encoder.encode(created, at: 2)
    try encoder.encode(modified, at: 3)
    try encoder.encode(device, at: 4)
    try encoder.encode(etag, at: 5)
    try encoder.encode(isKnownToServer, at: 6)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    type = try decoder.decode(at: 0)
    id = try decoder.decode(at: 1)
    created = try decoder.decode(at: 2)
    modified = try decoder.decode(at: 3)
    device = try decoder.decode(at: 4)
    etag = try decoder.decode(at: 5)
    isKnownToServer = try decoder.decode(at: 6)
  }
}

/// The name of a record, in its zone.
struct RecordID: ArchiveStruct, Hashable {
  var name: String
  var zone: ZoneID

  static let archiveFields = ArchiveFields<RecordID>("CKRecordID") {
    $0.field("RecordName", \.name)
    $0.field("ZoneID", \.zone)
  }
}

struct ZoneID: ArchiveStruct, Hashable {
  var name: String
  var owner: String

  static let archiveFields = ArchiveFields<ZoneID>("CKRecordZoneID") {
    $0.field("ZoneName", \.name)
    $0.field("ownerName", \.owner)
  }
}

extension RecordID {
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(name, at: 0)
    try encoder.encode(zone, at: 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    name = try decoder.decode(at: 0)
    zone = try decoder.decode(at: 1)
  }
}

extension ZoneID {
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(name, at: 0)
    try encoder.encode(owner, at: 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    name = try decoder.decode(at: 0)
    owner = try decoder.decode(at: 1)
  }
}
