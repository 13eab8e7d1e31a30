import SwiftSyntax

/// Rules for a `@Transient` without dependencies.
enum TransientRules {
  static func problems(of member: MarkedMember) -> [Problem] {
    func problem(_ finding: TransientFinding, _ subject: String, _ detail: String = "") -> [Problem] {
      [Problem(finding, at: member.attribute, subject, detail)]
    }
    guard let variable = member.variable, [.stored, .constant, .computed].contains(member.kind) else {
      return problem(.neverArchived, member.words)
    }
    if !variable.attributes.stored.isEmpty { return problem(.storedAsWell, member.name) }
    if member.kind == .computed { return problem(.computed, member.name) }
    guard let type = member.type else {
      return problem(.neverArchived, "local or global property \(member.name)")
    }
    guard type.isArchivable else { return problem(.unread, member.name, type.name) }
    return variable.hasValueByItself ? [] : problem(.noInitialValue, member.name)
  }
}

extension VariableDeclSyntax {
  /// Whether the property has a value without being given one: its own, `nil`, or perhaps one of a wrapper.
  fileprivate var hasValueByItself: Bool {
    guard let binding = bindings.first else { return false }
    let isOptional = binding.typeAnnotation.map { $0.type.isOptional && $0.type.nominalPath.isEmpty } ?? false
    let mayBeWrapped = !attributes.filter {
      $0.as(AttributeSyntax.self)?.attributeName.nominalPath.last != "Transient"
    }.areWellKnown
    return binding.initializer != nil || isOptional && !isConstant || mayBeWrapped
  }
}

private enum TransientFinding: String, Finding {
  static let topic = "transient"
  case neverArchived, storedAsWell, unread, noInitialValue, computed

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .neverArchived:
      "'@Transient' has no effect on \(subject), which is never archived; remove it"
    case .storedAsWell:
      "property \(subject) cannot be '@Transient' and '@Stored': the first leaves it out of archives, the second sets "
        + "how it is stored; remove one of them"
    case .unread:
      "'@Transient' has no effect on property \(subject), since '\(detail)' is not marked '@Archivable'; mark "
        + "'\(detail)', or remove '@Transient'"
    case .noInitialValue:
      "property \(subject) is not archived, so decoding has no value for it; give it an initial value, or make it an "
        + "optional variable"
    case .computed:
      "'@Transient' has no effect on computed property \(subject), which is never archived; to keep its value, name "
        + "what it depends on, '@Transient(dependsOn: \\.…)', or remove it"
    }
  }
}
