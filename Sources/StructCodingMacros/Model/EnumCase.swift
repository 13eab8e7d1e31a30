import SwiftSyntax

/// A case of an enumeration, with its associated values.
struct EnumCase: Named {
  let name: TokenSyntax
  var payloads: [Payload]
  let hasRawValue: Bool
  /// Whether it is unavailable on some platforms, or to some versions of the compiler.
  let isLimited: Bool
  let stored: [StoredAttribute]
  var namingRule = StoredNaming.asDeclared

  /// Whether unknown cases are read as this one.
  var isFallback: Bool { stored.first?.method?.value == .fallback }

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
    var storedName: String
  }
}

extension EnumCase {
  /// Returns the case with names that follow a rule.
  func named(by rule: StoredNaming) -> EnumCase {
    var element = self
    element.namingRule = rule
    for index in payloads.indices where payloads[index].label != nil {
      element.payloads[index].storedName = rule.name(of: payloads[index].storedName)
    }
    return element
  }
}

extension EnumCase {
  /// Whether a call of the case's constructor can leave an argument out. One without a label would be taken for it if it
  /// must follow.
  func canOmit(_ position: Int) -> Bool {
    guard payloads[position].defaultValue != nil else { return false }
    return payloads[position].label != nil
      || !payloads[position...].contains { $0.label == nil && $0.defaultValue == nil }
  }
}
