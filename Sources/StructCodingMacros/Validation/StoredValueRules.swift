import SwiftSyntax

/// Rules for constants, for properties that are only written, and for the case that unknown ones are read as.
enum StoredValueRules {
  /// Only a constant with a value has one that archives can be checked against.
  static func constants(of plan: ArchivePlan) -> [Problem] {
    plan.fieldsAndAttributes.compactMap { field, attribute in
      guard field.method == .constant, let method = attribute.method, field.tupleLabels == nil else {
        return nil
      }
      if !field.isConstant || field.initialValue == nil { return .isNoConstant(method, field) }
      return hasOptions(attribute) ? .isConstantWithOptions(attribute, field) : nil
    }
  }

  /// A property that is never read has its initial value after decoding.
  static func writeOnly(of plan: ArchivePlan) -> [Problem] {
    plan.fieldsAndAttributes.compactMap { field, attribute in
      guard field.isWriteOnly, let method = attribute.method, field.tupleLabels == nil else { return nil }
      let hasValue = field.initialValue != nil || !field.isConstant && field.isOptional
      if !hasValue && !field.mayBeWrapped { return .hasNoValueAfterDecoding(method, field) }
      return hasOptions(attribute) ? .isWriteOnlyWithOptions(attribute, field) : nil
    }
  }

  /// At most one case stands for unknown ones, and it needs nothing that these lack.
  static func fallbacks(of plan: ArchivePlan) -> [Problem] {
    let misplaced = plan.fieldsAndAttributes.compactMap { field, attribute -> Problem? in
      guard let method = attribute.method, method.method == .fallback else { return nil }
      return .isFallbackProperty(method, field)
    }
    guard case .cases(let members) = plan.content else { return misplaced }
    let fallbacks = members.flatMap(\.elements).filter(\.isFallback)
    return fallbacks.compactMap { element in
      guard let method = element.stored.first?.method else { return nil }
      if !element.payloads.isEmpty { return .isFallbackWithValues(method, element) }
      guard let first = fallbacks.first, first.storedName != element.storedName else { return nil }
      return .isSecondFallback(method, element, first)
    }
  }

  private static func hasOptions(_ attribute: StoredAttribute) -> Bool {
    attribute.defaultValue != nil || attribute.policy != nil
  }
}

extension Problem {
  fileprivate static func isNoConstant(_ method: StorageArgument, _ field: Field) -> Problem {
    Problem(
      "stored.constant", at: method.syntax,
      "\(field.quotedName) is no constant with a value, which archives could be checked against; write 'let "
        + "\(field.declaredName) = …', or remove '.constant'")
  }

  fileprivate static func isConstantWithOptions(_ attribute: StoredAttribute, _ field: Field) -> Problem {
    Problem(
      "stored.constant-options", at: attribute.syntax,
      "\(field.quotedName) always has its own value, so it can have no default and no policy; remove them")
  }

  fileprivate static func hasNoValueAfterDecoding(_ method: StorageArgument, _ field: Field) -> Problem {
    Problem(
      "stored.write-only", at: method.syntax,
      "\(field.quotedName) is never read, so decoding has no value for it; give it an initial value, or make it an "
        + "optional variable")
  }

  fileprivate static func isWriteOnlyWithOptions(_ attribute: StoredAttribute, _ field: Field) -> Problem {
    Problem(
      "stored.write-only-options", at: attribute.syntax,
      "\(field.quotedName) is never read, so a default and a policy have no effect; remove them")
  }

  fileprivate static func isFallbackProperty(_ method: StorageArgument, _ field: Field) -> Problem {
    Problem(
      "stored.fallback-property", at: method.syntax,
      "'.fallback' marks the case of an enum that unknown ones are read as, and \(field.quotedName) is none; for a "
        + "value that cannot be read, write 'onDecodeFailure: .fallbackToDefaultValue'")
  }

  fileprivate static func isFallbackWithValues(_ method: StorageArgument, _ element: EnumCase) -> Problem {
    Problem(
      "stored.fallback-values", at: method.syntax,
      "\(element.quotedName) has associated values, which an unknown case need not have; mark a case without any"
    )
  }

  fileprivate static func isSecondFallback(
    _ method: StorageArgument, _ element: EnumCase, _ first: EnumCase
  ) -> Problem {
    Problem(
      "stored.fallback-second", at: method.syntax,
      "unknown cases are read as \(first.quotedName) already; remove '.fallback' from one of the two")
  }
}
