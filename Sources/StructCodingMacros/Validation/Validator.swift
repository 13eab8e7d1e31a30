import SwiftSyntax

/// The rules that a plan must pass before emission.
///
/// Each rule checks the whole plan independently, so one attempt reports all problems.
enum Validator {
  static func problems(in plan: ArchivePlan) -> [Problem] {
    // A declaration that can never be archived needs no other errors.
    let fundamental = DeclarationRules.kind(of: plan)
    guard fundamental.isEmpty else { return fundamental }
    let arguments = [
      DeclarationRules.repetition, ArgumentRules.className, ArgumentRules.formerly, ArgumentRules.names,
      ArgumentRules.version, ClassRules.versions,
    ]
    let declaration = [
      DeclarationRules.place, DeclarationRules.inheritedTypes, DeclarationRules.takenNames,
      GenericRules.parameters, ContextRules.defaults, ContextRules.ownProperties,
      FieldRules.patterns, FieldRules.references, FieldRules.types, FieldRules.names, FieldRules.conditions,
      ArgumentRules.upgrades, ClassRules.roles, ClassRules.hooks, ClassRules.compositions,
      IsolationRules.classes, IsolationRules.hooks,
      CaseRules.existence, CaseRules.payloads, CaseRules.defaults, CaseRules.names,
      StoredRules.repetitions, StoredRules.formerNames, StoredRules.rawValues, StoredRules.cases,
      StoredRules.properties, StoredRules.namesInsideCompositions,
    ]
    // In source order. The attribute is a separate tree with its own positions.
    return arguments.flatMap { $0(plan) }
      + declaration.flatMap { $0(plan) }.sorted { $0.node.position < $1.node.position }
  }
}
