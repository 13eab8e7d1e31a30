import SwiftSyntax
import SwiftSyntaxMacros

/// Rules for the declaration itself: its kind, its place, and the names it declares.
enum DeclarationRules {
  private static func problem(
    _ finding: DeclarationFinding, at node: some SyntaxProtocol, in plan: ArchivePlan, _ detail: String = "",
    cures: [Problem.Cure] = []
  ) -> Problem {
    Problem(finding, at: node, plan.subject.quotedName, detail, plan.attribute.name, cures: cures)
  }

  /// Only structs, enumerations and classes are archived, each by its attribute.
  static func kind(of plan: ArchivePlan) -> [Problem] {
    let subject = plan.subject
    if subject.kind == .other { return [problem(.kind, at: subject.keyword, in: plan, subject.keyword.text)] }
    let wanted = subject.kind == .class ? "ArchivableObject" : "Archivable"
    if plan.attribute.name != wanted {
      let name = plan.attribute.syntax.attributeName.lastToken(viewMode: .sourceAccurate)
      let cures = name.map { Problem.Cure("mark it '@\(wanted)'", replacing: $0, by: wanted) }
      return [
        problem(
          subject.kind == .class ? .class : .notClass, at: plan.attribute.syntax, in: plan,
          cures: [cures].compactMap { $0 })
      ]
    }
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
    let attributes = plan.subject.declaration.attributes.named(plan.attribute.name)
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

  /// The macro cannot add the conformance to a class. The class must declare it, or the hook is never called.
  static func hooks(of plan: ArchivePlan) -> [Problem] {
    guard plan.subject.kind == .class,
      !plan.subject.inheritedTypes.contains(where: { $0.nominalPath.last == "AwakesAfterDecoding" })
    else { return [] }
    return plan.subject.functions.filter { function in
      function.name.unescapedText == "awakeAfterDecoding" && !function.isStatic
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
  case kind, `class`, notClass, objectClass, `private`, repeated, member, constraint, hook, composition

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .kind:
      "'@\(other)' cannot be applied to \(detail) \(subject): only structs, enums and classes are archived, at their own "
        + "declarations; put the archived state into one of these"
    case .class:
      "\(subject) is a class, and '@Archivable' is for structs and enums; mark it '@ArchivableObject'"
    case .notClass:
      "\(subject) is not a class, and '@ArchivableObject' is for classes; mark it '@Archivable'"
    case .objectClass:
      "'@ArchivableObject' cannot be applied to class \(subject), which inherits from 'NSObject': objects of such classes are "
        + "archived by 'NSSecureCoding', which StructCoding stores as they are; conform to that, or remove the superclass"
    case .private:
      "'@\(other)' cannot be applied to \(subject), a private nested type: the macro adds an extension beside the "
        + "outermost type, where a private member is not accessible; make it fileprivate"
    case .repeated:
      "\(subject) is marked '@\(other)' twice; write one attribute with all arguments"
    case .member:
      "\(subject) has the name '\(detail)', which '@\(other)' generates; rename it, or remove '@\(other)' and "
        + "write the conformance by hand"
    case .constraint:
      "\(subject) stores '\(detail)', but does not require that it can be archived; write '\(detail): ArchiveValue' where "
        + "it is declared"
    case .hook:
      "class \(subject) does not state that it conforms to 'AwakesAfterDecoding', so its method would never be "
        + "called: '@ArchivableObject' cannot add the conformance; add it to the class's declaration"
    case .composition:
      "property '\(detail)' cannot be stored flat: subclasses add their fields after the class's own; use the "
        + "default storage, or store it flat in a struct"
    }
  }
}
