import SwiftSyntax
import SwiftSyntaxMacros

/// `@Stored`: no code of its own, `@Archivable` reads it. What can be said of it without the rest of the type is said
/// here.
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
