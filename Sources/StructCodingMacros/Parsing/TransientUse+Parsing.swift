import SwiftSyntax
import SwiftSyntaxMacros

extension TransientUse {
  /// Reads the attribute, its declaration, and the enclosing type.
  init(parsing attribute: AttributeSyntax, on declaration: DeclSyntax, in context: some MacroExpansionContext)
  {
    self.attribute = TransientAttribute(parsing: attribute)
    target = Target(parsing: declaration)
    type = context.lexicalContext.first.flatMap(Surrounding.init(parsing:))
    let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes
    isStored = attributes.map { !$0.stored.isEmpty } ?? false
  }
}

extension TransientUse.Target {
  fileprivate init(parsing declaration: DeclSyntax) {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      self = .other("a declaration of another kind")
      return
    }
    guard let binding = variable.bindings.first, variable.bindings.count == 1 else {
      self = .other("several properties at once")
      return
    }
    let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.unescapedText ?? "_"
    if variable.isStatic {
      self = .other("static property '\(name)'")
    } else if variable.isLazy {
      self = .other("lazy property '\(name)'")
    } else if binding.isComputed {
      self = .computed(name, DerivedProperty.parse(declaration).first)
    } else {
      let isOptionalVariable =
        variable.bindingSpecifier.tokenKind == .keyword(.var)
        && binding.typeAnnotation.map { $0.type.isOptional && $0.type.nominalPath.isEmpty } ?? false
      self = .stored(
        name,
        hasInitialValue: binding.initializer != nil || isOptionalVariable || !variable.attributes.areKnownHere
      )
    }
  }
}

extension AttributeListSyntax {
  /// Whether every attribute is known not to be a property wrapper, which may provide its own value.
  fileprivate var areKnownHere: Bool {
    filter { element in
      guard case .attribute(let attribute) = element else { return true }
      return attribute.attributeName.nominalPath.last != "Transient"
    }.areWellKnown
  }
}

extension TransientUse.Surrounding {
  fileprivate init?(parsing syntax: Syntax) {
    guard let surrounding = StoredUse.Surrounding(parsing: syntax) else { return nil }
    name = surrounding.name
    isArchivable = surrounding.isArchivable
    isStructure = syntax.is(StructDeclSyntax.self)
  }
}
