import SwiftSyntax
import SwiftSyntaxMacros

/// `@Stored` generates no code; `@Archivable` reads it. This macro reports the mistakes that are visible without the
/// rest of the type.
struct StoredMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let use = StoredUse(parsing: node, on: DeclSyntax(declaration), in: context)
    for problem in StoredUseRules.problems(in: use) { context.diagnose(problem.diagnostic) }
    return []
  }
}
