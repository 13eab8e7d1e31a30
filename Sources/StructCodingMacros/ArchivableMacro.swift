import SwiftSyntax
import SwiftSyntaxMacros

/// `@Archivable` generates one extension with the field table, the two field methods, the description of the columns
/// and the nested `Coding` class.
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
    guard Validator.passes(plan, reportingTo: context) else { return [] }
    // The compiler requests no protocol if the type itself declares the conformance.
    let wanted = Set(protocols.compactMap(\.nominalPath.last))
    return [ExtensionEmission(plan: plan, wantedConformances: wanted).declaration]
  }
}
