import SwiftSyntax
import SwiftSyntaxMacros

extension MarkedMember {
  /// Reads the attribute, its declaration, and the enclosing type.
  init(parsing attribute: AttributeSyntax, on declaration: DeclSyntax, in context: some MacroExpansionContext)
  {
    self.attribute = attribute
    variable = declaration.as(VariableDeclSyntax.self)
    type = context.lexicalContext.first.flatMap(Surrounding.init(parsing:))
    if let variable, let binding = variable.bindings.first {
      declaredName = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.unescapedText
      kind = Kind(of: variable, binding)
    } else if let declaration = declaration.as(EnumCaseDeclSyntax.self) {
      declaredName = declaration.elements.first?.name.unescapedText
      kind = declaration.elements.count == 1 ? .case : .severalCases
    } else {
      (declaredName, kind) = (nil, .other)
    }
  }
}

extension MarkedMember.Kind {
  fileprivate init(of variable: VariableDeclSyntax, _ binding: PatternBindingSyntax) {
    let kinds: [(Bool, Self)] = [
      (variable.bindings.count > 1, .severalProperties), (variable.isStatic, .static),
      (variable.isLazy, .lazy),
      (binding.isComputed, .computed), (variable.isConstant && binding.initializer != nil, .constant),
    ]
    self = kinds.first(where: \.0)?.1 ?? .stored
  }
}

extension MarkedMember.Surrounding {
  fileprivate init?(parsing syntax: Syntax) {
    guard let group = syntax.asProtocol((any DeclGroupSyntax).self) else { return nil }
    name =
      syntax.asProtocol((any NamedDeclSyntax).self)?.name.unescapedText
      ?? syntax.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription ?? ""
    isStructure = syntax.is(StructDeclSyntax.self)
    let attribute = group.attributes.named("Archivable").first
    isArchivable = attribute != nil
    namingRule = attribute.map { ArchivableAttribute(parsing: $0).namingRule } ?? .asDeclared
  }
}
