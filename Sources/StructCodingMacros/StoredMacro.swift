import SwiftSyntax
import SwiftSyntaxMacros

/// `@Archivable` reads `@Stored`. This macro reports the mistakes that are visible without the rest of the type, and
/// adds static members for expressions whose names must be resolved inside the type: ``StoredMembers``.
struct StoredMacro: PeerMacro {
  /// The compiler counts lines from a directive, so their layout must not change.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if context.isCopy(node) { return [] }
    let member = MarkedMember(parsing: node, on: DeclSyntax(declaration), in: context)
    let problems = StoredRules.problems(of: member)
    for problem in problems { context.diagnose(problem.diagnostic) }
    guard problems.isEmpty, let field = Field.parse(DeclSyntax(declaration)).first else { return [] }
    let members = StoredMembers(of: field, isNested: context.lexicalContext.count > 1)
    return StoredEmission.peers(of: members, SourceLines(in: context), at: node)
  }
}

extension MacroExpansionContext {
  /// Whether another macro copied the attribute to a declaration that it generates: `@Observable` copies a property's
  /// attributes to its storage. The original has the attribute too. For such a declaration, the compiler gives no
  /// lexical context, and a file of its own.
  func isCopy(_ attribute: AttributeSyntax) -> Bool {
    guard lexicalContext.isEmpty else { return false }
    let location = location(of: attribute, at: .afterLeadingTrivia, filePathMode: .filePath)
    return location?.file.trimmedDescription.contains("@__swiftmacro_") ?? false
  }
}
