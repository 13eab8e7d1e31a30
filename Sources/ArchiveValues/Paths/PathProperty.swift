internal import Foundation

/// A property on the way of a path: how Swift's key paths and Foundation's predicates come from its owner to its value.
protocol PathProperty: Sendable {
  /// The property as a key path that can be appended to others.
  var keyPath: AnyKeyPath { get }

  /// The expression of the property of what an expression gives; `nil` when that is no owner of it.
  func expression(of owner: any StandardPredicateExpression) -> (any StandardPredicateExpression)?
}

/// A key path that may be shared.
struct SharedKeyPath<Owner, Member>: @unchecked Sendable {
  // Sendable: key paths do not change. All that one could share with others is what it captures, the arguments of
  // subscripts, and properties have none.
  let keyPath: KeyPath<Owner, Member>

  var sendable: any KeyPath<Owner, Member> & Sendable {
    // SAFETY: `Sendable` is a mark that only the compiler sees; that it holds is said above.
    unsafe unsafeBitCast(keyPath, to: (any KeyPath<Owner, Member> & Sendable).self)
  }
}

/// A property of a struct.
struct StructProperty<Owner, Member>: PathProperty {
  let property: SharedKeyPath<Owner, Member>

  var keyPath: AnyKeyPath { property.keyPath }

  func expression(of owner: any StandardPredicateExpression) -> (any StandardPredicateExpression)? {
    func part(of owner: some StandardPredicateExpression<Owner>) -> any StandardPredicateExpression {
      PredicateExpressions.build_KeyPath(root: owner, keyPath: property.sendable)
    }
    return (owner as? any StandardPredicateExpression<Owner>).map { part(of: $0) }
  }
}

/// A property of a struct that may be missing.
struct OptionalStructProperty<Owner, Member>: PathProperty {
  let property: SharedKeyPath<Owner, Member>

  var keyPath: AnyKeyPath { \Owner?.[archived: property.keyPath] }

  func expression(of owner: any StandardPredicateExpression) -> (any StandardPredicateExpression)? {
    func part(of owner: some StandardPredicateExpression<Owner?>) -> any StandardPredicateExpression {
      PredicateExpressions.build_flatMap(owner) {
        PredicateExpressions.build_KeyPath(root: $0, keyPath: property.sendable)
      }
    }
    return (owner as? any StandardPredicateExpression<Owner?>).map { part(of: $0) }
  }
}

/// A property that may be missing, of a struct that may be missing.
struct OptionalStructOptionalProperty<Owner, Member>: PathProperty {
  let property: SharedKeyPath<Owner, Member?>

  var keyPath: AnyKeyPath { \Owner?.[archived: property.keyPath] }

  func expression(of owner: any StandardPredicateExpression) -> (any StandardPredicateExpression)? {
    func part(of owner: some StandardPredicateExpression<Owner?>) -> any StandardPredicateExpression {
      PredicateExpressions.build_flatMap(owner) {
        PredicateExpressions.build_KeyPath(root: $0, keyPath: property.sendable)
      }
    }
    return (owner as? any StandardPredicateExpression<Owner?>).map { part(of: $0) }
  }
}

// What `?.` is in a key path literal, for properties that come as key paths.
extension Optional {
  fileprivate subscript<Member>(archived keyPath: KeyPath<Wrapped, Member>) -> Member? {
    self.map { $0[keyPath: keyPath] }
  }

  fileprivate subscript<Member>(archived keyPath: KeyPath<Wrapped, Member?>) -> Member? {
    self.flatMap { $0[keyPath: keyPath] }
  }
}
