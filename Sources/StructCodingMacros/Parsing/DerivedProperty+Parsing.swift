import SwiftSyntax

extension TransientAttribute {
  /// Reads the arguments of `@Transient`; the compiler has checked their labels and types.
  init(parsing attribute: AttributeSyntax) {
    syntax = attribute
    guard case .argumentList(let arguments)? = attribute.arguments else {
      dependencies = []
      return
    }
    dependencies = arguments.map { Dependency(parsing: $0.expression) }
  }
}

extension TransientAttribute.Dependency {
  fileprivate init(parsing expression: ExprSyntax) {
    syntax = expression
    guard let path = expression.as(KeyPathExprSyntax.self), path.root == nil else {
      names = nil
      return
    }
    let parts = path.components.map { component -> String? in
      guard case .property(let property) = component.component else { return nil }
      return property.declName.baseName.text
    }
    names = parts.contains(nil) || parts.isEmpty ? nil : parts.compactMap { $0 }
  }
}

extension AttributeListSyntax {
  /// Every `@Transient`.
  var transient: [TransientAttribute] { named("Transient").map(TransientAttribute.init(parsing:)) }
}

extension DerivedProperty {
  /// Returns the derived property of a declaration, if any.
  static func parse(_ declaration: DeclSyntax) -> [DerivedProperty] {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let binding = variable.bindings.first, binding.isComputed, !variable.isStatic,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      let attribute = variable.attributes.transient.first, !attribute.dependencies.isEmpty
    else { return [] }
    return [
      DerivedProperty(
        attribute: attribute, name: name, type: binding.typeAnnotation?.type.trimmed, binding: binding,
        isDeprecated: variable.attributes.areDeprecating)
    ]
  }
}

extension Subject {
  /// The derived properties of the type, inside their `#if`s.
  var derivedProperties: [Conditional<DerivedProperty>] {
    declaration.memberBlock.members.parsed(DerivedProperty.parse)
  }
}
