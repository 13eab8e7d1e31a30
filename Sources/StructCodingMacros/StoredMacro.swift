import SwiftSyntax
import SwiftSyntaxMacros

/// `@Archivable` reads `@Stored`. This macro reports the mistakes that are visible without the rest of the type, and keeps
/// expressions where their names have a meaning: ``StoredMembers``.
struct StoredMacro: PeerMacro {
  /// The compiler counts lines from a directive, so they stay as they were written.
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
  /// Whether an attribute was copied by another macro to a declaration of its own: `@Observable` copies those of a
  /// property to the one that stores it. The original has the attribute too. The compiler names no surroundings of such
  /// a declaration, and a file of its own.
  func isCopy(_ attribute: AttributeSyntax) -> Bool {
    guard lexicalContext.isEmpty else { return false }
    let location = location(of: attribute, at: .afterLeadingTrivia, filePathMode: .filePath)
    return location?.file.trimmedDescription.contains("@__swiftmacro_") ?? false
  }
}
