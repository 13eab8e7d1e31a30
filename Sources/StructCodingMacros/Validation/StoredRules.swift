import SwiftSyntax

/// Rules for `@Stored`: its place, its names, the storage method, the default and the failure policy, as far as syntax
/// shows. The type checker finds other errors in the generated lines.
enum StoredRules {
  /// The names that archives use for other things, and the use of each.
  fileprivate static let reservedNames = [
    "archive.version": "the version of the type is stored under that name",
    "archive.error": "the reason why an object could not be written is stored under that name",
  ]

  /// Returns the problems that are visible without the rest of the type.
  static func problems(of member: MarkedMember) -> [Problem] {
    let attribute = StoredAttribute(parsing: member.attribute)
    // `@Transient` reports the error.
    if member.variable?.attributes.areTransient ?? false { return [] }
    let isTarget =
      [.stored, .case].contains(member.kind) || member.kind == .constant && attribute.storesConstant
    guard isTarget, member.isInArchivable else {
      return [Problem(StoredFinding.target, at: member.attribute, member.words)]
    }
    return ([attribute.name].compactMap { $0 } + attribute.formerly).compactMap { name in
      guard let value = name.value else {
        return Problem(StoredFinding.literal, at: name.syntax, member.words)
      }
      return reservedNames[value].map {
        Problem(StoredFinding.reserved, at: name.syntax, member.words, value, $0)
      }
    }
  }

  // MARK: Names of a type

  static func repetitions(of plan: ArchivePlan) -> [Problem] {
    plan.named.flatMap { element in
      element.stored.dropFirst().map { Problem(StoredFinding.repeated, at: $0.syntax, element.quotedName) }
    }
  }

  /// A field or a case is found by its name, so all names must differ. A former name belongs to one field or case only.
  /// Names that begin with the name of a property that is stored flat are reserved for its fields.
  static func names(of plan: ArchivePlan) -> [Problem] {
    var owners: [String: String] = [:]
    let shared = plan.named.compactMap { element -> Problem? in
      guard !element.declaredName.isEmpty,
        let owner = owners.updateValue(element.quotedName, forKey: element.storedName)
      else { return nil }
      return Problem(
        StoredFinding.shared, at: element.nameSyntax, element.quotedName, owner, element.storedName)
    }
    let former = plan.named.flatMap { element in
      element.formerNames.compactMap { name -> Problem? in
        guard let value = name.value,
          let owner = owners.updateValue(owners[value] ?? element.quotedName, forKey: value),
          owner != element.quotedName
        else { return nil }
        return Problem(StoredFinding.former, at: name.syntax, element.quotedName, owner, value)
      }
    }
    let inside = plan.fields.compactMap { field in
      plan.fields.compositions.first { field.storedName.hasPrefix("\($0.storedName).") }.map {
        Problem(StoredFinding.inside, at: field.nameSyntax, field.quotedName, $0.quotedName, field.storedName)
      }
    }
    return shared + former + inside
  }

  // MARK: Cases

  /// A case can only have names, and the case for unknown ones must not need associated values.
  static func cases(of plan: ArchivePlan) -> [Problem] {
    if case .rawValue = plan.content {
      return plan.subject.members.parsed(EnumCase.parse).compactMap { element in
        element.stored.first.map { Problem(StoredFinding.rawValue, at: $0.syntax, element.quotedName) }
      }
    }
    let fallback = plan.cases.first(where: \.isFallback)
    return plan.cases.compactMap { element in
      guard let attribute = element.stored.first else { return nil }
      if attribute.hasOptions || attribute.method != nil && !element.isFallback {
        return Problem(StoredFinding.onlyNames, at: attribute.syntax, element.quotedName, "by its name")
      }
      let isSecond = element.isFallback && element.storedName != fallback?.storedName
      guard isSecond || element.isFallback && !element.payloads.isEmpty else { return nil }
      return Problem(StoredFinding.fallback, at: attribute.syntax, element.quotedName)
    }
  }

  // MARK: Properties

  static func properties(of plan: ArchivePlan) -> [Problem] {
    plan.fields.compactMap { field in field.stored.first.flatMap { problem(of: field, $0) } }
  }

  /// The compiler looks up the members of a type after it has checked all their attributes. So a default cannot use a
  /// property of a value of the type, `Settings.standard.volume`: the compiler would report a circular reference.
  static func defaults(of plan: ArchivePlan) -> [Problem] {
    plan.fields.compactMap { field in
      guard let value = field.defaultValue?.as(MemberAccessExprSyntax.self), let base = value.base,
        plan.subject.isOwnValue(base)
      else { return nil }
      return Problem(StoredFinding.ownProperty, at: value, field.quotedName, plan.subject.quotedName)
    }
  }

  private static func problem(of field: Field, _ attribute: StoredAttribute) -> Problem? {
    func problem(_ finding: StoredFinding, at node: some SyntaxProtocol, _ detail: String = "") -> Problem {
      Problem(finding, at: node, field.quotedName, detail)
    }
    if let method = attribute.method, !(method.value?.isOfProperties ?? false) {
      return problem(.method, at: method.syntax)
    }
    if let policy = attribute.policy, policy.value == nil { return problem(.policy, at: policy.syntax) }
    if field.tupleLabels != nil {
      guard field.method != nil || attribute.hasOptions else { return nil }
      return problem(.onlyNames, at: attribute.syntax, "as an array of its parts")
    }
    switch field.method {
    // Archives can only be checked against a constant that has a value.
    case .constant where !field.isConstant || field.initialValue == nil:
      return problem(.constant, at: attribute.syntax, field.declaredName)
    case .constant where attribute.hasOptions:
      return problem(
        .useless, at: attribute.syntax, "always has its own value: a default and a policy have no effect")
    case .writeOnly where field.lacksValue:
      return problem(.writeOnly, at: attribute.syntax)
    case .writeOnly where attribute.hasOptions:
      return problem(.useless, at: attribute.syntax, "is never read: a default and a policy have no effect")
    case .composition where attribute.policy != nil:
      return problem(
        .useless, at: attribute.syntax, "is stored as the fields of its type: set the policy on those")
    case .composition where field.isOptional:
      let values = [field.initialValue, field.defaultValue].compactMap(\.self)
      return values.allSatisfy { $0.trimmedDescription == "nil" }
        ? nil : problem(.flatOptional, at: attribute.syntax)
    default: break
    }
    switch field.policy {
    case .fallbackToDefaultValue
    where field.defaultValue == nil && field.initialValue == nil && !field.isOptional:
      return problem(.noDefault, at: attribute.syntax)
    case .debugAssertNil where !field.isOptional || field.defaultValue != nil:
      return problem(.assertNil, at: attribute.syntax)
    // Elements can be dropped only from a collection without its own storage method.
    case .dropElements where field.method != nil:
      return problem(
        .useless, at: attribute.syntax, "has a storage method: the archive has no elements to leave out")
    default: return nil
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

enum StoredFinding: String, Finding {
  static let topic = "stored"
  case target, literal, reserved, repeated, shared, former, inside, rawValue, onlyNames, fallback, method,
    policy,
    useless, noDefault, assertNil, constant, writeOnly, flatOptional, ownProperty

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .target:
      "'@Stored' cannot be applied to \(subject): it belongs on a stored property or a case in the declaration of an "
        + "'@Archivable' type; remove it"
    case .literal:
      "the names of \(subject) in '@Stored' must be string literals without interpolation: the macro reads them from "
        + "the source, before the program runs; write the text here"
    case .reserved:
      "\(subject) cannot be stored as '\(detail)': \(other); choose another"
    case .repeated:
      "\(subject) has a second '@Stored'; put all names into one: '@Stored(\"…\", formerly: \"…\")'"
    case .shared:
      "\(subject) and \(detail) are both stored as '\(other)'; give one of them another name with '@Stored(\"…\")'"
    case .former:
      "'\(other)' is a former name of \(subject), but \(detail) is or was stored under it, and an archive has one field "
        + "of a name; keep it for one of them"
    case .inside:
      "\(subject) cannot be stored as '\(other)': such names belong to the fields of \(detail), which is stored "
        + "flat; choose another with '@Stored(\"…\")'"
    case .rawValue:
      "'@Stored' has no effect on \(subject), which is stored by its raw value; set the raw value instead"
    case .onlyNames:
      "\(subject) is stored \(detail), so '@Stored' can only name it; remove the other arguments"
    case .fallback:
      "\(subject) cannot be the fallback for unknown cases: '.fallback' marks a single case of an enum, without "
        + "associated values"
    case .method:
      "the storage method of \(subject) must be written here, as '.raw', '.codable', '.transformed(…)', "
        + "'.composition', '.constant', '.writeOnly' or '.default': the macro reads it from the source, before the "
        + "program runs"
    case .policy:
      "'onDecodeFailure' of \(subject) must be written here, as '.throwError', '.fallbackToDefaultValue', "
        + "'.debugAssertNil' or '.dropElements': the macro reads it from the source, before the program runs"
    case .useless:
      "\(subject) \(detail); remove the arguments of '@Stored'"
    case .noDefault:
      "\(subject) has no default value to fall back to; give it an initial value, name one with 'default:', or make it "
        + "optional"
    case .assertNil:
      "'.debugAssertNil' sets \(subject) to nil if its value is absent or cannot be read; make its type an optional, "
        + "written 'T?', without 'default:', or use '.fallbackToDefaultValue'"
    case .constant:
      "\(subject) is not a constant with a value to check archives against; write 'let \(detail) = …', or remove "
        + "'.constant'"
    case .writeOnly:
      "\(subject) is never read, so decoding has no value for it; give it an initial value, or make it an optional "
        + "variable"
    case .flatOptional:
      "\(subject) cannot be stored flat: 'nil' stores none of its fields, so missing fields read as nil, and its initial "
        + "value must be nil; remove the value, or store the property with '.default'"
    case .ownProperty:
      "the default of \(subject) uses a property of \(detail) itself, which the compiler cannot see yet when it "
        + "checks the attribute; write the value, or move it to a static property"
    }
  }
}
