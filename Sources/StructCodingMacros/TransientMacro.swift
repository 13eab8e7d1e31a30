import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Transient`: nothing for a stored property, which `@Archivable` leaves out of archives; for a computed property that
/// depends on others, the place where its value is kept.
struct TransientMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let use = TransientUse(parsing: node, on: DeclSyntax(declaration), in: context)
    let problems = TransientRules.problems(in: use)
    for problem in problems { context.diagnose(problem.diagnostic) }
    // Without a type the compiler refuses the property itself.
    guard problems.isEmpty, let property = DerivedProperty.parse(DeclSyntax(declaration)).first,
      property.type != nil
    else { return [] }
    return DerivedEmission.peers(of: property).map { "\(raw: $0)" }
  }
}
