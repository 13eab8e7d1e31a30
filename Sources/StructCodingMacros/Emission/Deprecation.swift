import SwiftSyntax

/// Marks generated members as deprecated, since a deprecated declaration can mention others without a warning. Archives
/// call the members through a protocol, and no user calls them by name.
struct Deprecation {
  /// The attribute of members that mention every property or case, as lines.
  let ofMentions: [String]
  /// The attribute of members that also evaluate `default:`, which may mention deprecated declarations.
  let ofDefaults: [String]

  init(_ plan: ArchivePlan) {
    let evaluates = plan.fields.contains { $0.defaultValue?.mentionsNames ?? false }
    let mentions = plan.subject.declaration.memberBlock.members.declareDeprecated
    ofMentions = mentions ? [Self.attribute] : []
    ofDefaults = mentions || evaluates ? [Self.attribute] : []
  }

  static let attribute = "@available(*, deprecated)"
}

extension MemberBlockItemListSyntax {
  /// Whether a property or a case is deprecated.
  fileprivate var declareDeprecated: Bool {
    contains { item in
      let mayBeMentioned = item.decl.is(VariableDeclSyntax.self) || item.decl.is(EnumCaseDeclSyntax.self)
      return mayBeMentioned && item.decl.attributes.areDeprecating
    }
  }
}

extension ExprSyntax {
  /// Whether it contains a name, and is not just a literal.
  fileprivate var mentionsNames: Bool { tokens(viewMode: .sourceAccurate).contains(where: \.isIdentifier) }
}
