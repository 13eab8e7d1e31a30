internal import Foundation

/// The outcome of a test by the statistics of a zone: whether some value may pass, and whether some may fail.
struct ConditionOutcome: Equatable {
  var canPass: Bool
  var canFail: Bool

  /// Nothing is known.
  static let unknown = ConditionOutcome(canPass: true, canFail: true)
  /// There are no values.
  static let empty = ConditionOutcome(canPass: false, canFail: false)

  /// The outcome for the negation of the test.
  var negated: ConditionOutcome { ConditionOutcome(canPass: canFail, canFail: canPass) }

  /// The outcome for the values of both zones together.
  func or(_ other: ConditionOutcome) -> ConditionOutcome {
    ConditionOutcome(canPass: canPass || other.canPass, canFail: canFail || other.canFail)
  }

  /// The outcome for a value that has to pass two tests.
  func and(_ other: ConditionOutcome) -> ConditionOutcome {
    ConditionOutcome(canPass: canPass && other.canPass, canFail: canFail || other.canFail)
  }

  /// The outcome for values that all pass, or all fail.
  static func all(_ passes: Bool) -> ConditionOutcome {
    ConditionOutcome(canPass: passes, canFail: !passes)
  }
}

/// The statistics of the values at a path, one for each element of a zone.
struct PathStatistics: Equatable {
  /// The number of elements.
  var count: Int
  /// The number of elements whose value is missing.
  var missing: Int
  /// Bounds of the values that are not missing.
  var bounds = ColumnStatistics.unknown
  /// Whether the values are dates, which cannot be read as numbers.
  var isDate = false

  /// Returns the outcome of a test that follows from the statistics.
  func outcome(of test: ConditionComparison) -> ConditionOutcome {
    // Reading a missing value as a non-optional type is an error, which the reader of the column throws.
    // Contradictory counts come from a damaged archive.
    guard test.isOptional || missing == 0, missing <= count else { return .unknown }
    var outcome = ConditionOutcome.empty
    if missing > 0 { outcome = outcome.or(Self.outcomeOfMissing(test)) }
    if missing < count { outcome = outcome.or(outcomeOfPresent(test)) }
    return outcome
  }

  private static func outcomeOfMissing(_ test: ConditionComparison) -> ConditionOutcome {
    switch (test.comparison, test.operand) {
    case (_, .unknown): .unknown
    case (.equal, .missing): .all(true)
    case (.notEqual, .missing): .all(false)
    case (.notEqual, _): .all(true)
    default: .all(false)
    }
  }

  private func outcomeOfPresent(_ test: ConditionComparison) -> ConditionOutcome {
    guard let comparison = test.comparison else { return outcomeOfPrefix(test) }
    switch (bounds, test.operand) {
    case (_, .missing): return .all(comparison == .notEqual)
    case (.signed(let low, let high), .signed(let value)):
      return Interval(low, high).outcome(comparison, value)
    case (.unsigned(let low, let high), .unsigned(let value)):
      return Interval(low, high).outcome(comparison, value)
    case (.floating(let bounds), .floating(let value)) where !isDate:
      let outcome = value.isNaN ? .unknown : Interval(bounds.low, bounds.high).outcome(comparison, value)
      return bounds.hasNaN ? outcome.or(.all(comparison == .notEqual)) : outcome
    case (.floating(let bounds), .date(let value)) where isDate:
      // Dates are compared by `<` alone, so a NaN date is both `<=` and `>=` any other.
      return bounds.hasNaN || value.isNaN
        ? .unknown : Interval(bounds.low, bounds.high).outcome(comparison, value)
    case (.text(let bounds), .text(let value)): return bounds.interval.outcome(comparison, value)
    default: return .unknown
    }
  }

  /// Only an ASCII prefix is also a byte prefix of the composed form of every string that has it as a prefix. The
  /// converse fails: a string whose bytes begin with the prefix may not have it as a prefix, because the prefix may
  /// end inside a character.
  private func outcomeOfPrefix(_ test: ConditionComparison) -> ConditionOutcome {
    guard case .text(let bounds) = bounds, case .text(let prefix) = test.operand,
      prefix.utf8.allSatisfy({ $0 < 0x80 }), let end = TextBounds.end(of: prefix)
    else { return .unknown }
    let interval = bounds.interval
    let canPass = interval.outcome(.greaterOrEqual, prefix).canPass && interval.outcome(.less, end).canPass
    return ConditionOutcome(canPass: canPass, canFail: true)
  }
}

extension TextBounds {
  fileprivate var interval: Interval<String> { Interval(lower, end, isOpen: true) }
}

/// The interval of the values, from the lower to the upper bound. The upper bound is one of the values unless the
/// interval is open.
private struct Interval<Value: Comparable> {
  private let low: Value
  private let high: Value
  private let isOpen: Bool

  init(_ low: Value, _ high: Value, isOpen: Bool = false) {
    (self.low, self.high, self.isOpen) = (low, high, isOpen)
  }

  /// Whether there may be values equal to or greater than this one.
  private func reaches(_ value: Value) -> Bool { isOpen ? high > value : high >= value }

  func outcome(_ comparison: ArchiveComparison, _ value: Value) -> ConditionOutcome {
    switch comparison {
    case .equal:
      ConditionOutcome(
        canPass: low <= value && reaches(value), canFail: isOpen || low != value || high != value)
    case .less: ConditionOutcome(canPass: low < value, canFail: reaches(value))
    case .lessOrEqual: ConditionOutcome(canPass: low <= value, canFail: high > value)
    case .notEqual: outcome(.equal, value).negated
    case .greaterOrEqual: outcome(.less, value).negated
    case .greater: outcome(.lessOrEqual, value).negated
    }
  }
}

/// The comparison of a test, in the form that statistics can answer.
struct ConditionComparison: Sendable {
  /// The value that the part is compared with.
  enum Operand: Sendable {
    case signed(Int64)
    /// An unsigned integer; a boolean is 0 or 1.
    case unsigned(UInt64)
    case floating(Double)
    case date(Double)
    case text(String)
    /// `nil`
    case missing
    /// A value of a type without statistics.
    case unknown
  }

  /// The kind of comparison; `nil` if a string is tested for a prefix.
  let comparison: ArchiveComparison?
  let operand: Operand
  /// Whether the part is an optional.
  let isOptional: Bool

  /// Creates the comparison of a part with a value of the part's type, or of the type that the part wraps.
  init<Value, Operand>(of part: Value.Type, _ comparison: ArchiveComparison?, _ value: Operand) {
    func open<Part: OptionalPart>(_ type: Part.Type) -> Self.Operand { (value as? Part)?.operand ?? .unknown }
    self.comparison = comparison
    // The check uses the type, not the value: casting a value could unwrap an optional.
    operand = (Operand.self as? any OptionalPart.Type).map { open($0) } ?? Self.operand(ofPresent: value)
    isOptional = part is any OptionalPart.Type
  }

  /// Returns a non-optional value as an operand.
  fileprivate static func operand<Value>(ofPresent value: Value) -> Operand {
    func integer(_ value: some FixedWidthInteger) -> Operand {
      type(of: value).isSigned
        ? .signed(Int64(truncatingIfNeeded: value)) : .unsigned(UInt64(truncatingIfNeeded: value))
    }
    return switch value {
    // The integer types that are stored as columns of integers.
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
    // Optionals of optionals have no statistics.
    if Wrapped.self is any OptionalPart.Type { return .unknown }
    return map { ConditionComparison.operand(ofPresent: $0) } ?? .missing
  }
}
