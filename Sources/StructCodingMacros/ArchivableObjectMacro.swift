import SwiftSyntax
import SwiftSyntaxMacros

/// `@ArchivableObject` generates members of a class, with its fields: an extension's members cannot be overridden. The
/// extension adds only the conformance.
struct ArchivableObjectMacro: ExtensionMacro {
  /// The emission formats its text itself.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let plan = ArchivePlan(parsing: declaration, type: type, attribute: node, in: context)
    // The compiler requests no protocol if the class or a superclass conforms to it.
    guard Validator.passes(plan, reportingTo: context), !protocols.isEmpty else { return [] }
    return [plan.extending(by: [], conformingTo: ["ArchivableObject"])]
  }
}

extension ArchivableObjectMacro: MemberMacro {
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
