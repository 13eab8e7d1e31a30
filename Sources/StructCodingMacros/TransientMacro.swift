import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Transient` generates nothing for a stored property, which `@Archivable` leaves out of archives. For a computed
/// property that depends on others, it generates the storage that keeps its value.
struct TransientMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if context.isCopy(node) { return [] }
    let use = TransientUse(parsing: node, on: DeclSyntax(declaration), in: context)
    let problems = TransientRules.problems(in: use)
    for problem in problems { context.diagnose(problem.diagnostic) }
    // The compiler itself rejects the property if it has no type.
    guard problems.isEmpty, let property = DerivedProperty.parse(DeclSyntax(declaration)).first,
      property.type != nil
    else { return [] }
    return DerivedEmission.peers(of: property, SourceLines(in: context)).map { "\(raw: $0)" }
  }
}
