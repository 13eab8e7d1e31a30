public import ArchiveValues

/// A condition on the parts of a value, such as `Event.path.timeStamp > yesterday`.
///
/// Compare a path with a value, and join the comparisons with `&&`, `||` and `!`:
///
/// ```swift
/// let condition = Event.path.timeStamp.isContained(in: start..<end) && Event.path.eventTag.hasPrefix("tag ")
/// let events = try archive.elements(where: condition)
/// ```
///
/// A condition holds for exactly those values for which the same comparison of their properties is true. It has the
/// results of Swift's operators: NaN is not equal to itself, `-0.0` equals `0.0`, and strings are equal if they are
/// canonically equivalent. Where a part is missing, as it is optional or belongs to an optional struct, it equals only
/// `nil`, and is neither less nor greater than anything.
///
/// A closure can test anything, but an archive cannot look into it. It knows a condition's paths and the
/// values: it reads only the columns of these paths, and skips each batch whose least and greatest values show
/// that no element can match.
public struct ArchiveCondition<Root: ArchiveRecord>: Sendable {
  let form: ConditionForm

  init(_ form: ConditionForm) { self.form = form }

  /// Creates the condition that the part at a path passes a test.
  ///
  /// - Parameters:
  ///   - comparison: How the test compares the part with the operand; `nil` if it asks for a prefix. An archive asks the
  ///     statistics of its batches by it.
  ///   - test: Returns for each value whether it passes. It is compiled into the caller's module, which knows the type.
  @usableFromInline
  init<Value, Operand>(
    _ path: ArchivePath<Root, Value>, _ comparison: ArchiveComparison?, _ operand: Operand,
    _ test: @escaping @Sendable ([Value]) -> [Bool]
  ) {
    let comparison = ConditionComparison(of: Value.self, comparison, operand)
    form = .test { try $0.resolve(path, comparison, test) }
  }

  /// Returns the condition that both conditions hold. If the first holds for no element of a batch, the columns of the
  /// second are not read.
  public static func && (first: Self, second: Self) -> Self {
    Self(.all(first.form.parts(ofAll: true) + second.form.parts(ofAll: true)))
  }

  /// Returns the condition that at least one of two conditions holds. If the first holds for all elements of a batch,
  /// the columns of the second are not read.
  public static func || (first: Self, second: Self) -> Self {
    Self(.any(first.form.parts(ofAll: false) + second.form.parts(ofAll: false)))
  }

  /// Returns the condition that a condition does not hold.
  public static prefix func ! (condition: Self) -> Self { Self(.not(condition.form)) }
}

/// How a condition is made up of tests.
indirect enum ConditionForm: Sendable {
  /// Finds the column of the part that is tested.
  case test(@Sendable (ConditionEvaluator) throws -> ResolvedCondition)
  case all([ConditionForm])
  case any([ConditionForm])
  case not(ConditionForm)

  /// Returns the parts of the form if it joins them in the wanted way, or else the form itself. So a long row of
  /// conditions does not nest.
  fileprivate func parts(ofAll isAll: Bool) -> [ConditionForm] {
    switch self {
    case .all(let parts) where isAll: parts
    case .any(let parts) where !isAll: parts
    default: [self]
    }
  }
}
