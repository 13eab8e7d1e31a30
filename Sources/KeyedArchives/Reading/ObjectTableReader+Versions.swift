internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

// Records of older and newer versions, and the hooks of decoded values.
extension ObjectTableReader {
  /// Returns the version of the open record if it is an older one that its type upgrades; otherwise `nil`.
  ///
  /// Records of one version usually share the reference to it, which is then checked only once.
  @inline(never)
  mutating func olderVersion(of record: Scope, type: Int) throws -> Int? {
    let schema = types[type].schema
    let position = types[type].recent.versionPosition
    var stored: Int64 = 1
    if position >= 0 {
      let reference = try plist.reference(at: record.start + position * plist.referenceSize)
      if reference == types[type].recent.verifiedVersion { return nil }
      stored = try version(at: reference, schema)
      if try locating({ try schema.isOlder(stored) }), types[type].hooks.isUpgradable { return Int(stored) }
      types[type].recent.verifiedVersion = reference
      plans[types[type].recentNumber].core.verifiedVersion = reference
      return nil
    }
    return try schema.isOlder(stored) && types[type].hooks.isUpgradable ? Int(stored) : nil
  }

  private func version(at reference: Int, _ schema: ArchiveSchema) throws -> Int64 {
    let (offset, _) = try table.resolve(reference)
    guard case .signed(let value)? = try plist.number(at: offset) else {
      return try locating { throw schema.noVersion(found: plist.describe(at: offset)) }
    }
    return value
  }

  /// Calls the hook of a decoded record, and returns the record.
  @inline(never)
  mutating func awoken<Record: ArchiveRecord>(_ record: Record, number: Int) throws -> Record {
    // The hook may access objects that the record's instances refer to.
    try _completeInstances()
    var record = record
    try locating { try types[number].hooks.awake(&record) }
    return record
  }
}
