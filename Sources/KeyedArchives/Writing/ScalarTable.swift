internal import ArchiveBytes

/// The numbers already in an archive, so that equal numbers are stored once. Kinds are distinct: `1`, `1.0` and
/// `true` are three objects.
struct ScalarTable {
  /// Numbers below this are also remembered as fields, where each is a separate object of the property list.
  static let smallLimit = 256

  /// The direct numbers of the small integers; -1 if there is none yet.
  var smallIntegers: [Int64] = Array(repeating: -1, count: smallLimit)
  /// Whether any small integer was noted.
  var hasSmallIntegers = false
  /// The direct numbers of `false` and `true`.
  var bools = BoolNumbers()
  /// The entries of `$objects` by value.
  var boolObjects = BoolNumbers()
  var integerObjects = IdentityTable()
  var largeIntegerObjects = IdentityTable()
  var doubleObjects = IdentityTable()
  var floatObjects = IdentityTable()

  /// Whether the tables are small enough to be kept for another archive.
  var isSmall: Bool {
    max(
      integerObjects.capacity, largeIntegerObjects.capacity, doubleObjects.capacity, floatObjects.capacity)
      <= 1024
  }

  /// Forgets all numbers, and keeps the memory.
  mutating func removeAll() {
    if hasSmallIntegers {
      for value in smallIntegers.indices { smallIntegers[value] = -1 }
      hasSmallIntegers = false
    }
    bools = BoolNumbers()
    boolObjects = BoolNumbers()
    integerObjects.removeAll()
    largeIntegerObjects.removeAll()
    doubleObjects.removeAll()
    floatObjects.removeAll()
  }
}

/// A number for `false` and one for `true`; -1 if there is none yet.
struct BoolNumbers {
  private var whenFalse: Int = -1
  private var whenTrue: Int = -1

  subscript(value: Bool) -> Int {
    get { value ? whenTrue : whenFalse }
    set { if value { whenTrue = newValue } else { whenFalse = newValue } }
  }
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
