import SwiftSyntax

/// A computed property with a cached value, marked `@Transient(dependsOn: …)`.
struct DerivedProperty {
  let dependencies: [Dependency]
  let name: TokenSyntax
  let binding: PatternBindingSyntax
  let isDeprecated: Bool

  /// A key path to a property of the same type.
  struct Dependency {
    let syntax: ExprSyntax
    /// The names along the path; nil if the expression is not such a key path.
    let names: [String]?
  }

  var type: TypeSyntax? { binding.typeAnnotation?.type }
  /// The name of the function that caches the value.
  var cache: String { "_\(name.unescapedText)" }
}

extension DerivedProperty {
  /// Reads the attribute of a computed property; nil if the property has no name.
  init?(parsing attribute: AttributeSyntax, on variable: VariableDeclSyntax) {
    guard let binding = variable.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
    else { return nil }
    self.init(
      dependencies: Dependency.parse(attribute), name: name, binding: binding,
      isDeprecated: variable.attributes.areDeprecating)
  }
}

extension DerivedProperty.Dependency {
  /// Reads the arguments of an attribute; the compiler has checked their labels and types.
  static func parse(_ attribute: AttributeSyntax) -> [Self] {
    guard case .argumentList(let arguments)? = attribute.arguments else { return [] }
    return arguments.map { Self(syntax: $0.expression, names: $0.expression.namesOfPath) }
  }
}

extension ExprSyntax {
  /// The names in a key path of properties without an explicit root type; `owner?` in `\.owner?.name`.
  fileprivate var namesOfPath: [String]? {
    guard let path = self.as(KeyPathExprSyntax.self), path.root == nil else { return nil }
    var names: [String] = []
    for component in path.components {
      switch component.component {
      case .property(let property): names.append(property.declName.baseName.text)
      case .optional(let mark) where !names.isEmpty && mark.questionOrExclamationMark.text == "?":
        names[names.count - 1] += "?"
      default: return nil
      }
    }
    return names.isEmpty ? nil : names
  }
}
