/// A number as stored in an archive of any format, and the rule that converts it to a Swift type.
///
/// The rule is the same for all formats: a Boolean is the number 0 or 1, like an `NSNumber`, and a number can be read
/// as any type that represents it exactly. So `true` is read as 1.0, 1 and 1.0 are read as `true`, and 3.0 as the
/// integer 3. But 2 is not a `Bool`, 3.5 is not an integer, and 2⁵³ + 1 is not a `Double`. A NaN is read as a NaN of
/// the other width.
public enum StoredNumber: Equatable, Sendable {
  case bool(Bool)
  case signed(Int64)
  case unsigned(UInt64)
  case float(Float)
  case double(Double)

  /// The number as a Boolean; `nil` if it is neither 0 nor 1.
  @inlinable
  package var bool: Bool? {
    if case .bool(let value) = self { return value }
    switch integer(UInt8.self) {
    case 0: return false
    case 1: return true
    default: return nil
    }
  }

  /// Returns the number as an integer; `nil` if the type cannot represent it.
  @inlinable
  package func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .signed(let value): Number(exactly: value)
    case .unsigned(let value): Number(exactly: value)
    case .float(let value): Number(exactly: value)
    case .double(let value): Number(exactly: value)
    }
  }

  /// The number as a `Double`; `nil` if a `Double` cannot represent it exactly.
  @inlinable
  package var double: Double? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .signed(let value): Double(exactly: value)
    case .unsigned(let value): Double(exactly: value)
    case .float(let value): Double(value)
    case .double(let value): value
    }
  }

  /// The number as a `Float`; `nil` if a `Float` cannot represent it exactly.
  @inlinable
  package var float: Float? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .signed(let value): Float(exactly: value)
    case .unsigned(let value): Float(exactly: value)
    case .float(let value): value
    case .double(let value): value.isNaN ? Float(value) : Float(exactly: value)
    }
  }
}

extension StoredNumber: CustomStringConvertible {
  public var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .signed(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .float(let value): "\(value)"
    case .double(let value): "\(value)"
    }
  }
}
