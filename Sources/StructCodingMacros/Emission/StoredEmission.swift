import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the static members that `@Stored` adds to a type.
enum StoredEmission {
  static func peers(of members: StoredMembers, _ lines: SourceLines, at attribute: AttributeSyntax)
    -> [DeclSyntax]
  {
    // A deprecated value already has its warning at the attribute.
    [(members.defaultValue, [Deprecation.attribute]), (members.method, [])].compactMap { member, attributes in
      guard let member else { return nil }
      let declaration =
        attributes
        + SourceLines.ended(lines.located(member.expression, at: attribute))
        .braced(after: "nonisolated private static var \(member.name): \(member.type)")
      return "\(raw: declaration.joined(separator: "\n"))"
    }
  }
}
