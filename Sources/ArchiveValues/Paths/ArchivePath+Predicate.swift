public import Foundation

/// How a part of a value is compared in a predicate.
public enum ArchiveComparison: Sendable, Hashable, CaseIterable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

extension ArchivePath where Value: Comparable & Codable & Sendable {
  /// The predicate that the part that the path leads to compares with a value as wanted.
  ///
  /// ```swift
  /// let recent = Event.path.timeStamp.predicate(.greater, yesterday)
  /// let events = try all.filter(recent)
  /// ```
  ///
  /// `#Predicate` takes properties by their names only, and no `$0[keyPath:]`. Where you build the expressions of a
  /// predicate yourself, ``keyPath`` goes into `PredicateExpressions.build_KeyPath(root:keyPath:)`.
  public func predicate(_ comparison: ArchiveComparison, _ value: Value) -> Predicate<Root> {
    typealias Build = PredicateExpressions
    let (keyPath, value) = (keyPath, Build.build_Arg(value))
    switch comparison {
    case .equal: return Predicate<Root> { Build.build_Equal(lhs: $0.part(at: keyPath), rhs: value) }
    case .notEqual: return Predicate<Root> { Build.build_NotEqual(lhs: $0.part(at: keyPath), rhs: value) }
    default: return Predicate<Root> { comparison.ordering($0.part(at: keyPath), value) }
    }
  }
}

extension ArchivePath {
  /// The predicate that the part that the path leads to compares with a value as wanted. A missing one differs from
  /// every value, and is neither less nor greater.
  public func predicate<Wrapped: Comparable & Codable & Sendable>(
    _ comparison: ArchiveComparison, _ value: Wrapped
  ) -> Predicate<Root> where Value == Wrapped? {
    typealias Build = PredicateExpressions
    let (keyPath, maybe) = (keyPath, Build.build_Arg(value as Wrapped?))
    switch comparison {
    case .equal: return Predicate<Root> { Build.build_Equal(lhs: $0.part(at: keyPath), rhs: maybe) }
    case .notEqual: return Predicate<Root> { Build.build_NotEqual(lhs: $0.part(at: keyPath), rhs: maybe) }
    default:
      return Predicate<Root> {
        Build.build_NilCoalesce(
          lhs: Build.build_flatMap($0.part(at: keyPath)) {
            comparison.ordering($0, Build.build_Arg(value))
          }, rhs: Build.build_Arg(false))
      }
    }
  }
}

extension PredicateExpressions.Variable {
  /// The part of the predicate's input at a key path.
  fileprivate func part<Part>(at keyPath: any KeyPath<Output, Part> & Sendable)
    -> PredicateExpressions.KeyPath<Self, Part>
  {
    PredicateExpressions.build_KeyPath(root: self, keyPath: keyPath)
  }
}

extension ArchiveComparison {
  /// The expression that one value is before or behind another one; only of comparisons that say so.
  fileprivate func ordering<Left, Right>(_ left: Left, _ right: Right)
    -> PredicateExpressions.Comparison<Left, Right>
  where Left.Output: Comparable {
    switch self {
    case .less: PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .lessThan)
    case .lessOrEqual: PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .lessThanOrEqual)
    case .greater: PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .greaterThan)
    case .greaterOrEqual:
      PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .greaterThanOrEqual)
    case .equal, .notEqual: preconditionFailure("\(self) is no order")
    }
  }
}
