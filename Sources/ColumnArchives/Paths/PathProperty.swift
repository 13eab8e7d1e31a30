internal import Foundation

/// A property on a path. It creates the steps of Swift key paths and of Foundation predicates from its owner to its
/// value.
protocol PathProperty: Sendable {
  /// The property as a key path that can be appended to other key paths.
  var keyPath: AnyKeyPath { get }

  /// Returns the expression of the property for an expression of its owner; `nil` if the owner's expression has
  /// another type.
  func expression(of owner: any StandardPredicateExpression) -> (any StandardPredicateExpression)?
}

/// A key path that is `Sendable`.
struct SharedKeyPath<Owner, Member>: @unchecked Sendable {
  // Sendable: key paths do not change. They can share only their captured values, the arguments of subscripts, and
  // properties have none.
  let keyPath: KeyPath<Owner, Member>

  var sendable: any KeyPath<Owner, Member> & Sendable {
    // SAFETY: `Sendable` is a marker protocol without a run-time representation; the comment above gives the reason
    // why it holds.
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

/// A property of an optional struct.
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

/// An optional property of an optional struct.
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

// Equivalents of `?.` in a key path literal, for properties given as key paths.
extension Optional {
  fileprivate subscript<Member>(archived keyPath: KeyPath<Wrapped, Member>) -> Member? {
    self.map { $0[keyPath: keyPath] }
  }

  fileprivate subscript<Member>(archived keyPath: KeyPath<Wrapped, Member?>) -> Member? {
    self.flatMap { $0[keyPath: keyPath] }
  }
}
