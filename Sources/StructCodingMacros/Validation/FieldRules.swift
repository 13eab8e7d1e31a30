import SwiftDiagnostics
import SwiftSyntax

/// Rules for stored properties, constants and cases.
enum FieldRules {
  /// A property is stored under its name, so it must have one.
  static func patterns(of plan: ArchivePlan) -> [Problem] {
    plan.fields.filter { $0.name == nil }.map {
      Problem(FieldFinding.pattern, at: $0.pattern, $0.pattern.trimmedDescription)
    }
  }

  static func references(of plan: ArchivePlan) -> [Problem] {
    plan.fields.compactMap { field in
      guard let modifier = field.referenceModifier, plan.subject.kind != .class || field.isUnsafeReference
      else { return nil }
      return Problem(FieldFinding.reference, at: modifier, field.quotedName, modifier.text)
    }
  }

  /// The associated values of a case have different names in archives.
  static func labels(of plan: ArchivePlan) -> [Problem] {
    plan.cases.flatMap { element in
      var names: Set<String> = []
      return element.payloads.filter { !names.insert($0.storedName).inserted }.map {
        Problem(FieldFinding.label, at: $0.label ?? element.name, element.declaredName, $0.storedName)
      }
    }
  }

  /// The fields of a type, and its cases, must be the same in every build: their positions are part of its description.
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

  // MARK: Constants

  /// Warns, like `Codable`, about constants that no archive can replace. A literal is the same in every value, so
  /// nothing is lost.
  static func constants(of plan: ArchivePlan) -> [Problem] {
    plan.subject.members.parsed(constants) + plan.subject.members.conditional(constants)
  }

  /// The instance constants whose value is computed for each instance: `let id = UUID()`.
  private static func constants(in declaration: DeclSyntax) -> [Problem] {
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
        FieldFinding.constant, at: name, name.unescapedText,
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

private enum FieldFinding: String, Finding {
  static let topic = "field"
  case pattern, reference, label, conditional, conditionalCase, constant

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .pattern:
      "'\(subject)' cannot be archived: a stored property is archived under its name, and a pattern has none; declare "
        + "each property separately"
    case .reference:
      "\(detail) \(subject) cannot be archived: it does not own the object, which may no longer exist; store an "
        + "identifier of the object, or use a safe reference in a class"
    case .label:
      "case '\(subject)' has two associated values stored as '\(detail)'; label them differently"
    case .conditional:
      "property '\(subject)' is inside '#if', but an archived type needs the same fields in every build; declare it "
        + "in all builds, with the '#if' in its type or in a struct that it holds, mark it '@Transient', or write "
        + "the conformance by hand"
    case .conditionalCase:
      "case '\(subject)' does not exist in every build, but an archived enum needs the same cases in all builds; "
        + "declare it without '#if' and '@available(…, unavailable)', or write the conformance by hand"
    case .constant:
      "constant '\(subject)' is not archived, since its initial value cannot be overwritten: each decoded value computes "
        + "its own; make it a variable, or mark it '@Transient' if that is intended"
    }
  }
}
