import SwiftSyntax

/// Rules on stored properties.
enum FieldRules {
  /// A property is stored under its name.
  static func patterns(of plan: ArchivePlan) -> [Problem] {
    plan.fields.filter { $0.name == nil }.map { .isUnnamed($0) }
  }

  static func references(of plan: ArchivePlan) -> [Problem] {
    plan.fields.compactMap { field in field.referenceModifier.map { .isReference(field, $0) } }
  }

  static func types(of plan: ArchivePlan) -> [Problem] {
    plan.fields.compactMap { field in
      if field.referenceModifier != nil { return nil }
      if let type = field.type {
        return UnsupportedType.find(in: type, allowsTuple: true).map { .cannotBeArchived(field, $0) }
      }
      return field.initialValue?.as(ClosureExprSyntax.self).map { .isClosure(field, $0) }
    }
  }

  static func names(of plan: ArchivePlan) -> [Problem] {
    guard case .fields(let members) = plan.content else { return [] }
    return Duplicates.find(in: members).map { duplicate in
      duplicate.isConditional
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

/// Names that stand twice where no `#if` keeps them apart by its clauses.
enum Duplicates {
  struct Duplicate<Element> {
    let element: Element
    /// Whether an `#if` holds one of the two.
    let isConditional: Bool
  }

  static func find<Element>(in members: [Conditional<Element>]) -> [Duplicate<Element>] {
    var seen: [String: Bool] = [:]
    var duplicates: [Duplicate<Element>] = []
    for member in members {
      var isBlock = false
      if case .block(let block) = member {
        isBlock = true
        duplicates += block.clauses.flatMap { find(in: $0.members) }
      }
      var own: Set<String> = []
      for element in member.elements where !element.storedName.isEmpty {
        if let isOtherBlock = seen[element.storedName] {
          duplicates.append(Duplicate(element: element, isConditional: isBlock || isOtherBlock))
        }
        own.insert(element.storedName)
      }
      for name in own { seen[name] = isBlock }
    }
    return duplicates
  }
}

extension Problem {
  fileprivate static func isUnnamed(_ field: Field) -> Problem {
    Problem(
      "field.pattern", at: field.pattern,
      "'\(field.pattern.trimmedDescription)' cannot be archived: a stored property is archived under its "
        + "name, and a "
        + "pattern has none of its own; declare each property by itself")
  }

  fileprivate static func isReference(_ field: Field, _ modifier: TokenSyntax) -> Problem {
    Problem(
      "field.reference", at: modifier,
      "\(modifier.text) property '\(field.storedName)' cannot be archived: the object it refers to belongs "
        + "to someone "
        + "else; store an identifier of that object, and find the object after decoding")
  }

  fileprivate static func cannotBeArchived(_ field: Field, _ type: UnsupportedType) -> Problem {
    Problem(
      "field.\(type.id)", at: type.syntax, "property '\(field.storedName)' cannot be archived: \(type.reason)"
    )
  }

  fileprivate static func isClosure(_ field: Field, _ closure: ClosureExprSyntax) -> Problem {
    Problem(
      "field.function", at: closure.leftBrace,
      "property '\(field.storedName)' cannot be archived: \(UnsupportedType.functionReason)")
  }

  fileprivate static func isDeclaredTwice(_ field: Field) -> Problem {
    Problem(
      "field.duplicate", at: field.nameSyntax,
      "property '\(field.storedName)' is declared twice, and an archive has one field of a name; rename one")
  }

  fileprivate static func isInSeparateConditions(_ field: Field) -> Problem {
    Problem(
      "field.conditions", at: field.nameSyntax,
      "property '\(field.storedName)' is declared in two places that no '#else' keeps apart, so the order "
        + "of the fields "
        + "is not fixed; put both declarations into the clauses of one '#if'")
  }
}
