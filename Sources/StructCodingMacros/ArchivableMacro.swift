import SwiftSyntax
import SwiftSyntaxMacros

/// `@Archivable`: one extension with the field table, the two field methods, the description of the columns and the
/// nested `Coding` class.
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
    guard problems.isEmpty else {
      for problem in problems { context.diagnose(problem.diagnostic) }
      return []
    }
    // No protocol is asked for when the type states the conformance itself.
    let wanted = Set(protocols.compactMap(\.nominalPath.last))
    return [ExtensionEmission(plan: plan, wantedConformances: wanted).declaration]
  }
}
