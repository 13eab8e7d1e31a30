import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// The annotated declaration and its context: everything except its stored parts.
struct Subject {
  let kind: Kind
  /// The keyword `struct`, `enum`, `class` …: the location for errors about the kind of declaration.
  let keyword: TokenSyntax
  /// The type's name; nil for an extension.
  let name: TokenSyntax?
  let declaration: any DeclGroupSyntax
  /// The type as written outside its scopes, such as `Outer.Session`.
  let typeText: String
  /// The declarations around the type, outermost first.
  let scopes: [Scope]
  /// The type's own generic parameters, after the parameters of the enclosing types.
  let genericParameters: [GenericParameter]
  /// The module the declaration is compiled in.
  let module: String?
  /// The `@available` attributes of the type and of all enclosing types.
  let availability: [AttributeSyntax]

  enum Kind {
    case structure, enumeration, `class`, other
  }

  /// The declarations in its braces.
  var members: MemberBlockItemListSyntax { declaration.memberBlock.members }
  var functions: [FunctionDeclSyntax] { members.compactMap { $0.decl.as(FunctionDeclSyntax.self) } }

  /// The inherited types, as written. The result is an array, since the elements of a filtered syntax collection have
  /// other positions.
  var inheritedTypes: [TypeSyntax] {
    declaration.inheritanceClause.map { $0.inheritedTypes.map(\.type) } ?? []
  }

  /// The name as written in messages.
  var quotedName: String { "'\(name?.unescapedText ?? typeText)'" }
  /// The location for errors about the type.
  var nameSyntax: TokenSyntax { name ?? keyword }

  /// The names of the enclosing types and of the type itself.
  var typePath: [String] {
    var path = scopes.flatMap(\.typeNames) + [name?.unescapedText ?? ""]
    // `extension Models.Outer` inside the module Models repeats the module.
    if path.count > 1, path.first == module, scopes[0].isExtension, scopes[0].typeNames.count > 1 {
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

  /// The access level of the generated members: the level of the type, or of the least visible enclosing type, since a
  /// public property cannot have a type that is effectively internal.
  var access: Access {
    var levels = [level(stated: Access(declaration.modifiers), in: scopes.last)]
    for (position, scope) in scopes.enumerated() where !scope.isExtension {
      levels.append(level(stated: scope.access, in: position > 0 ? scopes[position - 1] : nil))
    }
    return levels.min()!.reachableFromExtension
  }

  /// The attribute of generated members: if inlinable functions can use the type, they must be able to use its members
  /// as well.
  var inlineAttribute: String {
    declaration.attributes.contains { $0.names("usableFromInline") } ? "@usableFromInline " : ""
  }

  /// The attribute and the access level of generated members.
  var accessPrefix: String { inlineAttribute + access.prefix }

  /// Whether a `Coding` object may be sent wherever the value may: the declaration itself states that the value is
  /// `Sendable`. Syntax does not show whether the compiler would infer it.
  var statesSendable: Bool {
    let isError = inheritedTypes.contains { ["Error", "Swift.Error"].contains($0.trimmedDescription) }
    return isError || inheritedTypes.contains(where: \.isSendable)
      || declaration.attributes.contains { $0.names("MainActor") }
  }

  /// Returns the level of a declaration in a scope; the members of a `public extension` are public.
  private func level(stated: Access?, in scope: Scope?) -> Access {
    stated ?? (scope?.isExtension ?? false ? scope?.access : nil) ?? .internal
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
  let isExtension: Bool
  /// The names the scope adds to the path of a type inside it.
  let typeNames: [String]
  let access: Access?
  /// Whether this is an extension of a generic type's instances: `extension Box<Int>`, `extension Box where
  /// …`.
  let isConstrainedExtension: Bool
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

extension Subject {
  /// Reads a declaration and its surroundings.
  init(
    parsing declaration: some DeclGroupSyntax, type: some TypeSyntaxProtocol,
    in context: some MacroExpansionContext
  ) {
    switch Syntax(declaration).kind {
    case .structDecl: kind = .structure
    case .enumDecl: kind = .enumeration
    case .classDecl: kind = .class
    default: kind = .other
    }
    keyword = declaration.introducer
    name = declaration.asProtocol((any NamedDeclSyntax).self)?.name
    self.declaration = declaration
    typeText = type.trimmedDescription
    let surroundings = Array(context.lexicalContext.reversed())
    scopes = surroundings.map(Scope.init(parsing:))
    genericParameters =
      surroundings.flatMap { GenericParameter.parse(in: $0, alsoConstrainedBy: declaration, isOwn: false) }
      + GenericParameter.parse(in: Syntax(declaration), alsoConstrainedBy: declaration, isOwn: true)
    module = Self.module(of: declaration, in: context)
    availability = (surroundings + [Syntax(declaration)]).flatMap { syntax in
      (syntax.asProtocol((any WithAttributesSyntax).self)?.attributes ?? [])
        .filter { $0.names("available") }.compactMap { $0.as(AttributeSyntax.self)?.trimmed }
    }
  }

  /// The first component of the file identifier `Module/File.swift`.
  private static func module(
    of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext
  ) -> String? {
    let location = context.location(of: declaration, at: .afterLeadingTrivia, filePathMode: .fileID)
    let file = location?.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    return file?.split(separator: "/").first.map(String.init)
  }
}

extension Scope {
  fileprivate init(parsing syntax: Syntax) {
    let group = syntax.asProtocol((any DeclGroupSyntax).self)
    let type = syntax.as(ExtensionDeclSyntax.self)
    let name = group == nil ? nil : syntax.asProtocol((any NamedDeclSyntax).self)?.name.unescapedText
    isExtension = type != nil
    typeNames = type?.extendedType.nominalPath ?? [name].compactMap { $0 }
    access = group.flatMap { Access($0.modifiers) }
    isConstrainedExtension =
      type.map { $0.genericWhereClause != nil || $0.extendedType.hasGenericArguments } ?? false
  }
}

extension GenericParameter {
  /// Returns the generic parameters that a type declares. Both its own `where` clause and the annotated type's may
  /// constrain them.
  fileprivate static func parse(
    in syntax: Syntax, alsoConstrainedBy declaration: some DeclGroupSyntax, isOwn: Bool
  ) -> [GenericParameter] {
    guard
      syntax.is(StructDeclSyntax.self) || syntax.is(EnumDeclSyntax.self) || syntax.is(ClassDeclSyntax.self)
        || syntax.is(ActorDeclSyntax.self),
      let type = syntax.asProtocol((any WithGenericParametersSyntax).self),
      let clause = type.genericParameterClause
    else { return [] }
    let inner = Syntax(declaration).asProtocol((any WithGenericParametersSyntax).self)?.genericWhereClause
    let requirements = [type.genericWhereClause, inner].compactMap { $0 }.flatMap { Array($0.requirements) }
    return clause.parameters.map { parameter in
      let own = requirements.filter { requirement in
        requirement.tokens(viewMode: .sourceAccurate).contains {
          $0.isIdentifier && $0.unescapedText == parameter.name.unescapedText
        }
      }
      let direct = own.compactMap { $0.requirement.as(ConformanceRequirementSyntax.self) }
        .filter { $0.leftType.nominalPath == [parameter.name.unescapedText] }
        .map(\.rightType)
      return GenericParameter(
        syntax: parameter, kind: Kind(of: parameter), isOwn: isOwn,
        isConstrained: parameter.inheritedType != nil || !own.isEmpty,
        isArchiveValue: ([parameter.inheritedType].compactMap { $0 } + direct).contains(
          where: \.isArchiveValue))
    }
  }
}

extension GenericParameter.Kind {
  /// Reads the keywords before the name, which versions of swift-syntax store in different places.
  fileprivate init(of parameter: GenericParameterSyntax) {
    let words = parameter.tokens(viewMode: .sourceAccurate).prefix { $0 != parameter.name }.map(\.text)
    self = words.contains("each") ? .pack : words.contains("let") ? .value : .type
  }
}

extension TypeSyntax {
  /// Whether the type, or a part of a composition, is one of the library's protocols of archived values.
  fileprivate var isArchiveValue: Bool {
    if let composition = self.as(CompositionTypeSyntax.self) {
      return composition.elements.contains(where: \.type.isArchiveValue)
    }
    return nominalPath.last.map { ["ArchiveValue", "ArchiveRecord", "Archivable"].contains($0) } ?? false
  }
}
