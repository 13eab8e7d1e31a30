import SwiftSyntax
import SwiftSyntaxMacros

/// A property with `@Managed` whose value is stored in an attribute.
struct ManagedVariable {
  let name: TokenSyntax
  let type: TypeSyntax
  let initialValue: ExprSyntax?
  /// The name of the class.
  let owner: String
  let access: Access?
  let arguments: StoredAttribute
  /// The arguments that are passed unchanged to the description of the property.
  let options: [String]
  let isVisibleToObjectiveC: Bool

  /// Reads the attribute of a variable; nil if it has no name or no type, or is not in the declaration of a class.
  init?(
    parsing attribute: AttributeSyntax, on declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      !variable.isConstant, !variable.isStatic, !variable.isLazy,
      let binding = variable.bindings.first, binding.accessorBlock == nil,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      let type = binding.typeAnnotation?.type.trimmed,
      let owner = context.lexicalContext.first?.as(ClassDeclSyntax.self)
    else { return nil }
    self.name = name
    self.type = type
    initialValue = binding.initializer?.value
    self.owner = owner.name.text
    access = Access(variable.modifiers)
    arguments = StoredAttribute(parsing: attribute)
    options = (attribute.arguments?.as(LabeledExprListSyntax.self) ?? []).filter {
      ["onDecodeFailure", "isTransient"].contains($0.label?.text)
    }.map { "\($0.with(\.trailingComma, nil).trimmed)" }
    isVisibleToObjectiveC = variable.isVisibleToObjectiveC
  }

  /// How the attribute stores the value, as the last part of an expression.
  var storage: String? {
    switch arguments.method?.value {
    case nil where arguments.method == nil, .standard?: ".attribute()"
    case .archive?: ".archive()"
    case .coding(let name)?: ".coding(\(name))"
    case .composition?: ".composition()"
    case .call(let call)?: ".stored(\(call))"
    case nil, .constant?, .writeOnly?, .fallback?: nil
    }
  }

  /// Whether the value is decoded from data, and so is cached.
  var isKept: Bool {
    switch arguments.method?.value {
    case .archive?: true
    case .call(let call)?: call != ".raw()"
    default: false
    }
  }

  var attributeName: String { arguments.name?.value ?? name.unescapedText }
}
