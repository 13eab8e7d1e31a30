internal import PropertyLists

/// The numbers already in an archive, so that equal numbers are stored once.
struct ScalarTable {
  /// The bits of a number, and its kind: `1`, `1.0` and `true` are three different objects.
  struct Key: Hashable {
    private let kind: UInt8
    private let bits: UInt64

    init(_ number: StoredNumber) {
      (kind, bits) =
        switch number {
        case .bool(let value): (0, value ? 1 : 0)
        case .signed(let value): (value < 0 ? 1 : 2, UInt64(bitPattern: value))
        case .unsigned(let value): (2, value)
        case .float(let value): (3, UInt64(value.bitPattern))
        case .double(let value): (4, value.bitPattern)
        }
    }
  }

  /// The entries of `$objects`.
  var objects: [Key: Int] = [:]
  /// The direct numbers of the integers below ``smallLimit``, then of `false` and of `true`, which fields share, too.
  /// Each is ``none`` until it is noted; the array is empty until the first is.
  var shared: [UInt32] = []

  /// For integers from this limit on, each field gets a separate object of the property list.
  static let smallLimit = 256
  static let none = UInt32.max
}
