import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// Rules for arguments whose type the compiler cannot infer. It checks the arguments of an attribute without the
/// property, so an expression that needs the property's type has no context, and the compiler's error does not explain
/// this.
enum ContextRules {
  /// A default must have its own type, unlike `.open` or `nil`.
  static func defaults(of plan: ArchivePlan) -> [Problem] {
    guard case .fields(let members) = plan.content else { return [] }
    return members.flatMap(\.elements).compactMap { field in
      guard let value = field.stored.first?.defaultValue, field.tupleLabels == nil else { return nil }
      if value.is(NilLiteralExprSyntax.self) { return .isUntypedNil(value, field) }
      guard let member = value.memberOfUnwrittenType else { return nil }
      return .hasUnwrittenType(value, member, field)
    }
  }

  /// The compiler looks the members of a type up after it has checked the attributes of them all, so a default cannot
  /// ask for a property of a value of the type: `Settings.standard.volume`.
  static func ownProperties(of plan: ArchivePlan) -> [Problem] {
    guard case .fields(let members) = plan.content, let name = plan.subject.name?.unescapedText else {
      return []
    }
    return members.flatMap(\.elements).compactMap { field in
      guard let value = field.stored.first?.defaultValue?.as(MemberAccessExprSyntax.self),
        let base = value.base, plan.subject.isOwnValue(base)
      else { return nil }
      return .asksForOwnProperty(value, field, name)
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
    return declaration.memberBlock.members.contains { item in
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

extension Problem {
  fileprivate static func asksForOwnProperty(
    _ value: MemberAccessExprSyntax, _ field: Field, _ type: String
  ) -> Problem {
    Problem(
      "stored.default-own", at: value,
      "the default of \(field.quotedName) asks for a property of '\(type)' itself, which the compiler does not know yet "
        + "when it checks the attribute; write the value, or a static property that has it")
  }

  fileprivate static func isUntypedNil(_ value: ExprSyntax, _ field: Field) -> Problem {
    guard let type = field.type?.as(OptionalTypeSyntax.self) else {
      return Problem(
        "stored.default-nil", at: value,
        "the default of \(field.quotedName) has no type: the compiler checks 'nil' without the "
          + "property; write the type, 'T?.none'")
    }
    let typed: ExprSyntax = "\(type.trimmed).none"
    return Problem(
      "stored.default-nil", at: value,
      "the default of \(field.quotedName) has no type: the compiler checks 'nil' without the property; "
        + "write '\(typed)', or remove 'default:' if the property has no initial value",
      cures: [
        Cure(
          title: "write '\(typed)'", changes: [.replace(oldNode: Syntax(value), newNode: Syntax(typed))])
      ])
  }

  fileprivate static func hasUnwrittenType(
    _ value: ExprSyntax, _ member: MemberAccessExprSyntax, _ field: Field
  ) -> Problem {
    let name = member.trimmedDescription
    guard let type = field.type?.withoutParentheses, !type.nominalPath.isEmpty, !type.isOptional else {
      return Problem(
        "stored.default-type", at: value,
        "the default of \(field.quotedName) does not say to which type '\(name)' belongs: the compiler checks it "
          + "without the "
          + "property; write the type before the dot")
    }
    let typed = member.with(\.base, ExprSyntax("\(type.trimmed)")).trimmed
    return Problem(
      "stored.default-type", at: value,
      "the default of \(field.quotedName) does not say to which type '\(name)' belongs: the compiler checks it "
        + "without the "
        + "property; write '\(typed)'",
      cures: [
        Cure(
          title: "write '\(typed)'", changes: [.replace(oldNode: Syntax(member), newNode: Syntax(typed))])
      ])
  }
}
