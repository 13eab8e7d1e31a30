import SwiftSyntax

/// A case of an enumeration, with its associated values.
struct EnumCase: Named {
  let name: TokenSyntax
  let payloads: [Payload]
  let hasRawValue: Bool
  let stored: [StoredAttribute]

  static var noun: String { "case" }
  var declaredName: String { name.unescapedText }
  var nameSyntax: Syntax { Syntax(name) }

  /// An associated value.
  struct Payload {
    /// The label of the case's constructor; nil if there is none.
    let label: TokenSyntax?
    let type: TypeSyntax
    let defaultValue: ExprSyntax?
    /// The label, or `_0`, `_1` … by position.
    let storedName: String
  }
}
