import SwiftSyntax
import SwiftSyntaxMacros

extension StoredUse {
  /// Reads the attribute, its declaration, and the enclosing type.
  init(parsing attribute: AttributeSyntax, on declaration: DeclSyntax, in context: some MacroExpansionContext)
  {
    self.attribute = StoredAttribute(parsing: attribute)
    target = Target(parsing: declaration)
    type = context.lexicalContext.first.flatMap(Surrounding.init(parsing:))
  }
}

extension StoredUse.Target {
  fileprivate init(parsing declaration: DeclSyntax) {
    if let element = declaration.as(EnumCaseDeclSyntax.self) {
      let names = EnumCase.parse(DeclSyntax(element)).map(\.declaredName)
      self = names.count == 1 ? .case(names[0]) : .several(nouns: "cases")
    } else if let variable = declaration.as(VariableDeclSyntax.self) {
      if !variable.attributes.transient.isEmpty {
        self = .transient
        return
      }
      if variable.bindings.count > 1 {
        self = .several(nouns: "properties")
        return
      }
      let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.unescapedText
      let quoted = name.map { "'\($0)'" } ?? "a pattern"
      if variable.isStatic {
        self = .other("static property \(quoted)")
      } else if variable.isLazy {
        self = .other("lazy property \(quoted)")
      } else if variable.bindings.contains(where: \.isComputed) {
        self = .other("computed property \(quoted)")
      } else if Field.parse(DeclSyntax(variable)).isEmpty {
        self = .other("\(quoted), a constant with a value")
      } else {
        self = name.map { .property($0) } ?? .other(quoted)
      }
    } else {
      self = .other("a declaration of another kind")
    }
  }
}

extension StoredUse.Surrounding {
  init?(parsing syntax: Syntax) {
    guard let group = syntax.asProtocol((any DeclGroupSyntax).self) else { return nil }
    name =
      syntax.asProtocol((any NamedDeclSyntax).self)?.name.unescapedText
      ?? syntax.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription ?? ""
    isArchivable = group.attributes.contains { element in
      guard case .attribute(let attribute) = element else { return false }
      return attribute.attributeName.nominalPath.last == "Archivable"
    }
    if let attribute = group.attributes.named("Archivable").first {
      namingRule = ArchivableAttribute(parsing: attribute).namingRule
    }
  }
}
