import SwiftSyntax

extension Subject {
  /// Whether the generated `init(fields:)` reads every stored property from its field and does nothing else, as far as
  /// syntax shows: every stored property is archived, none is wrapped or observed, and no macro may add one.
  var archivesAllMemory: Bool {
    declaration.attributes.areWellKnown && declaration.memberBlock.members.storeOnlyArchivedProperties
  }
}

extension MemberBlockItemListSyntax {
  fileprivate var storeOnlyArchivedProperties: Bool {
    allSatisfy { item in
      if let condition = item.decl.as(IfConfigDeclSyntax.self) {
        return condition.clauses.allSatisfy { clause in
          guard case .decls(let declarations)? = clause.elements else { return true }
          return declarations.storeOnlyArchivedProperties
        }
      }
      if let attributed = item.decl.asProtocol((any WithAttributesSyntax).self),
        !attributed.attributes.areWellKnown
      {
        return false
      }
      if let variable = item.decl.as(VariableDeclSyntax.self) { return variable.storesOnlyArchivedProperties }
      return !item.decl.is(MacroExpansionDeclSyntax.self)
    }
  }
}

extension VariableDeclSyntax {
  fileprivate var storesOnlyArchivedProperties: Bool {
    if isStatic { return true }
    let isConstant = bindingSpecifier.tokenKind == .keyword(.let)
    return !isLazy && attributes.stored.first?.method?.value != .writeOnly
      && bindings.allSatisfy { binding in
        binding.isComputed || (!binding.isObserved && !(isConstant && binding.initializer != nil))
      }
  }
}
