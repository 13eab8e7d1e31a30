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
    case .constant where attribute.storesConstant, .stored, .case: break
    case .constant, .computed, .lazy, .static, .other: return problem(.target, member.words)
    }
    guard let declaredName = member.declaredName else { return problem(.target, member.name) }
    let words = member.kind == .case ? member.words : "property \(member.name)"
    guard let type = member.type else { return problem(.target, "local or global \(words)") }
    guard type.isArchivable else { return problem(.unread, words, type.name) }
    if attribute.isEmpty { return problem(.nothing, words) }
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
    return plan.subject.members.parsed(EnumCase.parse).compactMap { element in
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
      func problem(_ finding: StoredFinding, at node: some SyntaxProtocol) -> Problem {
        let detail = finding == .compositionKind ? field.reasonNotFlat : field.declaredName
        return Problem(finding, at: node, field.quotedName, detail, field.type?.trimmedDescription ?? "")
      }
      // The macro reads them from the source.
      let unknown = [
        attribute.method.flatMap {
          $0.value?.isOfAttributes ?? true ? problem(.method, at: $0.syntax) : nil
        },
        attribute.policy.flatMap { $0.value == nil ? problem(.policy, at: $0.syntax) : nil },
      ].compactMap { $0 }
      if !unknown.isEmpty { return unknown }
      if let finding = ofMethod(field, attribute), let method = attribute.method {
        return [problem(finding, at: method.syntax)]
      }
      if let finding = ofAll(field, attribute) { return [problem(finding, at: attribute.syntax)] }
      if let finding = ofPolicy(field), let policy = attribute.policy {
        return [problem(finding, at: policy.syntax)]
      }
      return []
    }
  }

  /// What is wrong with a storage method.
  private static func ofMethod(_ field: Field, _ attribute: StoredAttribute) -> StoredFinding? {
    switch field.method {
    case .fallback: return .fallbackProperty
    case _ where field.tupleLabels != nil: return nil
    case .composition where field.isOptional:
      let values = [field.initialValue, field.defaultValue].compactMap(\.self)
      return values.allSatisfy { $0.trimmedDescription == "nil" } ? nil : .compositionKind
    case .composition where field.type.map { $0.withoutParentheses.nominalPath.isEmpty } ?? false:
      return .compositionKind
    // Only a constant with a value has one that archives can be checked against.
    case .constant where !field.isConstant || field.initialValue == nil: return .constant
    // A property that is never read has its initial value after decoding.
    case .writeOnly
    where field.initialValue == nil && (field.isConstant || !field.isOptional) && !field.mayBeWrapped:
      return .writeOnly
    default: return nil
    }
  }

  /// What is wrong with several arguments together.
  private static func ofAll(_ field: Field, _ attribute: StoredAttribute) -> StoredFinding? {
    // A tuple is stored as an array of its parts, so it can only have names.
    if field.tupleLabels != nil {
      return field.method != nil || field.defaultValue != nil || field.policy != .throwError ? .tuple : nil
    }
    if field.method == .constant, attribute.hasOptions { return .constantOptions }
    return field.isWriteOnly && attribute.hasOptions ? .writeOnlyOptions : nil
  }

  /// What is wrong with a failure policy.
  private static func ofPolicy(_ field: Field) -> StoredFinding? {
    let hasDefault = field.defaultValue != nil || field.initialValue != nil
    switch field.policy {
    case .throwError: return nil
    case _ where field.method == .composition: return .compositionPolicy
    case .fallbackToDefaultValue: return hasDefault || field.isOptional ? nil : .noDefault
    case .debugAssertNil:
      return !field.isOptional ? .assertNil : field.defaultValue != nil ? .assertNilDefault : nil
    // Elements are dropped from collections that are stored like others of their type.
    case .dropElements: return field.method != nil ? .dropMethod : nil
    }
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

extension Field {
  /// Why a property that is no struct cannot be stored flat.
  fileprivate var reasonNotFlat: String {
    isOptional
      ? "its initial value has to be nil, which is stored as none of its fields"
      : "it has no fields of its own"
  }
}
