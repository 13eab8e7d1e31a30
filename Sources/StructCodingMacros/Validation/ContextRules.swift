import SwiftSyntax
import SwiftSyntaxBuilder

/// Rules for arguments whose type the compiler cannot infer. It checks the arguments of an attribute without the
/// property, so an expression that needs the property's type has no context, and the compiler's error does not explain
/// this.
enum ContextRules {
  /// A default must have its own type, unlike `.open` or `nil`.
  static func defaults(of plan: ArchivePlan) -> [Problem] {
    plan.fields.compactMap { field in
      guard let value = field.stored.first?.defaultValue, field.tupleLabels == nil else { return nil }
      if value.is(NilLiteralExprSyntax.self) {
        guard let type = field.type?.as(OptionalTypeSyntax.self) else {
          return Problem(ContextFinding.untypedNil, at: value, field.quotedName, "write the type, 'T?.none'")
        }
        let typed: ExprSyntax = "\(type.trimmed).none"
        return Problem(
          ContextFinding.untypedNil, at: value, field.quotedName,
          "write '\(typed)', or remove 'default:' if the property has no initial value",
          cures: [.init("write '\(typed)'", replacing: value, by: typed)])
      }
      guard let member = value.memberOfUnwrittenType else { return nil }
      let name = member.trimmedDescription
      guard let type = field.type?.withoutParentheses, !type.nominalPath.isEmpty, !type.isOptional else {
        return Problem(
          ContextFinding.unwrittenType, at: value, field.quotedName, name, "write the type before the dot")
      }
      let typed = member.with(\.base, ExprSyntax("\(type.trimmed)")).trimmed
      return Problem(
        ContextFinding.unwrittenType, at: value, field.quotedName, name, "write '\(typed)'",
        cures: [.init("write '\(typed)'", replacing: member, by: typed)])
    }
  }

  /// The compiler looks the members of a type up after it has checked the attributes of them all, so a default cannot
  /// ask for a property of a value of the type: `Settings.standard.volume`.
  static func ownProperties(of plan: ArchivePlan) -> [Problem] {
    plan.fields.compactMap { field in
      guard let value = field.stored.first?.defaultValue?.as(MemberAccessExprSyntax.self),
        let base = value.base, plan.subject.isOwnValue(base)
      else { return nil }
      return Problem(ContextFinding.ownProperty, at: value, field.quotedName, plan.subject.quotedName)
    }
  }
}

extension Subject {
  /// Whether an expression is a value of the type, as far as syntax shows: `Settings()`, or `Settings.standard` if the
  /// type declares `standard` as such a value.
  fileprivate func isOwnValue(_ expression: ExprSyntax) -> Bool {
    let ownNames = [name?.unescapedText, "Self"]
    func isOwnName(_ expression: ExprSyntax?) -> Bool {
      expression?.as(DeclReferenceExprSyntax.self).map { ownNames.contains($0.baseName.unescapedText) }
        ?? false
    }
    if let call = expression.as(FunctionCallExprSyntax.self) { return isOwnName(call.calledExpression) }
    guard let member = expression.as(MemberAccessExprSyntax.self), isOwnName(member.base) else {
      return false
    }
    return members.contains { item in
      guard let variable = item.decl.as(VariableDeclSyntax.self), variable.isStatic,
        let binding = variable.bindings.first,
        binding.pattern.trimmedDescription == member.declName.baseName.text
      else { return false }
      if let type = binding.typeAnnotation?.type { return ownNames.contains(type.nominalPath.last) }
      return isOwnName(binding.initializer?.value.as(FunctionCallExprSyntax.self)?.calledExpression)
    }
  }
}

extension ExprSyntax {
  /// The first member of an expression that has no type before its dot: `.open`, `.init(3).next`.
  fileprivate var memberOfUnwrittenType: MemberAccessExprSyntax? {
    if let call = self.as(FunctionCallExprSyntax.self) { return call.calledExpression.memberOfUnwrittenType }
    guard let member = self.as(MemberAccessExprSyntax.self) else { return nil }
    guard let base = member.base else { return member }
    return base.memberOfUnwrittenType
  }
}

private enum ContextFinding: String, Finding {
  static let topic = "default"
  case ownProperty, untypedNil, unwrittenType

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .ownProperty:
      "the default of \(subject) asks for a property of \(detail) itself, which the compiler does not know yet when it "
        + "checks the attribute; write the value, or a static property that has it"
    case .untypedNil:
      "the default of \(subject) has no type: the compiler checks 'nil' without the property; \(detail)"
    case .unwrittenType:
      "the default of \(subject) does not say to which type '\(detail)' belongs: the compiler checks it without the "
        + "property; \(other)"
    }
  }
}
