import SwiftDiagnostics
import SwiftSyntax

/// Rules for generic parameters: stored ones must be archivable.
enum GenericRules {
  static func parameters(of plan: ArchivePlan) -> [Problem] {
    plan.subject.genericParameters.compactMap { parameter in
      switch parameter.kind {
      case .pack: .isPack(parameter, plan.subject)
      case .type where !parameter.isConstrained && plan.storesGenericParameter(parameter, byMethods: false):
        .isUnconstrained(parameter, plan.subject)
      case .type, .value: nil
      }
    }
  }
}

extension Problem {
  fileprivate static func isPack(_ parameter: GenericParameter, _ subject: Subject) -> Problem {
    // The declaration of an outer type is outside this expansion.
    Problem(
      "generic.pack", at: parameter.isOwn ? parameter.name : subject.name ?? subject.keyword,
      "'@Archivable' cannot be applied to \(subject.quotedName) with parameter pack "
        + "'\(parameter.name.text)': the number "
        + "of fields would differ from use to use; declare a parameter for each part, or store an array")
  }

  fileprivate static func isUnconstrained(_ parameter: GenericParameter, _ subject: Subject) -> Problem {
    let name = parameter.name.text
    guard parameter.isOwn else {
      return Problem(
        "generic.outer-constraint", at: subject.name ?? subject.keyword,
        "\(subject.quotedName) stores '\(name)', a generic parameter of the type around it, but does not require "
          + "that it can be archived; write '\(name): ArchiveValue' there")
    }
    let old = parameter.syntax
    let new = old.with(\.name, old.name.with(\.trailingTrivia, []))
      .with(\.colon, .colonToken(trailingTrivia: .space))
      .with(
        \.inheritedType,
        TypeSyntax(
          IdentifierTypeSyntax(
            name: .identifier("ArchiveValue", trailingTrivia: old.name.trailingTrivia))))
    return Problem(
      "generic.constraint", at: parameter.name,
      "\(subject.quotedName) stores '\(name)', but does not require that it can be archived; write '\(name): "
        + "ArchiveValue'",
      cures: [
        Cure(
          title: "add ': ArchiveValue'", changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
      ])
  }
}
