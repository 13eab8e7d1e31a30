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
    /// The label in the case's constructor; nil if it has none.
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
  /// Whether a call of the case's constructor can omit an argument. An unlabelled argument cannot be omitted if another
  /// unlabelled one must follow, which would take its place.
  func canOmit(_ position: Int) -> Bool {
    guard payloads[position].defaultValue != nil else { return false }
    return payloads[position].label != nil
      || !payloads[position...].contains { $0.label == nil && $0.defaultValue == nil }
  }
}

extension EnumCase {
  /// Returns the cases of a declaration. Unavailable cases have no values.
  static func parse(_ declaration: DeclSyntax) -> [EnumCase] {
    guard let declaration = declaration.as(EnumCaseDeclSyntax.self),
      !declaration.attributes.areExcluding
    else { return [] }
    return declaration.elements.map { element in
      let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
      return EnumCase(
        name: element.name,
        payloads: parameters.enumerated().map { Payload(parsing: $1, at: $0) },
        hasRawValue: element.rawValue != nil, isLimited: declaration.attributes.areLimiting,
        stored: declaration.elements.count == 1 ? declaration.attributes.stored : [])
    }
  }
}

extension EnumCase.Payload {
  fileprivate init(parsing parameter: EnumCaseParameterSyntax, at position: Int) {
    label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
    type = parameter.type
    defaultValue = parameter.defaultValue?.value
    storedName = label?.unescapedText ?? "_\(position)"
  }
}
