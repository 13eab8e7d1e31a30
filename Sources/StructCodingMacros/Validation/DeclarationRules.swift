import SwiftSyntax
import SwiftSyntaxMacros

/// Rules for the declaration itself: its kind, its place, and the names it declares.
enum DeclarationRules {
  private static func problem(
    _ finding: DeclarationFinding, at node: some SyntaxProtocol, in plan: ArchivePlan, _ detail: String = "",
    cures: [Problem.Cure] = []
  ) -> Problem { Problem(finding, at: node, plan.subject.quotedName, detail, cures: cures) }

  /// Only structs, enumerations and classes are archived.
  static func kind(of plan: ArchivePlan) -> [Problem] {
    let subject = plan.subject
    if subject.kind == .other { return [problem(.kind, at: subject.keyword, in: plan, subject.keyword.text)] }
    guard subject.kind == .class, let first = subject.inheritedTypes.first,
      first.nominalPath.last == "NSObject"
    else { return [] }
    return [problem(.objectClass, at: first, in: plan)]
  }

  /// The extension is at the top of the file, and must be able to name the type there.
  static func place(of plan: ArchivePlan) -> [Problem] {
    let subject = plan.subject
    // A private type at the top of a file is visible throughout it; a nested one is not.
    guard !subject.scopes.isEmpty,
      let modifier = subject.declaration.modifiers.first(where: { $0.name.text == "private" })?.name
    else { return [] }
    return [
      problem(
        .private, at: modifier, in: plan,
        cures: [.init("make \(subject.quotedName) fileprivate", replacing: modifier, by: "fileprivate")])
    ]
  }

  /// A second attribute would generate everything again. The first one is sufficient.
  static func repetition(of plan: ArchivePlan) -> [Problem] {
    let attributes = plan.subject.declaration.attributes.named("Archivable")
    guard attributes.count > 1,
      plan.location(Syntax(plan.attribute.syntax))?.place != plan.location(Syntax(attributes[0]))?.place
    else { return [] }
    return [problem(.repeated, at: plan.attribute.syntax, in: plan)]
  }

  /// The declaration must not use the names of generated members or the name of the generated class.
  static func takenNames(of plan: ArchivePlan) -> [Problem] {
    let names = plan.subject.members.flatMap(\.decl.declaredNames) + [plan.subject.name].compactMap { $0 }
    let taken = ["Coding", "encodeFields", "decodeReferences", "archiveSchema", "_describeCases"]
    return names.filter { taken.contains($0.unescapedText) }.map {
      problem(.member, at: $0, in: plan, $0.unescapedText)
    }
  }

  // MARK: Generic parameters

  /// Generic parameters of stored values must be archivable.
  static func parameters(of plan: ArchivePlan) -> [Problem] {
    plan.subject.genericParameters.compactMap { parameter in
      guard parameter.kind == .type, !parameter.isConstrained,
        plan.storesGenericParameter(parameter, byMethods: false)
      else { return nil }
      // The declaration of an outer type is outside this expansion.
      let cure = Problem.Cure(
        "add ': ArchiveValue'", replacing: parameter.name, by: "\(parameter.name.text): ArchiveValue")
      return problem(
        .constraint, at: parameter.isOwn ? parameter.name : plan.subject.nameSyntax, in: plan,
        parameter.name.text, cures: parameter.isOwn ? [cure] : [])
    }
  }

  // MARK: Classes

  /// Classes with subclasses, and only these, are marked `.superclass`.
  static func roles(of plan: ArchivePlan) -> [Problem] {
    let subject = plan.subject
    let canBeSuperclass = subject.kind == .class && !subject.isFinal
    if plan.attribute.isSuperclass == canBeSuperclass { return [] }
    let cure = Problem.Cure(
      "make \(subject.quotedName) final", replacing: subject.keyword, by: "final \(subject.keyword.text)")
    return [
      canBeSuperclass
        ? problem(.notFinal, at: subject.keyword, in: plan, cures: [cure])
        : problem(.noSuperclass, at: subject.keyword, in: plan)
    ]
  }

  /// In a superclass, the macro cannot add the conformance. The class must declare it, or the hook is never called.
  static func hooks(of plan: ArchivePlan) -> [Problem] {
    guard plan.attribute.isSuperclass, plan.conformances.contains("AwakesAfterDecoding"),
      !plan.subject.inheritedTypes.contains(where: { $0.nominalPath.last == "AwakesAfterDecoding" })
    else { return [] }
    return plan.subject.functions.filter { function in
      function.name.unescapedText == "awakeAfterDecoding"
        && !function.modifiers.contains { $0.name.text == "override" }
    }.map { problem(.hook, at: $0.name, in: plan) }
  }

  static func compositions(of plan: ArchivePlan) -> [Problem] {
    guard plan.subject.kind == .class else { return [] }
    return plan.fields.compositions.map {
      problem(.composition, at: $0.nameSyntax, in: plan, $0.declaredName)
    }
  }
}

extension AbstractSourceLocation {
  fileprivate var place: String { "\(line):\(column)" }
}

extension DeclSyntax {
  /// The names of the functions, types and static properties that it declares.
  fileprivate var declaredNames: [TokenSyntax] {
    guard let variable = self.as(VariableDeclSyntax.self) else {
      return [asProtocol((any NamedDeclSyntax).self)?.name].compactMap { $0 }
    }
    return !variable.isStatic
      ? [] : variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
  }
}

private enum DeclarationFinding: String, Finding {
  static let topic = "declaration"
  case kind, objectClass, `private`, repeated, member, constraint, notFinal, noSuperclass, hook, composition

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .kind:
      "'@Archivable' cannot be applied to \(detail) \(subject): only structs, enums and classes are archived, at their own "
        + "declarations; put the archived state into one of these"
    case .objectClass:
      "'@Archivable' cannot be applied to class \(subject), which inherits from 'NSObject': objects of such classes are "
        + "archived by 'NSSecureCoding', which StructCoding stores as they are; conform to that, or remove the superclass"
    case .private:
      "'@Archivable' cannot be applied to \(subject), a private nested type: the macro adds an extension beside the "
        + "outermost type, where a private member is not accessible; make it fileprivate"
    case .repeated:
      "\(subject) is marked '@Archivable' twice; write one attribute with all arguments"
    case .member:
      "\(subject) has the name '\(detail)', which '@Archivable' generates; rename it, or remove '@Archivable' and "
        + "write the conformance by hand"
    case .constraint:
      "\(subject) stores '\(detail)', but does not require that it can be archived; write '\(detail): ArchiveValue' where "
        + "it is declared"
    case .notFinal:
      "class \(subject) is not final: make it final, or write '@Archivable(.superclass)' if other archivable classes "
        + "inherit from it"
    case .noSuperclass:
      "no class can inherit from \(subject); write '@Archivable' without '.superclass'"
    case .hook:
      "class \(subject) does not state that it conforms to 'AwakesAfterDecoding', so its method would never be "
        + "called: '@Archivable(.superclass)' cannot add the conformance; add it to the class's declaration"
    case .composition:
      "property '\(detail)' cannot be stored flat: subclasses add their fields after the class's own; use the "
        + "default storage, or store it flat in a struct"
    }
  }
}
