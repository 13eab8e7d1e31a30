import SwiftSyntax
import SwiftSyntaxMacros

/// A declaration with one `@Stored` or `@Transient`, and its enclosing type: the parts visible without the rest of the
/// type.
struct MarkedMember {
  let attribute: AttributeSyntax
  /// The declaration, if it declares properties.
  let variable: VariableDeclSyntax?
  let kind: Kind
  /// The name as written in messages.
  let name: String
  let isInStructure: Bool
  /// Whether the enclosing type is archivable.
  let isInArchivable: Bool

  enum Kind: String {
    case stored = "property"
    case computed = "computed property"
    case `static` = "static property"
    case lazy = "lazy property"
    case `case`
    /// A constant with a value, which archives store only with a suitable `@Stored`.
    case constant = "constant"
    case other = "a declaration of another kind"
    case several = "several declarations at once"
  }

  /// The declaration as written in messages.
  var words: String { [.other, .several].contains(kind) ? kind.rawValue : "\(kind.rawValue) \(name)" }

  /// Reads the attribute, its declaration, and the enclosing type.
  init(parsing attribute: AttributeSyntax, on declaration: DeclSyntax, in context: some MacroExpansionContext)
  {
    self.attribute = attribute
    variable = declaration.as(VariableDeclSyntax.self)
    let type = context.lexicalContext.first
    isInStructure = type?.is(StructDeclSyntax.self) ?? false
    let attributes = type?.asProtocol((any DeclGroupSyntax).self)?.attributes
    isInArchivable = ["Archivable", "ArchivableObject"].contains { attributes?.named($0).isEmpty == false }
    let identifier: TokenSyntax?
    if let variable, let binding = variable.bindings.first {
      identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
      kind = Kind(of: variable, binding)
    } else {
      let elements = declaration.as(EnumCaseDeclSyntax.self)?.elements
      identifier = elements?.first?.name
      kind = elements.map { $0.count == 1 ? .case : .several } ?? .other
    }
    name = identifier.map { "'\($0.unescapedText)'" } ?? "a pattern"
  }
}

extension MarkedMember.Kind {
  fileprivate init(of variable: VariableDeclSyntax, _ binding: PatternBindingSyntax) {
    let kinds: [(Bool, Self)] = [
      (variable.bindings.count > 1, .several), (variable.isStatic, .static), (variable.isLazy, .lazy),
      (binding.isComputed, .computed), (variable.isConstant && binding.initializer != nil, .constant),
    ]
    self = kinds.first(where: \.0)?.1 ?? .stored
  }
}
