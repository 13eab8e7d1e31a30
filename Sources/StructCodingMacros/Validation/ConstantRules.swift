import SwiftDiagnostics
import SwiftSyntax

/// Rules for constants with an initial value, which no archive can replace.
enum ConstantRules {
  /// Warns, like `Codable`. A literal is the same in every value, so nothing is lost.
  static func values(of plan: ArchivePlan) -> [Problem] {
    plan.subject.declaration.memberBlock.members.parsed(ValuedConstant.parse).flatMap(\.elements)
      .map { .isNotArchived($0) }
  }
}

/// An instance constant whose value is computed for each instance: `let id = UUID()`.
private struct ValuedConstant: Named {
  let name: TokenSyntax
  let variable: VariableDeclSyntax

  static var noun: String { "constant" }
  var declaredName: String { name.unescapedText }
  var nameSyntax: Syntax { Syntax(name) }
  var stored: [StoredAttribute] { [] }

  static func parse(_ declaration: DeclSyntax) -> [ValuedConstant] {
    guard let variable = declaration.as(VariableDeclSyntax.self), !variable.isStatic,
      variable.bindingSpecifier.tokenKind == .keyword(.let), !variable.attributes.areTransient,
      variable.attributes.stored.isEmpty
    else { return [] }
    return variable.bindings.compactMap { binding in
      guard let value = binding.initializer?.value, !value.isTheSameEachTime,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
      else { return nil }
      return ValuedConstant(name: name, variable: variable)
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

extension Problem {
  fileprivate static func isNotArchived(_ constant: ValuedConstant) -> Problem {
    let specifier = constant.variable.bindingSpecifier
    let first = constant.variable.modifiers.first?.firstToken(viewMode: .sourceAccurate) ?? specifier
    return Problem(
      "constant.value", at: constant.name,
      "\(constant.quotedName) is not archived, since its initial value cannot be overwritten: each decoded value "
        + "computes its own; make it a variable, or mark it '@Transient' if that is intended",
      cures: [
        Cure(title: "make it 'var'", changes: [.replaced(specifier, by: "var")]),
        Cure(title: "mark it '@Transient'", changes: [.replaced(first, by: "@Transient \(first.text)")]),
      ], severity: .warning)
  }
}

extension FixIt.Change {
  fileprivate static func replaced(_ token: TokenSyntax, by text: String) -> FixIt.Change {
    .replace(oldNode: Syntax(token), newNode: Syntax(token.with(\.tokenKind, .identifier(text))))
  }
}
