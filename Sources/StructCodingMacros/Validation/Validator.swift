import SwiftSyntax

/// The rules that a plan must pass before emission.
///
/// Each rule checks the whole plan independently, so one attempt reports all problems.
enum Validator {
  static func problems(in plan: ArchivePlan) -> [Problem] {
    // A declaration that can never be archived needs no other errors.
    let fundamental = DeclarationRules.kind(of: plan)
    guard fundamental.isEmpty else { return fundamental }
    let rules = [
      DeclarationRules.repetition, ArgumentRules.names, ArgumentRules.version, DeclarationRules.place,
      DeclarationRules.takenNames, DeclarationRules.parameters, DeclarationRules.hooks,
      DeclarationRules.compositions, FieldRules.patterns, FieldRules.references, FieldRules.labels,
      FieldRules.conditions, StoredRules.repetitions, StoredRules.names, StoredRules.cases,
      StoredRules.properties,
      StoredRules.defaults,
    ]
    return rules.flatMap { $0(plan) }
  }
}
