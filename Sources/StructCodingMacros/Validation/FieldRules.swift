import SwiftSyntax

/// Rules for stored properties.
enum FieldRules {
  /// A property is stored under its name, so it must have one.
  static func patterns(of plan: ArchivePlan) -> [Problem] {
    plan.fields.filter { $0.name == nil }.map {
      Problem(FieldFinding.pattern, at: $0.pattern, $0.pattern.trimmedDescription)
    }
  }

  static func references(of plan: ArchivePlan) -> [Problem] {
    plan.fields.compactMap { field in
      guard let modifier = field.referenceModifier else { return nil }
      if plan.subject.kind != .class {
        return Problem(FieldFinding.reference, at: modifier, field.declaredName, modifier.text)
      }
      return field.isUnsafeReference
        ? Problem(FieldFinding.unsafeReference, at: modifier, field.declaredName) : nil
    }
  }

  static func types(of plan: ArchivePlan) -> [Problem] {
    plan.fields.compactMap { field in
      if field.referenceModifier != nil, plan.subject.kind != .class { return nil }
      if let type = field.type {
        return UnsupportedType.find(in: type, allowsTuple: true)?.problem("property '\(field.declaredName)'")
      }
      return field.initialValue?.as(ClosureExprSyntax.self).map { closure in
        Problem(
          UnsupportedType.Kind.function, at: closure.leftBrace, "property '\(field.declaredName)'")
      }
    }
  }

  static func names(of plan: ArchivePlan) -> [Problem] {
    plan.fields.repetitions(of: \.storedName).map { field, first in
      field.declaredName == first.declaredName
        ? Problem(FieldFinding.duplicate, at: field.nameSyntax, field.declaredName)
        : Problem(
          StoredFinding.shared, at: field.nameSyntax, field.quotedName, first.quotedName, field.storedName)
    }
  }

  /// The fields of a type, and the cases, are the same in every build: their positions are part of its description.
  static func conditions(of plan: ArchivePlan) -> [Problem] {
    let members = plan.subject.members
    switch plan.content {
    case .fields:
      return members.conditional(Field.parse).map {
        Problem(FieldFinding.conditional, at: $0.nameSyntax, $0.declaredName)
      }
    case .cases(let cases):
      return (members.conditional(EnumCase.parse) + cases.filter(\.isLimited)).map {
        Problem(FieldFinding.conditionalCase, at: $0.nameSyntax, $0.declaredName)
      }
    case .rawValue, .nothing: return []
    }
  }
}

private enum FieldFinding: String, Finding {
  static let topic = "field"
  case pattern, reference, unsafeReference, duplicate, conditional, conditionalCase

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .pattern:
      "'\(subject)' cannot be archived: a stored property is archived under its name, and a pattern has none; declare "
        + "each property separately"
    case .reference:
      "\(detail) property '\(subject)' cannot be archived: the object it refers to belongs to someone else; store an "
        + "identifier of that object, and find the object after decoding, or make the type a class"
    case .unsafeReference:
      "property '\(subject)' cannot be archived: the target of an unsafe reference may no longer exist; make it 'unowned' "
        + "or 'weak'"
    case .duplicate:
      "property '\(subject)' is declared twice, and an archive has one field of a name; rename one"
    case .conditional:
      "property '\(subject)' is inside '#if', but the fields of a type are the same in every build; declare it in all of "
        + "them, with the '#if' in its type or in a struct that it holds, mark it '@Transient', or write the conformance "
        + "by hand"
    case .conditionalCase:
      "case '\(subject)' is not there in every build, but the cases of an archived enum are the same in all; declare it "
        + "without '#if' and '@available(…, unavailable)', or write the conformance by hand"
    }
  }
}
