import SwiftSyntax
import SwiftSyntaxMacros

/// `@Archivable`: one extension with the field table, the two field methods, the description of the columns and the
/// nested `Coding` class; for a class, members with its fields instead, since classes below it override them.
///
/// The expansion is four steps, a folder each: parse the declaration into a plan, check the plan by every
/// rule, report what they found, and write the extension when nothing was an error.
struct ArchivableMacro: ExtensionMacro {
  /// The text is laid out by the emission itself.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let plan = ArchivePlan(parsing: declaration, type: type, attribute: node, in: context)
    let problems = Validator.problems(in: plan)
    let warnings = problems.isEmpty ? ConstantRules.values(of: plan) : []
    for problem in problems + warnings { context.diagnose(problem.diagnostic) }
    guard problems.isEmpty else { return [] }
    // No protocol is asked for when the type states the conformance itself.
    let wanted = Set(protocols.compactMap(\.nominalPath.last))
    if plan.subject.kind == .class {
      return ClassEmission(plan: plan).conformances(wanted: wanted).map { [$0] } ?? []
    }
    return [ExtensionEmission(plan: plan, wantedConformances: wanted).declaration]
  }
}

extension ArchivableMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let type = declaration.as(ClassDeclSyntax.self) else { return [] }
    let plan = ArchivePlan(
      parsing: declaration, type: IdentifierTypeSyntax(name: type.name.trimmed), attribute: node, in: context)
    // What is wrong with it, the extension reports.
    guard Validator.problems(in: plan).isEmpty else { return [] }
    // The protocol is asked for when neither the class nor one above it conforms.
    let isRoot = protocols.contains { $0.nominalPath.last == "ArchivableObject" } || type.statesConformance
    return ClassEmission(plan: plan, superclass: isRoot ? nil : type.superclass).members
  }
}

extension ClassDeclSyntax {
  /// Whether the class states itself what the macro would add.
  fileprivate var statesConformance: Bool {
    inheritanceClause?.inheritedTypes.contains { $0.type.nominalPath.last == "ArchivableObject" } ?? false
  }

  fileprivate var superclass: TypeSyntax? { inheritanceClause?.inheritedTypes.first?.type.trimmed }
}
