import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

extension Subject {
  /// Reads a declaration and its surroundings.
  init(
    parsing declaration: some DeclGroupSyntax, type: some TypeSyntaxProtocol,
    in context: some MacroExpansionContext
  ) {
    (kind, keyword, name) = Self.head(of: declaration)
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

  private static func head(of declaration: some DeclGroupSyntax) -> (Kind, TokenSyntax, TokenSyntax?) {
    switch Syntax(declaration).as(SyntaxEnum.self) {
    case .structDecl(let type): (.structure, type.structKeyword, type.name)
    case .enumDecl(let type): (.enumeration, type.enumKeyword, type.name)
    case .classDecl(let type): (.class, type.classKeyword, type.name)
    case .actorDecl(let type): (.actor, type.actorKeyword, type.name)
    case .protocolDecl(let type): (.protocol, type.protocolKeyword, type.name)
    case .extensionDecl(let type): (.extension, type.extensionKeyword, nil)
    default: (.other, declaration.firstToken(viewMode: .sourceAccurate) ?? .identifier("declaration"), nil)
    }
  }

  /// The first part of the file identifier `Module/File.swift`.
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
    kind = type != nil ? .extension : group != nil ? .type : .code
    typeNames = type?.extendedType.nominalPath ?? [name].compactMap { $0 }
    access = group.flatMap { Access($0.modifiers) }
    isConstrainedExtension =
      type.map { $0.genericWhereClause != nil || $0.extendedType.hasGenericArguments } ?? false
  }
}

extension GenericParameter {
  /// Returns the generic parameters that a type declares. Its own `where` clause may constrain them, and so may that
  /// of the annotated type.
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
  /// Reads the keywords before the name, which the versions of swift-syntax store in different places.
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
