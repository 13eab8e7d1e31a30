import SwiftSyntax

/// Rules for a single `@Stored`.
enum StoredUseRules {
  /// The names that archives have for something else, and what is stored under each.
  fileprivate static let reserved = [
    "archive.version": "the version of the type is stored under that name",
    "archive.error": "the reason why an object could not be written is stored under that name",
  ]

  static func problems(of member: MarkedMember) -> [Problem] {
    let attribute = StoredAttribute(parsing: member.attribute)
    // `@Transient` reports the error.
    if member.variable?.attributes.areTransient ?? false { return [] }
    switch member.kind {
    case .severalCases: return [.namesSeveral(attribute, "cases")]
    case .severalProperties: return [.namesSeveral(attribute, "properties")]
    case .stored where !member.isNamed: return [.isNotStored(attribute, member.name)]
    case .constant where member.isNamed && attribute.storesConstant, .stored, .case: break
    case .constant, .computed, .lazy, .static, .other: return [.isNotStored(attribute, member.words)]
    }
    let words = member.kind == .case ? member.words : "property \(member.name)"
    guard let type = member.type else { return [.isNotStored(attribute, "local or global \(words)")] }
    guard type.isArchivable else { return [.isUnread(attribute, words, type.name)] }
    let declaredName = String(member.name.dropFirst().dropLast())
    return arguments(attribute, ownName: type.namingRule.name(of: declaredName), words)
  }

  private static func arguments(
    _ attribute: StoredAttribute, ownName: String, _ what: String
  ) -> [Problem] {
    if attribute.name == nil, attribute.formerly.isEmpty, attribute.method == nil,
      attribute.defaultValue == nil, attribute.policy == nil
    {
      return [.saysNothing(attribute, what)]
    }
    let present = attribute.name?.value ?? ownName
    var seen: Set<String> = []
    return ([attribute.name].compactMap { $0 } + attribute.formerly).enumerated().compactMap { index, name in
      guard let value = name.value else { return .notLiteral(name, what) }
      if value.isEmpty { return .isEmpty(name, what) }
      if reserved[value] != nil { return .isReserved(name, what) }
      if index == 0, attribute.name != nil { return nil }
      if value == present { return .isPresentName(name, what) }
      return seen.insert(value).inserted ? nil : .isListedTwice(name, what)
    }
  }
}

extension Problem {
  fileprivate static func isNotStored(_ attribute: StoredAttribute, _ words: String) -> Problem {
    Problem(
      "stored.target", at: attribute.syntax,
      "'@Stored' cannot be applied to \(words): it names a stored property or a case of an '@Archivable' type; "
        + "remove it")
  }

  fileprivate static func namesSeveral(_ attribute: StoredAttribute, _ nouns: String) -> Problem {
    Problem(
      "stored.several", at: attribute.syntax,
      "'@Stored' cannot name several \(nouns) at once; declare the one it is for separately")
  }

  fileprivate static func isUnread(_ attribute: StoredAttribute, _ what: String, _ type: String) -> Problem {
    Problem(
      "stored.unread", at: attribute.syntax,
      "'@Stored' has no effect on \(what), since '\(type)' is not marked '@Archivable'; mark '\(type)', or "
        + "remove '@Stored'; a conformance written by hand has its names in 'archiveSchema'")
  }

  fileprivate static func saysNothing(_ attribute: StoredAttribute, _ what: String) -> Problem {
    Problem(
      "stored.nothing", at: attribute.syntax,
      "'@Stored' has no effect on \(what); give its name in archives, '@Stored(\"…\")', former ones, "
        + "'@Stored(formerly: \"…\")', or how it is stored, '@Stored(.codable)'")
  }

  fileprivate static func notLiteral(_ name: NameArgument, _ what: String) -> Problem {
    Problem(
      "stored.literal", at: name.syntax,
      "the names of \(what) in '@Stored' must be string literals without interpolation: the macro reads them "
        + "from the source, before anything runs; write the text here")
  }

  fileprivate static func isEmpty(_ name: NameArgument, _ what: String) -> Problem {
    Problem(
      "stored.empty", at: name.syntax,
      "a name of \(what) in archives cannot be empty; write one, or remove it")
  }

  fileprivate static func isReserved(_ name: NameArgument, _ what: String) -> Problem {
    let value = name.value ?? ""
    return Problem(
      "stored.reserved", at: name.syntax,
      "\(what) cannot be stored as '\(value)': \(StoredUseRules.reserved[value] ?? ""); choose another"
    )
  }

  fileprivate static func isPresentName(_ name: NameArgument, _ what: String) -> Problem {
    Problem(
      "stored.former-present", at: name.syntax,
      "'\(name.value ?? "")' is the current name of \(what), which is always read; 'formerly' is for other names, "
        + "so remove it")
  }

  fileprivate static func isListedTwice(_ name: NameArgument, _ what: String) -> Problem {
    Problem(
      "stored.former-duplicate", at: name.syntax,
      "'\(name.value ?? "")' is listed twice as a former name of \(what); remove one")
  }
}
