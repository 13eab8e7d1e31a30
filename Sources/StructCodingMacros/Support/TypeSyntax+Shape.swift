import SwiftSyntax

extension TypeSyntax {
  /// The type without enclosing parentheses: `(Int)` is `Int`.
  var withoutParentheses: TypeSyntax {
    guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first,
      element.firstName == nil
    else { return self }
    return element.type.withoutParentheses
  }

  /// The names of a nominal type without generic arguments: `Outer.Box<Int>` gives Outer, Box.
  var nominalPath: [String] {
    if let type = self.as(IdentifierTypeSyntax.self) { return [type.name.unescapedText] }
    if let type = self.as(MemberTypeSyntax.self) {
      return type.baseType.nominalPath + [type.name.unescapedText]
    }
    return []
  }

  /// Whether the type is written as an optional: `T?`, `T!` or `Optional<T>`.
  var isOptional: Bool {
    let type = withoutParentheses
    return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
      || type.nominalPath.last == "Optional"
  }

  /// Whether generic arguments are written anywhere in a nominal type.
  var hasGenericArguments: Bool {
    if let type = self.as(IdentifierTypeSyntax.self) { return type.genericArgumentClause != nil }
    if let type = self.as(MemberTypeSyntax.self) {
      return type.genericArgumentClause != nil || type.baseType.hasGenericArguments
    }
    return false
  }
}
