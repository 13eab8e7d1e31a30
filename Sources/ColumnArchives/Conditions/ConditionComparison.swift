internal import ArchiveValues
internal import Foundation

/// What a test compares, as far as statistics can answer it.
struct ConditionComparison: Sendable {
  /// What the part is compared with.
  enum Operand: Sendable {
    case signed(Int64)
    /// An unsigned integer; a boolean is 0 or 1.
    case unsigned(UInt64)
    case floating(Double)
    case date(Double)
    case text(String)
    /// `nil`
    case missing
    /// A value of a type that statistics do not know.
    case unknown
  }

  /// How the part is compared; `nil` if it is a string that is to have a prefix.
  let comparison: ArchiveComparison?
  let operand: Operand
  /// Whether the part is an optional.
  let isOptional: Bool

  /// Creates the comparison of a part of a type with a value of that type, or of the type that it wraps.
  init<Value, Operand>(of part: Value.Type, _ comparison: ArchiveComparison?, _ value: Operand) {
    func open<Part: OptionalPart>(_ type: Part.Type) -> Self.Operand { (value as? Part)?.operand ?? .unknown }
    self.comparison = comparison
    // The type is asked, not the value: casting a value could unwrap an optional.
    operand = (Operand.self as? any OptionalPart.Type).map { open($0) } ?? Self.operand(ofPresent: value)
    isOptional = part is any OptionalPart.Type
  }

  /// Returns a value that is no optional as an operand.
  fileprivate static func operand<Value>(ofPresent value: Value) -> Operand {
    func integer(_ value: some FixedWidthInteger) -> Operand {
      type(of: value).isSigned
        ? .signed(Int64(truncatingIfNeeded: value)) : .unsigned(UInt64(truncatingIfNeeded: value))
    }
    return switch value {
    // Those that are columns of integers.
    case let value as any ColumnValue & FixedWidthInteger: integer(value)
    case let value as Double: .floating(value)
    case let value as Float: .floating(Double(value))
    case let value as Date: .date(value.timeIntervalSinceReferenceDate)
    case let value as String: .text(value)
    case let value as Bool: .unsigned(value ? 1 : 0)
    default: .unknown
    }
  }
}

private protocol OptionalPart {
  var operand: ConditionComparison.Operand { get }
}

extension Optional: OptionalPart {
  fileprivate var operand: ConditionComparison.Operand {
    // Statistics do not know optionals of optionals.
    if Wrapped.self is any OptionalPart.Type { return .unknown }
    return map { ConditionComparison.operand(ofPresent: $0) } ?? .missing
  }
}
