internal import PropertyLists

/// The bits of a number, and its kind: `1`, `1.0` and `true` are three different objects.
struct ScalarKey: Hashable {
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

  /// A position below ``smallCount`` for Booleans and integers below 256; `nil` for other numbers, of which each field
  /// gets a separate object of the property list.
  var smallPosition: Int? { kind == 0 ? 256 + Int(bits) : kind == 2 && bits < 256 ? Int(bits) : nil }
  static let smallCount = 258
}
