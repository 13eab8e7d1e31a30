import SwiftSyntax

extension WithModifiersSyntax {
  var isStatic: Bool { modifiers.contains { ["static", "class"].contains($0.name.text) } }
}

extension VariableDeclSyntax {
  var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }
  var isLazy: Bool { modifiers.contains { $0.name.text == "lazy" } }
}

extension PatternBindingSyntax {
  /// Whether the property has accessors other than observers.
  var isComputed: Bool { accessorBlock != nil && !isObserved }

  /// Whether the property is stored and has observers.
  var isObserved: Bool {
    guard case .accessors(let accessors)? = accessorBlock?.accessors else { return false }
    return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }
}
