import SwiftSyntax

/// Rules for the cases of an enumeration.
enum CaseRules {
  static func existence(of plan: ArchivePlan) -> [Problem] {
    guard case .cases(let cases) = plan.content, cases.isEmpty,
      plan.subject.members.conditional(EnumCase.parse).isEmpty
    else { return [] }
    return [Problem(CaseFinding.empty, at: plan.subject.nameSyntax, plan.subject.quotedName)]
  }

  static func payloads(of plan: ArchivePlan) -> [Problem] {
    plan.cases.flatMap { element in
      var names: Set<String> = []
      return element.payloads.compactMap { payload -> Problem? in
        if let type = UnsupportedType.find(in: payload.type, allowsTuple: false) {
          return type.problem(
            "associated value '\(payload.storedName)' of case '\(element.declaredName)'", isPayload: true)
        }
        if names.insert(payload.storedName).inserted { return nil }
        return Problem(
          CaseFinding.label, at: payload.label.map { Syntax($0) } ?? Syntax(payload.type),
          element.declaredName, payload.storedName)
      }
    }
  }

  /// A default value is what the constructor has for an argument that is left out. A copy of it would mean something else.
  static func defaults(of plan: ArchivePlan) -> [Problem] {
    plan.cases.flatMap { element in
      element.payloads.indices.compactMap { position -> Problem? in
        let payload = element.payloads[position]
        guard let value = payload.defaultValue, !element.canOmit(position),
          value.dependsOnPlace(isNested: !plan.subject.scopes.isEmpty)
        else { return nil }
        return Problem(CaseFinding.defaultValue, at: value, payload.storedName, element.declaredName)
      }
    }
  }

  /// A case is identified by its name, so no two may share one.
  static func names(of plan: ArchivePlan) -> [Problem] {
    let overloads = plan.cases.repetitions(of: \.declaredName).map(\.element)
    if !overloads.isEmpty {
      return overloads.map { Problem(CaseFinding.overloaded, at: $0.name, $0.declaredName) }
    }
    return plan.cases.repetitions(of: \.storedName).map { element, first in
      Problem(
        StoredFinding.shared, at: element.nameSyntax, element.quotedName, first.quotedName, element.storedName
      )
    }
  }
}

private enum CaseFinding: String, Finding {
  static let topic = "enum"
  case empty, overloaded, defaultValue, label

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .empty:
      "'@Archivable' cannot be applied to \(subject), an enum without cases: it has no values to archive; add a case, or "
        + "remove '@Archivable'"
    case .overloaded:
      "case '\(subject)' is declared twice, and an archive tells cases apart by name; give each a name of its own"
    case .defaultValue:
      "the default of associated value '\(subject)' of case '\(detail)' can never be used: a call cannot leave out an "
        + "argument without a label before another one that has none; give it a label, or remove the default"
    case .label:
      "case '\(subject)' has two associated values stored as '\(detail)'; label them differently"
    }
  }
}
