import SwiftSyntax

/// The annotated declaration and its context: everything except what it stores.
struct Subject {
  let kind: Kind
  /// The keyword `struct`, `enum`, `class` …: the location for errors about the kind of declaration.
  let keyword: TokenSyntax
  /// The type's name; nil for an extension.
  let name: TokenSyntax?
  let declaration: any DeclGroupSyntax
  /// The type as the compiler names it from outside, such as `Outer.Session`.
  let typeText: String
  /// The declarations around the type, outermost first.
  let scopes: [Scope]
  /// The type's own generic parameters, after those of the types around it.
  let genericParameters: [GenericParameter]
  /// The module the declaration is compiled in.
  let module: String?
  /// The `@available` attributes of the type and of all types around it.
  let availability: [AttributeSyntax]

  enum Kind {
    case structure, enumeration, `class`, actor, `protocol`, `extension`, other
  }

  /// The declarations in its braces.
  var members: MemberBlockItemListSyntax { declaration.memberBlock.members }
  var functions: [FunctionDeclSyntax] { members.compactMap { $0.decl.as(FunctionDeclSyntax.self) } }

  /// The names of the types around this one, and its own.
  var typePath: [String] {
    var path = scopes.flatMap(\.typeNames) + [name?.unescapedText ?? ""]
    // `extension Models.Outer` inside the module Models repeats the module.
    if path.count > 1, path.first == module, scopes.first?.kind == .extension, scopes[0].typeNames.count > 1 {
      path.removeFirst()
    }
    return path
  }

  /// Whether it is declared `final`.
  var isFinal: Bool { declaration.modifiers.contains { $0.name.text == "final" } }

  /// Whether static stored properties are impossible, because the type or an enclosing type is generic.
  var isGeneric: Bool {
    !genericParameters.isEmpty || scopes.contains(where: \.isConstrainedExtension)
  }

  /// The access level of the generated members: that of the type, or of the least visible enclosing type, since a
  /// public property cannot have a type that is effectively internal.
  var access: Access {
    var levels = [level(stated: Access(declaration.modifiers), in: scopes.last)]
    for (position, scope) in scopes.enumerated() where scope.kind == .type {
      levels.append(level(stated: scope.access, in: position > 0 ? scopes[position - 1] : nil))
    }
    return levels.min()!.reachableFromExtension
  }

  /// The attribute of generated members: those of a type that inlinable functions use must be usable there as well.
  var inlineAttribute: String {
    declaration.attributes.contains { $0.names("usableFromInline") } ? "@usableFromInline " : ""
  }

  /// The attribute and the access level of generated members.
  var accessPrefix: String { inlineAttribute + access.prefix }

  /// Whether a `Coding` object may be sent wherever the value may: the declaration itself says that the value is
  /// `Sendable`. Syntax does not show whether the compiler would infer it.
  var statesSendable: Bool {
    let isError = inheritedTypes.contains { ["Error", "Swift.Error"].contains($0.trimmedDescription) }
    return isError || inheritedTypes.contains(where: \.isSendable)
      || declaration.attributes.contains { $0.names("MainActor") }
  }

  /// Returns the level of a declaration in a scope; the members of a `public extension` are public.
  private func level(stated: Access?, in scope: Scope?) -> Access {
    stated ?? (scope?.kind == .extension ? scope?.access : nil) ?? .internal
  }
}

extension TypeSyntax {
  /// Whether the type is written as `Sendable`, or is a composition with it.
  fileprivate var isSendable: Bool {
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.isSendable }
    if let composition = self.as(CompositionTypeSyntax.self) {
      return composition.elements.contains(where: \.type.isSendable)
    }
    return [["Sendable"], ["Swift", "Sendable"]].contains(nominalPath)
  }
}

/// A declaration that encloses the annotated one.
struct Scope {
  let kind: Kind
  /// The names the scope adds to the path of a type inside it.
  let typeNames: [String]
  let access: Access?
  /// Whether this is an extension of a generic type's instances: `extension Box<Int>`, `extension Box where
  /// …`.
  let isConstrainedExtension: Bool

  enum Kind {
    case type, `extension`
    /// A function, closure or accessor: types inside are local.
    case code
  }
}

/// A generic parameter of the type or of an enclosing type.
struct GenericParameter {
  let syntax: GenericParameterSyntax
  let kind: Kind
  /// Whether the type itself declares it, rather than an enclosing type.
  let isOwn: Bool
  /// Whether the parameter inherits from something or is mentioned in a `where` clause.
  let isConstrained: Bool
  /// Whether the source constrains it to be archivable.
  let isArchiveValue: Bool

  var name: TokenSyntax { syntax.name }

  enum Kind {
    case type, value, pack
  }
}
