import SwiftSyntax

/// A stored property that is archived.
struct Field: Named {
  /// The declared pattern: an identifier, or something that gives no name to store under.
  let pattern: PatternSyntax
  let name: TokenSyntax?
  let declaredName: String
  /// The type, as far as it is written.
  let type: TypeSyntax?
  let initialValue: ExprSyntax?
  /// `weak` or `unowned`.
  let referenceModifier: TokenSyntax?
  /// Whether it is a constant.
  let isConstant: Bool
  /// Whether it has observers, which are not called in an initialiser, and would be elsewhere.
  let isObserved: Bool
  /// Whether an attribute stands before the property that may be a property wrapper.
  let mayBeWrapped: Bool
  let stored: [StoredAttribute]

  static var noun: String { "property" }

  /// How the property is stored, unless as values of its type usually are.
  var method: StorageArgument.Method? {
    guard let method = stored.first?.method?.method, method != .standard else { return nil }
    return method
  }

  /// The value for archives that lack the field, where it is not the initial one.
  var defaultValue: ExprSyntax? { stored.first?.defaultValue }

  /// What happens when the value cannot be read.
  var policy: PolicyArgument.Policy { stored.first?.policy?.policy ?? .throwError }

  /// Whether the type is written as an optional.
  var isOptional: Bool { type?.isOptional ?? false }
  var nameSyntax: Syntax { name.map { Syntax($0) } ?? Syntax(pattern) }

  /// The order in which `init(fields:)` assigns properties: a wrapped one may be assigned through its setter,
  /// which needs all others; one that has a value already is assigned last.
  enum Phase: CaseIterable {
    case plain, wrapped, defaulted
  }

  var phase: Phase {
    initialValue != nil ? .defaulted : mayBeWrapped ? .wrapped : .plain
  }

  /// The labels of the property's tuple type, nil where a part has none; nil when the type is no tuple.
  var tupleLabels: [String?]? {
    if let type {
      guard let tuple = type.withoutParentheses.as(TupleTypeSyntax.self) else { return nil }
      return tuple.elements.map { $0.firstName?.text }
    }
    guard let tuple = initialValue?.as(TupleExprSyntax.self), tuple.elements.count > 1 else { return nil }
    return tuple.elements.map { $0.label?.text }
  }
}
