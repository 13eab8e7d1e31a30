import SwiftSyntax

/// Rules for stored properties.
enum FieldRules {
  /// A property is stored under its name, so it must have one.
  static func patterns(of plan: ArchivePlan) -> [Problem] {
    plan.fields.filter { $0.name == nil }.map { .isUnnamed($0) }
  }

  static func references(of plan: ArchivePlan) -> [Problem] {
    plan.fields.compactMap { field in
      guard let modifier = field.referenceModifier else { return nil }
      if plan.subject.kind != .class { return .isReference(field, modifier) }
      return field.isUnsafeReference ? .isUnsafeReference(field, modifier) : nil
    }
  }

  static func types(of plan: ArchivePlan) -> [Problem] {
    plan.fields.compactMap { field in
      if field.referenceModifier != nil, plan.subject.kind != .class { return nil }
      if let type = field.type {
        return UnsupportedType.find(in: type, allowsTuple: true).map { .cannotBeArchived(field, $0) }
      }
      return field.initialValue?.as(ClosureExprSyntax.self).map { .isClosure(field, $0) }
    }
  }

  static func names(of plan: ArchivePlan) -> [Problem] {
    guard case .fields(let members) = plan.content else { return [] }
    return Duplicates.find(in: members, by: \.storedName).map { duplicate in
      if duplicate.element.declaredName != duplicate.first.declaredName {
        return .sharesStoredName(duplicate.element, duplicate.first)
      }
      return duplicate.isConditional
        ? .isInSeparateConditions(duplicate.element) : .isDeclaredTwice(duplicate.element)
    }
  }
}

extension ArchivePlan {
  fileprivate var fields: [Field] {
    guard case .fields(let members) = content else { return [] }
    return members.flatMap(\.elements)
  }
}

extension Problem {
  fileprivate static func isUnnamed(_ field: Field) -> Problem {
    Problem(
      "field.pattern", at: field.pattern,
      "'\(field.pattern.trimmedDescription)' cannot be archived: a stored property is archived under its "
        + "name, and a pattern has none; declare each property separately")
  }

  fileprivate static func isReference(_ field: Field, _ modifier: TokenSyntax) -> Problem {
    Problem(
      "field.reference", at: modifier,
      "\(modifier.text) property '\(field.declaredName)' cannot be archived: the object it refers to belongs "
        + "to someone "
        + "else; store an identifier of that object, and find the object after decoding, or make the type a class"
    )
  }

  fileprivate static func isUnsafeReference(_ field: Field, _ modifier: TokenSyntax) -> Problem {
    Problem(
      "field.unsafe-reference", at: modifier,
      "property '\(field.declaredName)' cannot be archived: the target of an unsafe reference may no longer exist; "
        + "make it 'unowned' or 'weak'")
  }

  fileprivate static func cannotBeArchived(_ field: Field, _ type: UnsupportedType) -> Problem {
    Problem(
      "field.\(type.id)", at: type.syntax,
      "property '\(field.declaredName)' cannot be archived: \(type.reason)"
    )
  }

  fileprivate static func isClosure(_ field: Field, _ closure: ClosureExprSyntax) -> Problem {
    Problem(
      "field.function", at: closure.leftBrace,
      "property '\(field.declaredName)' cannot be archived: \(UnsupportedType.functionReason)")
  }

  fileprivate static func isDeclaredTwice(_ field: Field) -> Problem {
    Problem(
      "field.duplicate", at: field.nameSyntax,
      "property '\(field.declaredName)' is declared twice, and an archive has one field of a name; rename one"
    )
  }

  fileprivate static func isInSeparateConditions(_ field: Field) -> Problem {
    Problem(
      "field.conditions", at: field.nameSyntax,
      "property '\(field.declaredName)' is declared in two places that no '#else' keeps apart, so the order "
        + "of the fields "
        + "is not fixed; put both declarations into the clauses of one '#if'")
  }
}
