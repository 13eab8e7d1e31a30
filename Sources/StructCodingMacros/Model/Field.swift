import SwiftSyntax

/// A stored property that is archived.
struct Field: Named {
  /// The declared pattern: an identifier, or a pattern without a name for the field.
  let pattern: PatternSyntax
  let name: TokenSyntax?
  let declaredName: String
  /// The type, if it is written.
  let type: TypeSyntax?
  let initialValue: ExprSyntax?
  /// `weak` or `unowned`.
  let referenceModifier: TokenSyntax?
  /// Whether it is a constant.
  let isConstant: Bool
  /// Whether it has observers. They are not called in an initialiser, but would be called elsewhere.
  let isObserved: Bool
  /// Whether the property has an attribute that may be a property wrapper.
  let mayBeWrapped: Bool
  let stored: [StoredAttribute]
  var namingRule = StoredNaming.asDeclared

  static var noun: String { "property" }

  /// The storage method; nil if the property is stored like other values of its type.
  var method: FieldMethod? {
    guard let method = stored.first?.method?.value, method != .standard else { return nil }
    return method
  }

  /// Whether the property is stored and never read.
  var isWriteOnly: Bool { method == .writeOnly }

  /// The value for archives that lack the field, if it is not the initial value.
  var defaultValue: ExprSyntax? { stored.first?.defaultValue }

  /// What happens when the value cannot be read.
  var policy: FailurePolicy { stored.first?.policy?.value ?? .throwError }

  /// Whether the type is written as an optional.
  var isOptional: Bool { type?.isOptional ?? false }
  var nameSyntax: Syntax { name.map { Syntax($0) } ?? Syntax(pattern) }

  /// Whether the property must be given a value: it has no initial value, and is not a variable of a type written `T?`,
  /// which begins as `nil`. A wrapper may have a value.
  var lacksValue: Bool {
    let beginsAsNil = isOptional && !isConstant && type?.nominalPath.isEmpty ?? false
    return initialValue == nil && !beginsAsNil && !mayBeWrapped
  }

  /// The order in which `init(fields:)` assigns properties. A wrapped property may be assigned through its setter,
  /// which needs all others to be assigned. A property with an initial value is assigned last.
  enum Phase: CaseIterable {
    case plain, wrapped, defaulted
  }

  var phase: Phase {
    initialValue != nil ? .defaulted : mayBeWrapped ? .wrapped : .plain
  }

  /// The labels of the property's tuple type, nil for an unlabelled part; nil if the type is not a tuple.
  var tupleLabels: [String?]? {
    if let type {
      guard let tuple = type.withoutParentheses.as(TupleTypeSyntax.self), !tuple.elements.isEmpty else {
        return nil
      }
      return tuple.elements.map { $0.firstName?.text }
    }
    guard let tuple = initialValue?.as(TupleExprSyntax.self), tuple.elements.count > 1 else { return nil }
    return tuple.elements.map { $0.label?.text }
  }
}

extension Field {
  /// Returns the archived properties of a declaration. Constants with a value and computed, lazy, static and transient
  /// properties are not archived, unless a constant has a `@Stored` for it.
  static func parse(_ declaration: DeclSyntax) -> [Field] {
    guard let variable = declaration.as(VariableDeclSyntax.self), !variable.attributes.areTransient
    else { return [] }
    return fields(of: variable)
  }

  /// Returns the properties of a declaration that are archived unless they are transient.
  static func fields(of variable: VariableDeclSyntax) -> [Field] {
    if variable.isStatic || variable.isLazy { return [] }
    let attributes = variable.attributes.filter {
      $0.as(AttributeSyntax.self)?.attributeName.nominalPath.last != "Transient"
    }
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
        mayBeWrapped: !attributes.areWellKnown,
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
