import SwiftSyntax

/// Rules for all names that the `@Stored` attributes of a type give.
enum StoredRules {
  static func repetitions(of plan: ArchivePlan) -> [Problem] {
    plan.named.flatMap { element in element.stored.dropFirst().map { .isRepeated($0, element) } }
  }

  /// A case with a raw value is not stored by its name.
  static func rawValues(of plan: ArchivePlan) -> [Problem] {
    guard case .rawValue = plan.content else { return [] }
    return plan.subject.declaration.memberBlock.members.parsed(EnumCase.parse).flatMap(\.elements)
      .compactMap { element in element.stored.first.map { .isOnRawValue($0, element) } }
  }

  /// A former name belongs to one field only, and is not the current name of another.
  static func formerNames(of plan: ArchivePlan) -> [Problem] {
    let elements = plan.named
    let present = Dictionary(elements.map { ($0.storedName, $0) }, uniquingKeysWith: { first, _ in first })
    var former: [String: any Named] = [:]
    var problems: [Problem] = []
    for element in elements {
      for name in element.formerNames {
        guard let value = name.value, value != element.storedName else { continue }
        if let other = present[value] {
          problems.append(.isPresentNameOfOther(name, element, other))
        } else if let other = former[value], other.storedName != element.storedName {
          problems.append(.isFormerNameOfOther(name, element, other))
        } else {
          former[value] = element
        }
      }
    }
    return problems
  }
}

extension ArchivePlan {
  /// The properties or cases of all clauses.
  fileprivate var named: [any Named] {
    switch content {
    case .fields(let members): members.flatMap(\.elements)
    case .cases(let members): members.flatMap(\.elements)
    case .rawValue, .nothing: []
    }
  }
}

extension Problem {
  /// Two elements have the same name in archives.
  static func sharesStoredName<Element: Named>(_ element: Element, _ first: Element) -> Problem {
    Problem(
      "stored.shared", at: element.nameSyntax,
      "\(element.quotedName) and \(first.quotedName) are both stored as '\(element.storedName)'; give one of them "
        + "another name with '@Stored(\"…\")'")
  }

  fileprivate static func isRepeated(_ attribute: StoredAttribute, _ element: any Named) -> Problem {
    Problem(
      "stored.repeated", at: attribute.syntax,
      "\(element.quotedName) has a second '@Stored'; put all names into one: '@Stored(\"…\", formerly: \"…\")'"
    )
  }

  fileprivate static func isOnRawValue(_ attribute: StoredAttribute, _ element: EnumCase) -> Problem {
    Problem(
      "stored.raw-value", at: attribute.syntax,
      "'@Stored' has no effect on \(element.quotedName), which is stored by its raw value; set the raw value "
        + "instead")
  }

  fileprivate static func isPresentNameOfOther(
    _ name: NameArgument, _ element: any Named, _ other: any Named
  ) -> Problem {
    Problem(
      "stored.former-taken", at: name.syntax,
      "'\(name.value ?? "")' cannot be a former name of \(element.quotedName), because \(other.quotedName) is stored "
        + "under it; remove it, or give '\(other.declaredName)' another name with '@Stored(\"…\")'")
  }

  fileprivate static func isFormerNameOfOther(
    _ name: NameArgument, _ element: any Named, _ other: any Named
  ) -> Problem {
    Problem(
      "stored.former-shared", at: name.syntax,
      "'\(name.value ?? "")' is a former name of \(other.quotedName) as well as of \(element.quotedName), and an older "
        + "archive has one field of a name; keep it for one of them")
  }
}
