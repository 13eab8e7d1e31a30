import SwiftSyntax

/// The rules that a plan must pass before anything is emitted.
///
/// Every rule looks at the whole plan by itself, so one attempt reports all there is to mend.
enum Validator {
  static func problems(in plan: ArchivePlan) -> [Problem] {
    // Nothing else is worth saying about a declaration that can never be archived.
    let fundamental = DeclarationRules.kind(of: plan)
    guard fundamental.isEmpty else { return fundamental }
    let arguments = [
      ArgumentRules.className, ArgumentRules.formerly, ArgumentRules.version, ClassRules.versions,
    ]
    let declaration = [
      DeclarationRules.place, DeclarationRules.suppressedCopying,
      DeclarationRules.statedConformance, DeclarationRules.takenNames,
      GenericRules.parameters, ContextRules.defaults, ContextRules.dependencies,
      FieldRules.patterns, FieldRules.references, FieldRules.types, FieldRules.names,
      ArgumentRules.upgrades, ClassRules.roles, ClassRules.hooks, ClassRules.compositions,
      CaseRules.existence, CaseRules.payloads,
      CaseRules.names,
      StoredRules.repetitions, StoredRules.rawValues, StoredRules.formerNames,
      StorageRules.expressions, StorageRules.cases, StorageRules.tuples, StorageRules.policies,
      StorageRules.compositions, StorageRules.namesInsideCompositions, DerivedRules.cycles,
      DerivedRules.names,
    ]
    // In the order of the source; the attribute is a tree of its own, with positions of its own.
    return arguments.flatMap { $0(plan) }
      + declaration.flatMap { $0(plan) }.sorted { $0.node.position < $1.node.position }
  }
}
