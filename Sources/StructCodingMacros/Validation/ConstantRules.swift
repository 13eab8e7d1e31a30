import SwiftDiagnostics
import SwiftSyntax

/// Rules for constants with an initial value, which no archive can replace.
enum ConstantRules {
  /// Warns, like `Codable`. A literal is the same in every value, so nothing is lost.
  static func values(of plan: ArchivePlan) -> [Problem] {
    plan.subject.members.parsed(values) + plan.subject.members.conditional(values)
  }

  /// The instance constants whose value is computed for each instance: `let id = UUID()`.
  private static func values(in declaration: DeclSyntax) -> [Problem] {
    guard let variable = declaration.as(VariableDeclSyntax.self), !variable.isStatic,
      variable.isConstant, !variable.attributes.areTransient,
      variable.attributes.stored.isEmpty
    else { return [] }
    let specifier = variable.bindingSpecifier
    let first = variable.modifiers.first?.firstToken(viewMode: .sourceAccurate) ?? specifier
    return variable.bindings.compactMap { binding in
      guard let value = binding.initializer?.value, !value.isTheSameEachTime,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
      else { return nil }
      return Problem(
        ConstantFinding.value, at: name, name.unescapedText,
        cures: [
          .init("make it 'var'", replacing: specifier, by: "var"),
          .init("mark it '@Transient'", replacing: first, by: "@Transient \(first.text)"),
        ], severity: .warning)
    }
  }
}

extension ExprSyntax {
  /// Whether it is a literal without interpolation, a list of such literals, or a function.
  fileprivate var isTheSameEachTime: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr, .regexLiteralExpr,
      .closureExpr:
      true
    case .stringLiteralExpr(let string): string.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
    case .prefixOperatorExpr(let prefixed): prefixed.expression.isTheSameEachTime
    case .arrayExpr(let array): array.elements.allSatisfy(\.expression.isTheSameEachTime)
    case .tupleExpr(let tuple): tuple.elements.allSatisfy(\.expression.isTheSameEachTime)
    case .dictionaryExpr(let dictionary):
      dictionary.content.as(DictionaryElementListSyntax.self)?.allSatisfy {
        $0.key.isTheSameEachTime && $0.value.isTheSameEachTime
      } ?? true
    default: false
    }
  }
}

private enum ConstantFinding: String, Finding {
  static let topic = "constant"
  case value

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    "constant '\(subject)' is not archived, since its initial value cannot be overwritten: each decoded value computes "
      + "its own; make it a variable, or mark it '@Transient' if that is intended"
  }
}
