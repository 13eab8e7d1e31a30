/// A number as an archive has it, whatever its format, and the rule by which it becomes a value of a type.
///
/// The rule, the same for all formats: a Boolean is the number 0 or 1, as an `NSNumber` is; and a number is read as any
/// type that has it exactly. So `true` is read as 1.0, 1 and 1.0 are read as `true`, and 3.0 as the integer 3, while
/// 2 is no `Bool`, 3.5 no integer, and 2⁵³ + 1 no `Double`. A NaN is read as a NaN of the other width.
package enum StoredNumber: Equatable, Sendable {
  case bool(Bool)
  case signed(Int64)
  case unsigned(UInt64)
  case float(Float)
  case double(Double)

  /// The number as a Boolean; `nil` when it is neither 0 nor 1.
  @inlinable
  package var bool: Bool? {
    if case .bool(let value) = self { return value }
    switch integer(UInt8.self) {
    case 0: return false
    case 1: return true
    default: return nil
    }
  }

  /// The number as an integer; `nil` when the type does not have it.
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

  /// The number as a `Double`; `nil` when that does not have it.
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

  /// The number as a `Float`; `nil` when that does not have it.
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

// What errors say that a type has not.
extension StoredNumber {
  package static let boolExpected = "true or false, or 0 or 1"
  package static let int64Expected = "an integer of 64 bits"
  package static let uint64Expected = "an unsigned integer of 64 bits"
  package static let doubleExpected = "a number that Double has exactly"
  package static let floatExpected = "a number that Float has exactly"
}

extension StoredNumber: CustomStringConvertible {
  package var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .signed(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .float(let value): "\(value)"
    case .double(let value): "\(value)"
    }
  }
}

extension StoredNumber {
  /// The number that a node is; `nil` when it is none.
  package init?(_ node: ArchiveNode) {
    switch node {
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .signed(value)
    case .unsigned(let value): self = .unsigned(value)
    case .float(let value): self = .float(value)
    case .double(let value): self = .double(value)
    default: return nil
    }
  }
}

extension ArchiveNode {
  /// The node of a number.
  package init(_ number: StoredNumber) {
    self =
      switch number {
      case .bool(let value): .bool(value)
      case .signed(let value): .integer(value)
      case .unsigned(let value): ArchiveNode(value)
      case .float(let value): .float(value)
      case .double(let value): .double(value)
      }
  }
}
