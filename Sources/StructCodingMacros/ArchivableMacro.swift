import SwiftSyntax
import SwiftSyntaxMacros

/// `@Archivable` generates one extension with the field table, the two field methods, the description of the columns
/// and the nested `Coding` class. `@ArchivableObject` generates members with the fields, since subclasses override them;
/// its extension adds only the conformance.
///
/// The expansion has four steps, a folder each: parse the declaration into a plan, check the plan against every rule,
/// report the problems, and write the extension if there were no errors.
struct ArchivableMacro: ExtensionMacro {
  /// The emission formats its text itself.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let plan = ArchivePlan(parsing: declaration, type: type, attribute: node, in: context)
    let problems = Validator.problems(in: plan)
    let warnings = problems.isEmpty ? FieldRules.constants(of: plan) : []
    for problem in problems + warnings { context.diagnose(problem.diagnostic) }
    guard problems.isEmpty else { return [] }
    // The compiler requests no protocol if the type itself, or a superclass, declares the conformance.
    let wanted = Set(protocols.compactMap(\.nominalPath.last))
    if plan.subject.kind == .class {
      return wanted.isEmpty ? [] : [plan.extending(by: [], conformingTo: wanted)]
    }
    return [ExtensionEmission(plan: plan, wantedConformances: wanted).declaration]
  }
}

/// The role of `@ArchivableObject` alone. A role that a macro does not declare costs nothing.
extension ArchivableMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let type = declaration.as(ClassDeclSyntax.self) else { return [] }
    let plan = ArchivePlan(
      parsing: declaration, type: IdentifierTypeSyntax(name: type.name.trimmed), attribute: node, in: context)
    // The extension macro reports the problems.
    guard Validator.problems(in: plan).isEmpty else { return [] }
    // The compiler requests the protocol if neither the class nor a superclass conforms.
    let isRoot = protocols.contains { $0.nominalPath.last == "ArchivableObject" } || type.statesConformance
    return ClassEmission(plan: plan, inherits: !isRoot).members
  }
}

extension ClassDeclSyntax {
  /// Whether the class itself declares the conformance that the macro would add.
  fileprivate var statesConformance: Bool {
    inheritanceClause?.inheritedTypes.contains { $0.type.nominalPath.last == "ArchivableObject" } ?? false
  }
}
