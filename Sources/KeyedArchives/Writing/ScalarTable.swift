internal import ArchiveBytes

/// The numbers already in an archive, so that equal numbers are stored once. Kinds are distinct: `1`, `1.0` and
/// `true` are three objects.
struct ScalarTable {
  /// Numbers below this are also remembered as fields, where each is a separate object of the property list.
  static let smallLimit = 256

  /// The direct numbers of the small integers; -1 if there is none yet.
  var smallIntegers: [Int64] = Array(repeating: -1, count: smallLimit)
  /// The direct numbers of `false` and `true`.
  var bools: [Int64] = [-1, -1]
  /// The entries of `$objects` by value.
  var boolObjects = [-1, -1]
  var integerObjects = IdentityTable()
  var largeIntegerObjects = IdentityTable()
  var doubleObjects = IdentityTable()
  var floatObjects = IdentityTable()
}

/// The widths at which the binary property list stores integers.
enum PlistInteger {
  /// Returns the number of bytes for `value`: 1, 2 or 4 unsigned, otherwise 8 signed.
  @inline(__always)
  static func width(_ value: Int64) -> Int {
    if value < 0 || value > Int64(UInt32.max) { return 8 }
    return value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : 4
  }

  /// Returns the smallest number of bytes, from 1 to 8, that holds `value`.
  static func bytesNeeded(_ value: UInt64) -> Int { max(1, (71 - value.leadingZeroBitCount) / 8) }
}
