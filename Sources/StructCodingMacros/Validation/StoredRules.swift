import SwiftSyntax

/// Rules for `@Stored`: its place, its names, the storage method, the default and the failure policy, as far as syntax
/// shows. The type checker finds other errors in the generated lines. The messages are in ``StoredFinding``.
enum StoredRules {
  /// The names that archives have for something else, and what is stored under each.
  static let reservedNames = [
    "archive.version": "the version of the type is stored under that name",
    "archive.error": "the reason why an object could not be written is stored under that name",
  ]

  // MARK: One attribute

  /// Returns the problems that are visible without the rest of the type.
  static func problems(of member: MarkedMember) -> [Problem] {
    let attribute = StoredAttribute(parsing: member.attribute)
    func problem(_ finding: StoredFinding, _ subject: String, _ detail: String = "") -> [Problem] {
      [Problem(finding, at: member.attribute, subject, detail)]
    }
    // `@Transient` reports the error.
    if member.variable?.attributes.areTransient ?? false { return [] }
    switch member.kind {
    case .severalCases: return problem(.several, "cases")
    case .severalProperties: return problem(.several, "properties")
    case .stored where !member.isNamed: return problem(.target, member.name)
    case .constant where member.isNamed && attribute.storesConstant, .stored, .case: break
    case .constant, .computed, .lazy, .static, .other: return problem(.target, member.words)
    }
    let words = member.kind == .case ? member.words : "property \(member.name)"
    guard let type = member.type else { return problem(.target, "local or global \(words)") }
    guard type.isArchivable else { return problem(.unread, words, type.name) }
    if attribute.isEmpty { return problem(.nothing, words) }
    let declaredName = String(member.name.dropFirst().dropLast())
    return names(
      of: attribute, words, present: attribute.name?.value ?? type.namingRule.name(of: declaredName))
  }

  private static func names(
    of attribute: StoredAttribute, _ words: String, present: String
  ) -> [Problem] {
    var seen: Set<String> = []
    return ([attribute.name].compactMap { $0 } + attribute.formerly).enumerated().compactMap { index, name in
      func problem(_ finding: StoredFinding) -> Problem {
        Problem(finding, at: name.syntax, words, name.value ?? "")
      }
      guard let value = name.value else { return problem(.literal) }
      if value.isEmpty { return problem(.empty) }
      if reservedNames[value] != nil { return problem(.reserved) }
      if index == 0, attribute.name != nil { return nil }
      if value == present { return problem(.formerPresent) }
      return seen.insert(value).inserted ? nil : problem(.formerDuplicate)
    }
  }

  // MARK: All attributes of a type

  static func repetitions(of plan: ArchivePlan) -> [Problem] {
    plan.named.flatMap { element in
      element.stored.dropFirst().map { Problem(StoredFinding.repeated, at: $0.syntax, element.quotedName) }
    }
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
          problems.append(
            Problem(
              StoredFinding.formerTaken, at: name.syntax,
              "'\(value)' cannot be a former name of \(element.quotedName)", other.quotedName,
              other.declaredName))
        } else if let other = former[value], other.storedName != element.storedName {
          problems.append(
            Problem(
              StoredFinding.formerShared, at: name.syntax, value, other.quotedName, element.quotedName))
        } else {
          former[value] = element
        }
      }
    }
    return problems
  }
}

// MARK: Cases

extension StoredRules {
  /// A case with a raw value is not stored by its name.
  static func rawValues(of plan: ArchivePlan) -> [Problem] {
    guard case .rawValue = plan.content else { return [] }
    return plan.subject.declaration.memberBlock.members.parsed(EnumCase.parse).compactMap { element in
      element.stored.first.map { Problem(StoredFinding.rawValue, at: $0.syntax, element.quotedName) }
    }
  }

  /// A case can only have names, and one of them stands for unknown ones: it needs nothing that these lack.
  static func cases(of plan: ArchivePlan) -> [Problem] {
    let fallback = plan.cases.first(where: \.isFallback)
    return plan.cases.compactMap { element in
      guard let attribute = element.stored.first else { return nil }
      func problem(_ finding: StoredFinding, at node: some SyntaxProtocol, _ detail: String = "") -> Problem {
        Problem(finding, at: node, element.quotedName, detail)
      }
      if attribute.hasOptions { return problem(.onCase, at: attribute.syntax) }
      guard let method = attribute.method else { return nil }
      guard element.isFallback else { return problem(.onCase, at: attribute.syntax) }
      if !element.payloads.isEmpty { return problem(.fallbackValues, at: method.syntax) }
      guard let fallback, fallback.storedName != element.storedName else { return nil }
      return Problem(StoredFinding.fallbackSecond, at: method.syntax, fallback.quotedName)
    }
  }
}

// MARK: Properties

extension StoredRules {
  static func properties(of plan: ArchivePlan) -> [Problem] {
    plan.fields.flatMap { field -> [Problem] in
      guard let attribute = field.stored.first else { return [] }
      func found(_ finding: StoredFinding, at node: some SyntaxProtocol, _ detail: String = "") -> [Problem] {
        [Problem(finding, at: node, field.quotedName, detail)]
      }
      // The methods and policies must be written out: the macro reads them from the source.
      var unknown: [Problem] = []
      if let method = attribute.method, method.method == nil { unknown += found(.method, at: method.syntax) }
      if let policy = attribute.policy, policy.policy == nil { unknown += found(.policy, at: policy.syntax) }
      if !unknown.isEmpty { return unknown }
      if let method = attribute.method, method.method == .fallback {
        return found(.fallbackProperty, at: method.syntax)
      }
      // A tuple is stored as an array of its parts, so it can only have names.
      if field.tupleLabels != nil {
        let isPlain = field.method == nil && attribute.defaultValue == nil && field.policy == .throwError
        return isPlain ? [] : found(.tuple, at: attribute.syntax)
      }
      switch field.method {
      case .composition: return problems(ofComposition: field, attribute)
      case .constant, .writeOnly: return problems(ofValue: field, attribute)
      default: return problems(ofPolicy: field, attribute)
      }
    }
  }

  private static func problems(ofPolicy field: Field, _ attribute: StoredAttribute) -> [Problem] {
    guard let policy = attribute.policy else { return [] }
    let hasDefault = field.defaultValue != nil || field.initialValue != nil
    let finding: StoredFinding? =
      switch policy.policy {
      case .fallbackToDefaultValue where !hasDefault && !field.isOptional: .noDefault
      case .debugAssertNil where !field.isOptional: .assertNil
      case .debugAssertNil where field.defaultValue != nil: .assertNilDefault
      // Elements are dropped from collections that are stored like others of their type.
      case .dropElements where field.method != nil: .dropMethod
      case .throwError, .fallbackToDefaultValue, .debugAssertNil, .dropElements, nil: nil
      }
    return finding.map { [Problem($0, at: policy.syntax, field.quotedName)] } ?? []
  }

  private static func problems(ofComposition field: Field, _ attribute: StoredAttribute) -> [Problem] {
    if let method = attribute.method, let type = field.type, type.isOptional || !type.isNominal {
      let way =
        type.isOptional
        ? "nothing in the archive would tell nil from a value" : "it has no fields of its own"
      return [
        Problem(
          StoredFinding.compositionKind, at: method.syntax, field.quotedName, type.trimmedDescription, way)
      ]
    }
    guard let policy = attribute.policy, policy.policy != .throwError else { return [] }
    return [Problem(StoredFinding.compositionPolicy, at: policy.syntax, field.quotedName)]
  }

  /// Only a constant with a value has one that archives can be checked against. A property that is never read has its
  /// initial value after decoding.
  private static func problems(ofValue field: Field, _ attribute: StoredAttribute) -> [Problem] {
    func found(_ finding: StoredFinding, at node: (some SyntaxProtocol)?) -> [Problem] {
      node.map { [Problem(finding, at: $0, field.quotedName, field.declaredName)] } ?? []
    }
    if field.method == .constant {
      if !field.isConstant || field.initialValue == nil {
        return found(.constant, at: attribute.method?.syntax)
      }
      return attribute.hasOptions ? found(.constantOptions, at: attribute.syntax) : []
    }
    let hasValue = field.initialValue != nil || !field.isConstant && field.isOptional
    if !hasValue && !field.mayBeWrapped { return found(.writeOnly, at: attribute.method?.syntax) }
    return attribute.hasOptions ? found(.writeOnlyOptions, at: attribute.syntax) : []
  }

  /// Names that begin with a composition's name are reserved for its fields.
  static func namesInsideCompositions(of plan: ArchivePlan) -> [Problem] {
    plan.fields.compactMap { field in
      plan.fields.compositions.first { field.storedName.hasPrefix("\($0.storedName).") }.map {
        Problem(
          StoredFinding.compositionName, at: field.nameSyntax,
          "\(field.quotedName) cannot be stored as "
            + "'\(field.storedName)'", $0.storedName, $0.quotedName)
      }
    }
  }
}

extension TypeSyntax {
  /// Whether the type is written as a name.
  fileprivate var isNominal: Bool { !withoutParentheses.nominalPath.isEmpty }
}
