internal import ArchiveValues
internal import Foundation

/// What a test compares, as far as statistics can answer it.
struct ConditionComparison: Sendable {
  enum Kind: Sendable {
    case compare(ArchiveComparison)
    /// Strings with a prefix.
    case prefix
  }

  /// What the part is compared with.
  enum Operand: Sendable {
    case signed(Int64)
    case unsigned(UInt64)
    case floating(Double)
    case date(Double)
    case text(String)
    case bool(Bool)
    /// `nil`
    case missing
    /// A value of a type that statistics do not know.
    case unknown
  }

  let kind: Kind
  let operand: Operand
  /// Whether the part is an optional.
  let isOptional: Bool

  /// Creates the comparison of a part of a type with a value of that type, or of the type that it wraps.
  ///
  /// - Parameter comparison: `nil` for the test of a string for a prefix.
  init<Value, Operand>(of part: Value.Type, _ comparison: ArchiveComparison?, _ value: Operand) {
    kind = comparison.map { .compare($0) } ?? .prefix
    operand = Self.operand(of: value)
    isOptional = part is any OptionalPart.Type
  }

  private static func operand<Value>(of value: Value) -> Operand {
    func open<Part: ConditionPart>(_ type: Part.Type) -> Operand { (value as? Part)?.operand ?? .unknown }
    // The type is asked, not the value: casting a value could unwrap an optional.
    return (Value.self as? any ConditionPart.Type).map { open($0) } ?? .unknown
  }
}

/// A type whose order and equality statistics know.
private protocol ConditionPart {
  var operand: ConditionComparison.Operand { get }
}

private protocol OptionalPart {
  /// Whether the optional is one of optionals.
  static var wrapsOptional: Bool { get }
}

extension Optional: OptionalPart {
  fileprivate static var wrapsOptional: Bool { Wrapped.self is any OptionalPart.Type }
}

extension Optional: ConditionPart {
  fileprivate var operand: ConditionComparison.Operand {
    if Self.wrapsOptional { return .unknown }
    guard let self else { return .missing }
    func wrapped<Part: ConditionPart>(_ type: Part.Type) -> ConditionComparison.Operand {
      (self as? Part)?.operand ?? .unknown
    }
    return (Wrapped.self as? any ConditionPart.Type).map { wrapped($0) } ?? .unknown
  }
}

extension ConditionPart where Self: FixedWidthInteger {
  fileprivate var operand: ConditionComparison.Operand {
    Self.isSigned ? .signed(Int64(truncatingIfNeeded: self)) : .unsigned(UInt64(truncatingIfNeeded: self))
  }
}

extension Int: ConditionPart {}
extension Int8: ConditionPart {}
extension Int16: ConditionPart {}
extension Int32: ConditionPart {}
extension Int64: ConditionPart {}
extension UInt: ConditionPart {}
extension UInt8: ConditionPart {}
extension UInt16: ConditionPart {}
extension UInt32: ConditionPart {}
extension UInt64: ConditionPart {}

extension Double: ConditionPart {
  fileprivate var operand: ConditionComparison.Operand { .floating(self) }
}

extension Float: ConditionPart {
  fileprivate var operand: ConditionComparison.Operand { .floating(Double(self)) }
}

extension Date: ConditionPart {
  fileprivate var operand: ConditionComparison.Operand { .date(timeIntervalSinceReferenceDate) }
}

extension String: ConditionPart {
  fileprivate var operand: ConditionComparison.Operand { .text(self) }
}

extension Bool: ConditionPart {
  fileprivate var operand: ConditionComparison.Operand { .bool(self) }
}
