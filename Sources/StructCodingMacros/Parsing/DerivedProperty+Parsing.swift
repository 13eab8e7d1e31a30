import SwiftSyntax

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
  /// The names of a key path of properties that begins at no written type.
  fileprivate var namesOfPath: [String]? {
    guard let path = self.as(KeyPathExprSyntax.self), path.root == nil else { return nil }
    let names = path.components.compactMap { component -> String? in
      guard case .property(let property) = component.component else { return nil }
      return property.declName.baseName.text
    }
    return names.isEmpty || names.count < path.components.count ? nil : names
  }
}
