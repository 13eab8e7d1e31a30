import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Transient` generates nothing for a stored property, which `@Archivable` leaves out of archives. `LiveValues`
/// declares it with the dependencies of a computed property: then it generates the storage for the cached value.
struct TransientMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if context.isCopy(node) { return [] }
    let member = MarkedMember(parsing: node, on: DeclSyntax(declaration), in: context)
    let dependencies = DerivedProperty.Dependency.parse(node)
    let problems =
      dependencies.isEmpty
      ? DerivedRules.problems(of: member) : DerivedRules.problems(of: member, dependencies: dependencies)
    for problem in problems { context.diagnose(problem.diagnostic) }
    // The compiler itself rejects a property without a type.
    guard problems.isEmpty, !dependencies.isEmpty, let variable = member.variable,
      let property = DerivedProperty(parsing: node, on: variable), let type = property.type
    else { return [] }
    return DerivedEmission.peers(of: property, type, SourceLines(in: context)).map { "\(raw: $0)" }
  }
}
