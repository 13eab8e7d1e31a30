/// The numbers already in an archive, so that equal ones are stored once.
struct ScalarTable {
  /// A number with its kind: `1`, `1.0` and `true` are three objects.
  enum Key: Hashable {
    case bool(Bool)
    case integer(Int64)
    case largeInteger(UInt64)
    /// The bits of a real number.
    case double(UInt64)
    case float(UInt32)
  }

  /// The entries of `$objects`.
  var objects: [Key: Int] = [:]
  /// The direct numbers of the integers below ``smallLimit``, then of `false` and of `true`, which are also shared as
  /// fields; ``none`` before they are noted. Empty before the first of them.
  private var fields: [UInt32] = []

  /// Integers from this on are a separate object of the property list for each field.
  static let smallLimit = 256
  static let none = UInt32.max

  /// The direct number of a small integer.
  subscript(small value: Int) -> UInt32 {
    get { fields.isEmpty ? Self.none : fields[value] }
    set {
      if fields.isEmpty { fields = Array(repeating: Self.none, count: Self.smallLimit + 2) }
      fields[value] = newValue
    }
  }

  /// The direct number of `true` or `false`.
  subscript(bool value: Bool) -> UInt32 {
    get { self[small: Self.smallLimit + (value ? 1 : 0)] }
    set { self[small: Self.smallLimit + (value ? 1 : 0)] = newValue }
  }
}
