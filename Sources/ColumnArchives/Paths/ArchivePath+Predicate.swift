public import Foundation

/// The comparison of a part in a predicate.
public enum ArchiveComparison: Sendable, Hashable, CaseIterable {
  /// Equality, `==`.
  case equal
  /// Inequality, `!=`.
  case notEqual
  /// Less, `<`.
  case less
  /// Less or equal, `<=`.
  case lessOrEqual
  /// Greater, `>`.
  case greater
  /// Greater or equal, `>=`.
  case greaterOrEqual
}

extension ArchivePath where Value: Comparable & Codable & Sendable {
  /// Returns a predicate that compares the part at the path with a value.
  ///
  /// ```swift
  /// let recent = Event.path.timeStamp.predicate(.greater, yesterday)
  /// let events = try all.filter(recent)
  /// ```
  ///
  /// `#Predicate` itself accepts properties only by name, and does not support `$0[keyPath:]`.
  public func predicate(_ comparison: ArchiveComparison, _ value: Value) -> Predicate<Root> {
    Predicate { comparison.expression(expression(in: $0), PredicateExpressions.build_Arg(value)) }
  }
}

extension ArchivePath {
  /// Returns a predicate that compares the part at the path with a value. A missing part differs from every value, and
  /// is neither less nor greater.
  public func predicate<Wrapped: Comparable & Codable & Sendable>(
    _ comparison: ArchiveComparison, _ value: Wrapped
  ) -> Predicate<Root> where Value == Wrapped? {
    Predicate { comparison.expression(expression(in: $0), ofOptional: PredicateExpressions.build_Arg(value)) }
  }

  /// Returns the expression of the part at the path. It has one step per property, because predicates support no
  /// others.
  private func expression(in root: PredicateExpressions.Variable<Root>) -> any StandardPredicateExpression<
    Value
  > {
    var expression: (any StandardPredicateExpression)? = root
    for property in properties { expression = expression.flatMap { property.expression(of: $0) } }
    guard let expression = expression as? any StandardPredicateExpression<Value> else {
      preconditionFailure("the properties of a path follow each other")
    }
    return expression
  }
}

extension ArchiveComparison {
  private typealias Build = PredicateExpressions

  fileprivate func expression<Value: Comparable>(
    _ part: some StandardPredicateExpression<Value>, _ value: some StandardPredicateExpression<Value>
  ) -> any StandardPredicateExpression<Bool> {
    switch self {
    case .equal: Build.build_Equal(lhs: part, rhs: value)
    case .notEqual: Build.build_NotEqual(lhs: part, rhs: value)
    case .less: Build.build_Comparison(lhs: part, rhs: value, op: .lessThan)
    case .lessOrEqual: Build.build_Comparison(lhs: part, rhs: value, op: .lessThanOrEqual)
    case .greater: Build.build_Comparison(lhs: part, rhs: value, op: .greaterThan)
    case .greaterOrEqual: Build.build_Comparison(lhs: part, rhs: value, op: .greaterThanOrEqual)
    }
  }

  fileprivate func expression<Value: Comparable>(
    _ part: some StandardPredicateExpression<Value?>,
    ofOptional value: some StandardPredicateExpression<Value>
  ) -> any StandardPredicateExpression<Bool> {
    switch self {
    case .equal: present(part) { Build.build_Equal(lhs: $0, rhs: value) }
    case .notEqual: present(part, or: true) { Build.build_NotEqual(lhs: $0, rhs: value) }
    case .less: present(part) { Build.build_Comparison(lhs: $0, rhs: value, op: .lessThan) }
    case .lessOrEqual: present(part) { Build.build_Comparison(lhs: $0, rhs: value, op: .lessThanOrEqual) }
    case .greater: present(part) { Build.build_Comparison(lhs: $0, rhs: value, op: .greaterThan) }
    case .greaterOrEqual:
      present(part) { Build.build_Comparison(lhs: $0, rhs: value, op: .greaterThanOrEqual) }
    }
  }

  /// Returns an expression that is the result of `compare` for a present value, and `missing` for a missing one.
  private func present<Value>(
    _ part: some StandardPredicateExpression<Value?>, or missing: Bool = false,
    _ compare: (PredicateExpressions.Variable<Value>) -> some StandardPredicateExpression<Bool>
  ) -> any StandardPredicateExpression<Bool> {
    Build.build_NilCoalesce(lhs: Build.build_flatMap(part, compare), rhs: Build.build_Arg(missing))
  }
}

// Comparators and sort descriptors for values in memory.

extension ArchivePath where Value: Comparable {
  /// Returns a comparator that compares values by the part at the path.
  ///
  /// ```swift
  /// let byTime = events.sorted(using: Event.path.timeStamp.comparator(order: .reverse))
  /// ```
  public func comparator(order: SortOrder = .forward) -> KeyPathComparator<Root> {
    KeyPathComparator(keyPath, order: order)
  }

  /// Returns a sort descriptor for the part at the path. Strings are compared as by `<`, independent of any language.
  public func sortDescriptor(order: SortOrder = .forward) -> SortDescriptor<Root> {
    SortDescriptor(keyPath, order: order)
  }
}

extension ArchivePath {
  /// Returns a comparator that compares values by the part at the path. A missing part sorts before all others; in
  /// reverse order, after them.
  public func comparator<Wrapped: Comparable>(order: SortOrder = .forward) -> KeyPathComparator<Root>
  where Value == Wrapped? {
    KeyPathComparator(keyPath, order: order)
  }

  /// Returns a sort descriptor for the part at the path. A missing part sorts before all others; in reverse order,
  /// after them.
  public func sortDescriptor<Wrapped: Comparable>(order: SortOrder = .forward) -> SortDescriptor<Root>
  where Value == Wrapped? {
    SortDescriptor(keyPath, order: order)
  }
}
