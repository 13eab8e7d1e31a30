import SwiftSyntax

/// The static members that `@Stored` adds to a type: expressions from its arguments, in which names keep their meaning
/// in the attribute. In an extension at the top of the file, `Kind.a` of an enclosing type is unknown, and in an
/// initialiser, `standard` is not the static property.
struct StoredMembers {
  /// The value of `default:`.
  let defaultValue: Member?
  /// The storage method.
  let method: Member?

  struct Member {
    let name: String
    let type: String
    let expression: String
  }

  /// - Parameter isNested: Whether the type is inside another one.
  init(of field: Field, isNested: Bool) {
    guard !field.stored.isEmpty, let type = field.type?.withoutImplicitUnwrapping, field.tupleLabels == nil,
      let name = field.name?.unescapedText, name == field.name?.labelText
    else {
      (defaultValue, method) = (nil, nil)
      return
    }
    defaultValue = field.defaultValue.flatMap { value in
      guard value.dependsOnPlace(isNested: isNested) else { return nil }
      return Member(name: "_default_\(name)", type: type, expression: value.trimmedDescription)
    }
    method = field.stored.first?.method.flatMap { argument in
      guard case .call(let call)? = field.method, argument.syntax.dependsOnPlace(isNested: isNested)
      else { return nil }
      return Member(
        name: "_method_\(name)", type: "\(structCoding)FieldStorage<\(type)>", expression: call)
    }
  }

}

extension TypeSyntax {
  /// The type, with `?` instead of `!`, for places where `T!` is not allowed.
  fileprivate var withoutImplicitUnwrapping: String {
    self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self).map { "\($0.wrappedType.trimmedDescription)?" }
      ?? trimmedDescription
  }
}

extension ExprSyntax {
  /// Whether the expression contains a name that may have another meaning elsewhere: any name in a nested type,
  /// otherwise the name of a function or variable.
  func dependsOnPlace(isNested: Bool) -> Bool {
    let parameters = tokens(viewMode: .sourceAccurate).filter { token in
      token.parent?.is(ClosureParameterSyntax.self) ?? false
        || token.parent?.is(ClosureShorthandParameterSyntax.self) ?? false
    }.map(\.text)
    return tokens(viewMode: .sourceAccurate).contains { token in
      guard token.isIdentifier, !parameters.contains(token.text) else { return false }
      // In a nested type, a type name may refer to a member of an enclosing type.
      guard let name = token.parent?.as(DeclReferenceExprSyntax.self) else {
        return isNested && token.parent?.is(IdentifierTypeSyntax.self) ?? false
      }
      if name.parent?.as(MemberAccessExprSyntax.self)?.declName.id == name.id { return false }
      return isNested || token.text.first.map { !$0.isUppercase } ?? false
    }
  }
}
