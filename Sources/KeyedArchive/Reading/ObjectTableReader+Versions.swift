internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

// Records of older and newer versions, and what types do with their decoded values.
extension ObjectTableReader {
  /// The version of the record that was opened, when it is an older one that its type upgrades; otherwise `nil`.
  ///
  /// Records of one version share the reference to it as a rule, and then it is looked at once.
  @inline(never)
  mutating func olderVersion(of record: Scope, type: Int) throws -> Int? {
    let schema = types[type].schema
    let position = types[type].recent.versionPosition
    var stored: Int64 = 1
    if position >= 0 {
      let reference = try plist.reference(at: record.start + position * plist.referenceSize)
      if reference == types[type].recent.verifiedVersion { return nil }
      stored = try version(at: reference, schema)
      if try located({ try schema.isOlder(stored) }), types[type].hooks.isUpgradable { return Int(stored) }
      types[type].recent.verifiedVersion = reference
      types[type].plans[types[type].recentNumber].core.verifiedVersion = reference
      return nil
    }
    return try schema.isOlder(stored) && types[type].hooks.isUpgradable ? Int(stored) : nil
  }

  private func version(at reference: Int, _ schema: ArchiveSchema) throws -> Int64 {
    let (offset, _) = try table.resolve(reference)
    guard case .signed(let value)? = try plist.number(at: offset) else {
      return try located { throw schema.noVersion(found: plist.describe(at: offset)) }
    }
    return value
  }

  /// Reads the record at the current place, which is of an older version, through its tree.
  @inline(never)
  mutating func upgraded<Record: ArchiveRecord>(
    _ type: Record.Type, from version: Int
  ) throws -> Record {
    var fields = try decodeFields(className: Record.archiveSchema.className)
    fields.version = version
    var decoder = NodeDecoder(.null, limits: limits, depth: depth, budget: budget)
    // What a record cost that is refused was spent as well.
    defer { budget = decoder.budget }
    return try located {
      try fields.upgrade(to: type)
      return try decoder.decodeUpgraded(type, from: fields)
    }
  }

  /// A decoded record after its type has looked at it.
  @inline(never)
  mutating func awoken<Record: ArchiveRecord>(_ record: Record, number: Int) throws -> Record {
    // The type may look at what its instances refer to.
    try completeInstances()
    var record = record
    try located { try types[number].hooks.awake(&record) }
    return record
  }

  /// Runs `body`; an error in it that does not know where it is, is at the current place.
  private func located<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      var error = ArchiveError.wrapping(error)
      if error.offset == nil { error.offset = place.offset }
      throw error
    }
  }
}
