import SwiftSyntax

/// Rules for storage methods, defaults and failure policies, as far as syntax shows. The type checker finds other
/// errors in the generated lines.
enum StorageRules {
  /// The methods and policies must be written out: the macro reads them from the source.
  static func expressions(of plan: ArchivePlan) -> [Problem] {
    plan.fieldsAndAttributes.flatMap { field, attribute in
      [
        attribute.method.flatMap { $0.method == nil ? .isNoMethod($0, field) : nil },
        attribute.policy.flatMap { $0.policy == nil ? .isNoPolicy($0, field) : nil },
      ].compactMap { $0 }
    }
  }

  /// A case can only have names.
  static func cases(of plan: ArchivePlan) -> [Problem] {
    guard case .cases(let members) = plan.content else { return [] }
    return members.flatMap(\.elements).compactMap { element in
      guard let attribute = element.stored.first,
        attribute.method.map({ $0.method != .fallback }) ?? false || attribute.defaultValue != nil
          || attribute.policy != nil
      else { return nil }
      return .isOnCase(attribute, element)
    }
  }

  /// A tuple is stored as an array of its parts, so it can only have names.
  static func tuples(of plan: ArchivePlan) -> [Problem] {
    plan.fieldsAndAttributes.compactMap { field, attribute in
      guard field.tupleLabels != nil,
        field.method != nil || attribute.defaultValue != nil || field.policy != .throwError
      else { return nil }
      return .isOnTuple(attribute, field)
    }
  }

  static func policies(of plan: ArchivePlan) -> [Problem] {
    plan.fieldsAndAttributes.compactMap { field, attribute in
      guard let policy = attribute.policy, field.tupleLabels == nil, field.method != .composition else {
        return nil
      }
      let hasDefault = field.defaultValue != nil || field.initialValue != nil
      switch policy.policy {
      case .fallbackToDefaultValue where !hasDefault && !field.isOptional: return .hasNoDefault(policy, field)
      case .debugAssertNil where !field.isOptional: return .isNoOptional(policy, field)
      case .debugAssertNil where field.defaultValue != nil: return .assertsAndHasDefault(policy, field)
      case .throwError, .fallbackToDefaultValue, .debugAssertNil, .dropElements, nil: return nil
      }
    }
  }

  /// Elements are dropped from collections that are stored like others of their type.
  static func droppedElements(of plan: ArchivePlan) -> [Problem] {
    plan.fieldsAndAttributes.compactMap { field, attribute in
      guard let policy = attribute.policy, policy.policy == .dropElements, field.tupleLabels == nil,
        field.method != nil, field.method != .composition
      else { return nil }
      return .dropsElementsOfMethod(policy, field)
    }
  }

  /// Names that begin with a composition's name are reserved for its fields.
  static func namesInsideCompositions(of plan: ArchivePlan) -> [Problem] {
    guard case .fields(let members) = plan.content else { return [] }
    return members.flatMap(\.elements).compactMap { field in
      members.compositions.first { field.storedName.hasPrefix("\($0.storedName).") }
        .map { .isNamedLikePart(field, of: $0) }
    }
  }

  static func compositions(of plan: ArchivePlan) -> [Problem] {
    guard case .fields(let members) = plan.content else { return [] }
    let topLevel = Set(members.compositions.map(\.declaredName))
    return plan.fieldsAndAttributes.compactMap { field, attribute in
      guard field.method == .composition, let method = attribute.method, field.tupleLabels == nil else {
        return nil
      }
      if !topLevel.contains(field.declaredName) { return .isCompositionInCondition(method, field) }
      if let type = field.type, type.isOptional || !type.isNominal {
        return .isNoStructure(method, field, type)
      }
      if let policy = attribute.policy, policy.policy != .throwError {
        return .isCompositionWithPolicy(policy, field)
      }
      return nil
    }
  }
}

extension ArchivePlan {
  /// The properties with a `@Stored`, each with its first one.
  var fieldsAndAttributes: [(Field, StoredAttribute)] {
    guard case .fields(let members) = content else { return [] }
    return members.flatMap(\.elements).compactMap { field in field.stored.first.map { (field, $0) } }
  }
}

extension TypeSyntax {
  /// Whether the type is written as a name.
  fileprivate var isNominal: Bool { !withoutParentheses.nominalPath.isEmpty }
}

extension Problem {
  fileprivate static func isNoMethod(_ method: StorageArgument, _ field: Field) -> Problem {
    Problem(
      "stored.method", at: method.syntax,
      "the storage method of \(field.quotedName) must be written here, as '.raw', '.codable', '.transformed(…)', "
        + "'.composition', '.constant', '.writeOnly' or '.default': the macro reads it from the source, before anything runs"
    )
  }

  fileprivate static func isNoPolicy(_ policy: PolicyArgument, _ field: Field) -> Problem {
    Problem(
      "stored.policy", at: policy.syntax,
      "'onDecodeFailure' of \(field.quotedName) must be written here, as '.throwError', '.fallbackToDefaultValue', "
        + "'.debugAssertNil' or '.dropElements': the macro reads it from the source, before anything runs")
  }

  fileprivate static func isOnCase(_ attribute: StoredAttribute, _ element: EnumCase) -> Problem {
    Problem(
      "stored.case", at: attribute.syntax,
      "\(element.quotedName) is stored by its name, so '@Stored' can only give names to it; storage methods, defaults "
        + "and failure policies are for properties")
  }

  fileprivate static func isOnTuple(_ attribute: StoredAttribute, _ field: Field) -> Problem {
    Problem(
      "stored.tuple", at: attribute.syntax,
      "\(field.quotedName) is a tuple, which is stored as an array of its parts, so '@Stored' can only give names "
        + "to it; use a struct for other options")
  }

  fileprivate static func hasNoDefault(_ policy: PolicyArgument, _ field: Field) -> Problem {
    Problem(
      "stored.no-default", at: policy.syntax,
      "\(field.quotedName) has no default value to fall back to; give it an initial value, name one with "
        + "'default:', or "
        + "make it optional")
  }

  fileprivate static func isNoOptional(_ policy: PolicyArgument, _ field: Field) -> Problem {
    Problem(
      "stored.assert-nil", at: policy.syntax,
      "\(field.quotedName) cannot be nil, but '.debugAssertNil' sets a value that cannot be read to nil; make its "
        + "type "
        + "an optional, written 'T?', or use '.fallbackToDefaultValue'")
  }

  fileprivate static func assertsAndHasDefault(_ policy: PolicyArgument, _ field: Field) -> Problem {
    Problem(
      "stored.assert-nil-default", at: policy.syntax,
      "\(field.quotedName) has a default for archives that lack it, but '.debugAssertNil' sets an absent value to "
        + "nil; "
        + "remove one of them, or use '.fallbackToDefaultValue'")
  }

  fileprivate static func dropsElementsOfMethod(_ policy: PolicyArgument, _ field: Field) -> Problem {
    Problem(
      "stored.drop-method", at: policy.syntax,
      "\(field.quotedName) has a storage method, so the archive has no elements of it that could be left out; remove "
        + "the method, or use another policy")
  }

  fileprivate static func isNamedLikePart(_ field: Field, of composition: Field) -> Problem {
    Problem(
      "stored.composition-name", at: field.nameSyntax,
      "\(field.quotedName) cannot be stored as '\(field.storedName)': names that begin with "
        + "'\(composition.storedName).' are those of the fields of \(composition.quotedName), which is stored flat; "
        + "choose another with '@Stored(\"…\")'")
  }

  fileprivate static func isCompositionInCondition(_ method: StorageArgument, _ field: Field) -> Problem {
    Problem(
      "stored.composition-condition", at: method.syntax,
      "\(field.quotedName) is inside '#if', where the fields of a composition would have no fixed positions; move "
        + "it out, or store it with '.default'")
  }

  fileprivate static func isNoStructure(
    _ method: StorageArgument, _ field: Field, _ type: TypeSyntax
  ) -> Problem {
    let way =
      type.isOptional ? "nothing in the archive would tell nil from a value" : "it has no fields of its own"
    return Problem(
      "stored.composition-kind", at: method.syntax,
      "\(field.quotedName) of type '\(type.trimmedDescription)' cannot be stored flat: \(way); use a struct that is "
        + "'@Archivable', or store it with '.default'")
  }

  fileprivate static func isCompositionWithPolicy(_ policy: PolicyArgument, _ field: Field) -> Problem {
    Problem(
      "stored.composition-policy", at: policy.syntax,
      "\(field.quotedName) is stored as the fields of its type, and has no value of its own that could fail; set "
        + "the policy on those fields")
  }
}
