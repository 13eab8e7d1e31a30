import SwiftSyntax

/// Rules for generic parameters: stored ones must be archivable.
enum GenericRules {
  static func parameters(of plan: ArchivePlan) -> [Problem] {
    plan.subject.genericParameters.compactMap { parameter in
      func problem(_ finding: GenericFinding, _ cures: [Problem.Cure] = []) -> Problem {
        // The declaration of an outer type is outside this expansion.
        Problem(
          finding, at: parameter.isOwn ? parameter.name : plan.subject.nameSyntax, plan.subject.quotedName,
          parameter.name.text, cures: cures)
      }
      switch parameter.kind {
      case .pack: return problem(.pack)
      case .type where !parameter.isConstrained && plan.storesGenericParameter(parameter, byMethods: false):
        guard parameter.isOwn else { return problem(.outerConstraint) }
        return problem(
          .constraint,
          [.init("add ': ArchiveValue'", replacing: parameter.syntax, by: parameter.syntax.constrained)])
      case .type, .value: return nil
      }
    }
  }
}

extension GenericParameterSyntax {
  /// The parameter with `: ArchiveValue`.
  fileprivate var constrained: GenericParameterSyntax {
    with(\.name, name.with(\.trailingTrivia, [])).with(\.colon, .colonToken(trailingTrivia: .space))
      .with(
        \.inheritedType,
        TypeSyntax(
          IdentifierTypeSyntax(name: .identifier("ArchiveValue", trailingTrivia: name.trailingTrivia))))
  }
}

private enum GenericFinding: String, Finding {
  static let topic = "generic"
  case pack, constraint, outerConstraint

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .pack:
      "'@Archivable' cannot be applied to \(subject) with parameter pack '\(detail)': the number of fields would differ "
        + "from use to use; declare a parameter for each part, or store an array"
    case .constraint:
      "\(subject) stores '\(detail)', but does not require that it can be archived; write '\(detail): ArchiveValue'"
    case .outerConstraint:
      "\(subject) stores '\(detail)', a generic parameter of the type around it, but does not require that it can be "
        + "archived; write '\(detail): ArchiveValue' there"
    }
  }
}
