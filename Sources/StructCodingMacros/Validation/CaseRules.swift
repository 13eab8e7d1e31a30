import SwiftSyntax

/// Rules for the cases of an enumeration.
enum CaseRules {
  static func existence(of plan: ArchivePlan) -> [Problem] {
    guard case .cases(let members) = plan.content, members.isEmpty else { return [] }
    return [.hasNoCases(plan.subject)]
  }

  static func payloads(of plan: ArchivePlan) -> [Problem] {
    plan.cases.flatMap { element in
      var names: Set<String> = []
      return element.payloads.compactMap { payload -> Problem? in
        if let type = UnsupportedType.find(in: payload.type, allowsTuple: false) {
          return .cannotBeArchived(payload, of: element, type)
        }
        return names.insert(payload.storedName).inserted ? nil : .isLabelledTwice(payload, of: element)
      }
    }
  }

  /// A default value is what the constructor has for an argument that is left out. A copy of it would mean something else.
  static func defaults(of plan: ArchivePlan) -> [Problem] {
    plan.cases.flatMap { element in
      element.payloads.indices.compactMap { position -> Problem? in
        guard let value = element.payloads[position].defaultValue, !element.canOmit(position),
          value.dependsOnPlace(isNested: !plan.subject.scopes.isEmpty)
        else { return nil }
        return .cannotBeLeftOut(element.payloads[position], of: element, value)
      }
    }
  }

  /// A case is identified by its name, so no two may share one, except in different clauses of an `#if` with the same
  /// associated values.
  static func names(of plan: ArchivePlan) -> [Problem] {
    guard case .cases(let members) = plan.content else { return [] }
    let overloads = Duplicates.find(in: members, by: \.declaredName).map(\.element)
    if !overloads.isEmpty { return overloads.map { .isOverloaded($0) } }
    let shared = Duplicates.find(in: members, by: \.storedName)
    if !shared.isEmpty { return shared.map { .sharesStoredName($0.element, $0.first) } }
    var labels: [String: [String]] = [:]
    return plan.cases.compactMap { element in
      let own = element.payloads.map(\.storedName)
      guard let others = labels.updateValue(own, forKey: element.storedName), others != own else {
        return nil
      }
      return .differsInClauses(element)
    }
  }
}

extension ArchivePlan {
  fileprivate var cases: [EnumCase] {
    guard case .cases(let members) = content else { return [] }
    return members.flatMap(\.elements)
  }
}

extension Problem {
  fileprivate static func hasNoCases(_ subject: Subject) -> Problem {
    Problem(
      "enum.empty", at: subject.name ?? subject.keyword,
      "'@Archivable' cannot be applied to \(subject.quotedName), an enum without cases: it has no values to "
        + "archive; add "
        + "a case, or remove '@Archivable'")
  }

  fileprivate static func isOverloaded(_ element: EnumCase) -> Problem {
    Problem(
      "enum.overloaded", at: element.name,
      "case '\(element.declaredName)' is declared twice, and an archive tells cases apart by name; give each "
        + "a name of its "
        + "own")
  }

  fileprivate static func differsInClauses(_ element: EnumCase) -> Problem {
    Problem(
      "enum.conditions", at: element.name,
      "case '\(element.declaredName)' has other associated values in another clause of '#if', but the fields of a "
        + "case must be the same in every configuration; use the same labels, or give the cases "
        + "different names")
  }

  fileprivate static func cannotBeArchived(
    _ payload: EnumCase.Payload, of element: EnumCase, _ type: UnsupportedType
  ) -> Problem {
    let reason =
      type.kind == .tuple
      ? "a tuple has no name to be stored under; list its parts as associated values, or use a struct"
      : type.reason
    return Problem(
      "field.\(type.id)", at: type.syntax,
      "associated value '\(payload.storedName)' of case '\(element.declaredName)' cannot be archived: \(reason)"
    )
  }

  fileprivate static func cannotBeLeftOut(
    _ payload: EnumCase.Payload, of element: EnumCase, _ value: ExprSyntax
  ) -> Problem {
    Problem(
      "enum.default", at: value,
      "the default of associated value '\(payload.storedName)' of case '\(element.declaredName)' can never be used: a "
        + "call cannot leave out an argument without a label before another one that has none; give it a label, or "
        + "remove the default")
  }

  fileprivate static func isLabelledTwice(_ payload: EnumCase.Payload, of element: EnumCase) -> Problem {
    Problem(
      "enum.label", at: payload.label.map { Syntax($0) } ?? Syntax(payload.type),
      "case '\(element.declaredName)' has two associated values stored as '\(payload.storedName)'; label them "
        + "differently"
    )
  }
}
