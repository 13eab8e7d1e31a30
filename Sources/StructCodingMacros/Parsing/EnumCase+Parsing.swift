import SwiftSyntax

extension EnumCase {
  /// Returns the cases of a declaration. There are no values of unavailable ones.
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
