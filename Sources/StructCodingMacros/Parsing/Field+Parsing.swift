import SwiftSyntax

extension Field {
  /// Returns the archived properties of a declaration. Constants with a value and computed, lazy, static and transient
  /// properties are not archived, unless a constant says how.
  static func parse(_ declaration: DeclSyntax) -> [Field] {
    guard let variable = declaration.as(VariableDeclSyntax.self), !variable.isStatic, !variable.isLazy,
      !variable.attributes.areTransient
    else { return [] }
    let bindings = Array(variable.bindings)
    return bindings.indices.compactMap { index in
      let binding = bindings[index]
      let stored = bindings.count == 1 ? variable.attributes.stored : []
      let isStoredConstant = stored.first?.storesConstant ?? false
      if binding.isComputed || (variable.isConstant && binding.initializer != nil && !isStoredConstant) {
        return nil
      }
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
      return Field(
        pattern: binding.pattern, name: name, declaredName: name?.unescapedText ?? "",
        type: type(of: bindings[index...]),
        initialValue: binding.initializer?.value,
        referenceModifier: variable.modifiers.first { ["weak", "unowned"].contains($0.name.text) }?.name,
        isConstant: variable.isConstant, isObserved: binding.isObserved,
        mayBeWrapped: !variable.attributes.areWellKnown,
        stored: stored)
    }
  }

  /// Whether it is `unowned(unsafe)`.
  var isUnsafeReference: Bool {
    referenceModifier?.parent?.as(DeclModifierSyntax.self)?.detail?.detail.text == "unsafe"
  }

  /// Returns the type of the first binding. In `var a, b: Int` it is the type of the next annotated binding, unless
  /// the first has a value.
  private static func type(of bindings: ArraySlice<PatternBindingSyntax>) -> TypeSyntax? {
    for binding in bindings {
      if let type = binding.typeAnnotation?.type { return type }
      if binding.initializer != nil { return nil }
    }
    return nil
  }
}
