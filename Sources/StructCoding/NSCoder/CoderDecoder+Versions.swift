internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

// Records of older and newer versions in an `NSCoder`.
extension CoderDecoder {
  /// Reads the record whose fields are in the coder.
  mutating func decodeWhole<Record: ArchiveRecord>(_ type: Record.Type) throws -> Record {
    var record = try decodeOlder(type) ?? Record(fields: &self)
    try DecodingHooks(type).awake(&record)
    return record
  }

  /// Reads the record if it has an older version that its type upgrades.
  ///
  /// An upgrade needs all stored fields. An `NSCoder` does not list its keys; only this library's unarchiver does.
  ///
  /// - Returns: `nil` if the record needs no upgrade.
  private mutating func decodeOlder<Record: ArchiveRecord>(_ type: Record.Type) throws -> Record? {
    let schema = Record.archiveSchema
    guard !schema.isEnumeration else { return nil }
    let key = ArchiveSchema.versionKey
    var stored: Int64 = 1
    if coder.containsValue(forKey: key) {
      stored = try at(.field(key: key, classes: Int.archiveClasses)) { try $0.decodeInt64() }
    }
    guard try schema.isOlder(stored), type is any ArchiveUpgradable.Type else { return nil }
    guard let unarchiver = coder as? KeyedUnarchiver else {
      throw failure(
        .unsupported, expected: "\(schema.className) of version \(schema.version)",
        found: "version \(stored)",
        advice: .changeCode(
          "\(Swift.type(of: coder)) does not list the fields that an upgrade needs. "
            + "Open the archive with KeyedArchive or KeyedUnarchiver."))
    }
    return try unarchiver.decodeUpgraded(type, from: Int(stored))
  }
}
