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
    let finding: DeclarationFinding
    switch plan.subject.kind {
    case .structure, .enumeration: return []
    case .class:
      guard let first = plan.subject.inheritedTypes.first, first.nominalPath.last == "NSObject" else {
        return []
      }
      return [problem(.objectClass, at: first, in: plan)]
    case .actor: finding = .ofActor
    case .protocol: finding = .ofProtocol
    case .extension: finding = .ofExtension
    case .other: finding = .other
    }
    return [problem(finding, at: plan.subject.keyword, in: plan)]
  }

  /// The extension is at the top of the file, and must be able to name the type there.
  static func place(of plan: ArchivePlan) -> [Problem] {
    let subject = plan.subject
    if subject.scopes.contains(where: { $0.kind == .code }) {
      return [problem(.local, at: subject.nameSyntax, in: plan)]
    }
    // A private type at the top of a file is visible throughout it; a nested one is not.
    if !subject.scopes.isEmpty,
      let modifier = subject.declaration.modifiers.first(where: { $0.name.text == "private" })?.name
    {
      return [
        problem(
          .private, at: modifier, in: plan,
          cures: [.init("make \(subject.quotedName) fileprivate", replacing: modifier, by: "fileprivate")])
      ]
    }
    let problems = subject.scopes.dropFirst().filter { $0.kind == .type && $0.access == .private }
      .map { problem(.inPrivate, at: subject.nameSyntax, in: plan, $0.typeNames.joined(separator: ".")) }
    guard problems.isEmpty, subject.module == nil, plan.explicitClassName == nil else { return problems }
    return [problem(.noModule, at: subject.nameSyntax, in: plan)]
  }

  /// A second attribute would generate everything again. The first one does its work.
  static func repetition(of plan: ArchivePlan) -> [Problem] {
    let attributes = plan.subject.declaration.attributes.named("Archivable")
    guard attributes.count > 1,
      plan.location(Syntax(plan.attribute.syntax))?.place != plan.location(Syntax(attributes[0]))?.place
    else { return [] }
    return [problem(.repeated, at: plan.attribute.syntax, in: plan)]
  }

  /// The type must be copyable. The compiler takes a stated conformance for the one that the macro adds to classes.
  static func inheritedTypes(of plan: ArchivePlan) -> [Problem] {
    plan.subject.inheritedTypes.compactMap { type in
      if type.is(SuppressedTypeSyntax.self), type.trimmedDescription == "~Copyable" {
        return problem(.noncopyable, at: type, in: plan)
      }
      guard plan.subject.kind != .class, type.nominalPath.last == "Archivable" else { return nil }
      return problem(.statedConformance, at: type, in: plan, type.trimmedDescription)
    }
  }

  /// The declaration must not use the names of generated members, nor the name of the generated class.
  static func takenNames(of plan: ArchivePlan) -> [Problem] {
    let own = [plan.subject.name].compactMap { $0 }.filter { $0.unescapedText == "Coding" }
    return own.map { problem(.namedCoding, at: $0, in: plan) }
      + plan.subject.members.flatMap { $0.decl.names(takenFrom: plan) }.map {
        problem(.member, at: $0, in: plan, $0.unescapedText)
      }
  }
}

extension AbstractSourceLocation {
  fileprivate var place: String { "\(line):\(column)" }
}

extension DeclSyntax {
  /// The names of generated members that the declaration declares.
  fileprivate func names(takenFrom plan: ArchivePlan) -> [TokenSyntax] {
    if let function = self.as(FunctionDeclSyntax.self) {
      let generated =
        switch (plan.subject.kind, function.isStatic) {
        case (.enumeration, true): ["_describeCases"]
        case (_, true): [String]()
        case (.class, false): ["encodeFields", "decodeReferences"]
        case (_, false): ["encodeFields"]
        }
      return generated.contains(function.name.unescapedText) ? [function.name] : []
    }
    if let variable = self.as(VariableDeclSyntax.self) {
      guard variable.modifiers.contains(where: { $0.name.text == "static" }) else { return [] }
      return variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
        .filter { $0.unescapedText == "archiveSchema" }
    }
    return [asProtocol((any NamedDeclSyntax).self)?.name].compactMap { $0 }.filter {
      $0.unescapedText == "Coding"
    }
  }
}

extension Subject {
  /// The inherited types, as written. The result is an array, since the elements of a filtered syntax collection have
  /// other positions.
  var inheritedTypes: [TypeSyntax] {
    declaration.inheritanceClause.map { $0.inheritedTypes.map(\.type) } ?? []
  }

  /// The name as written in messages.
  var quotedName: String { "'\(name?.unescapedText ?? typeText)'" }
  /// Where errors about the type are.
  var nameSyntax: TokenSyntax { name ?? keyword }
}

private enum DeclarationFinding: String, Finding {
  static let topic = "declaration"
  case repeated, objectClass, ofActor, ofProtocol, ofExtension, other, local, `private`, inPrivate, noModule,
    noncopyable, statedConformance, namedCoding, member

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .repeated:
      "\(subject) is marked '@Archivable' twice; write one attribute with all arguments"
    case .objectClass:
      "'@Archivable' cannot be applied to class \(subject), which inherits from 'NSObject': objects of such classes are "
        + "archived by 'NSSecureCoding', which StructCoding stores as they are; conform to that, or remove the superclass"
    case .ofActor:
      "'@Archivable' cannot be applied to actor \(subject): an archive needs all stored properties at one moment, and an "
        + "actor gives them out one by one; put the archived state into a struct that the actor holds"
    case .ofProtocol:
      "'@Archivable' cannot be applied to protocol \(subject): a protocol stores nothing; mark the structs and enums that "
        + "conform to it"
    case .ofExtension:
      "'@Archivable' cannot be applied to an extension of \(subject): the macro has to see the stored properties; mark the "
        + "type's own declaration, or write the conformance to 'Archivable' by hand"
    case .other:
      "'@Archivable' cannot be applied to this declaration: only structs, enums and classes are archived"
    case .local:
      "'@Archivable' cannot be applied to \(subject), a local type: the macro adds an extension, and a type inside a "
        + "function cannot be extended; declare it outside the function"
    case .private:
      "'@Archivable' cannot be applied to \(subject), a private nested type: the macro adds an extension beside the "
        + "outermost type, where a private member is not accessible; make it fileprivate"
    case .inPrivate:
      "'@Archivable' cannot be applied to \(subject) inside private type '\(detail)': the macro adds an extension beside "
        + "the outermost type, where a private member is not accessible; make '\(detail)' fileprivate"
    case .noModule:
      "the class name of \(subject) in archives cannot be derived: the compiler does not name the module; set it with "
        + "'@Archivable(className: …)'"
    case .noncopyable:
      "'@Archivable' cannot be applied to \(subject), which is not copyable: archiving copies the value into a 'Coding' "
        + "object; archive a copyable struct with the same content"
    case .statedConformance:
      "\(subject) states the conformance to '\(detail)', which '@Archivable' writes; remove one of them"
    case .namedCoding:
      "'@Archivable' cannot be applied to a type named 'Coding': the class generated inside it has that name; give the "
        + "type another one"
    case .member:
      "\(subject) declares '\(detail)', which '@Archivable' generates; rename it, or remove '@Archivable' and write the "
        + "whole conformance by hand"
    }
  }
}
