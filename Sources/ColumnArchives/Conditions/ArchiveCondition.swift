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
/// A condition holds for exactly those values for which the same comparison of their properties is true. Its results
/// are the results of Swift's operators: NaN is not equal to itself, `-0.0` equals `0.0`, and strings are equal if
/// they are canonically equivalent. A missing part, optional or in an optional struct, equals only `nil`, and is
/// neither less nor greater than anything.
///
/// A closure can test anything, but an archive cannot look into it. The archive knows a condition's paths and
/// values: it reads only the columns of these paths, and skips each batch whose minimum and maximum values show that
/// no element can match.
public struct ArchiveCondition<Root: ArchiveRecord>: Sendable {
  let form: ConditionForm

  init(_ form: ConditionForm) { self.form = form }

  /// Creates the condition that the part at a path passes a test.
  ///
  /// - Parameters:
  ///   - comparison: The comparison of the part with the operand; `nil` if the test is for a prefix. An archive
  ///     evaluates it with the statistics of its batches.
  ///   - test: Returns for each value whether it passes. It is compiled into the caller's module, which knows the
  ///     type.
  @usableFromInline
  init<Value, Operand>(
    _ path: ArchivePath<Root, Value>, _ comparison: ArchiveComparison?, _ operand: Operand,
    _ test: @escaping @Sendable ([Value]) -> [Bool]
  ) {
    form = .test(
      PathTest(
        path: path, comparison: ConditionComparison(of: Value.self, comparison, operand), passes: test))
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

/// The structure of a condition made of tests.
indirect enum ConditionForm: Sendable {
  case test(any ConditionTest)
  case all([ConditionForm])
  case any([ConditionForm])
  case not(ConditionForm)

  func forEachTest(_ body: (any ConditionTest) throws -> Void) rethrows {
    switch self {
    case .test(let test): try body(test)
    case .all(let parts), .any(let parts): for part in parts { try part.forEachTest(body) }
    case .not(let part): try part.forEachTest(body)
    }
  }

  /// Returns the parts of the form if it joins them in the wanted way, and otherwise the form itself. This keeps a
  /// long chain of conditions from nesting.
  fileprivate func parts(ofAll isAll: Bool) -> [ConditionForm] {
    switch self {
    case .all(let parts) where isAll: parts
    case .any(let parts) where !isAll: parts
    default: [self]
    }
  }
}
