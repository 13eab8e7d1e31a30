import SwiftDiagnostics
import SwiftSyntax

/// Rules for classes.
enum ClassRules {
  /// Exactly the classes that others inherit from are marked `.superclass`.
  static func roles(of plan: ArchivePlan) -> [Problem] {
    let canBeSuperclass = plan.subject.kind == .class && !plan.subject.isFinal
    if plan.attribute.isSuperclass { return canBeSuperclass ? [] : [.isNoSuperclass(plan.subject)] }
    return canBeSuperclass ? [.mayBeSuperclass(plan)] : []
  }

  /// The macro for superclasses cannot add the conformance. The class must state it, or the hook is never called.
  static func hooks(of plan: ArchivePlan) -> [Problem] {
    guard plan.attribute.isSuperclass, plan.conformances.contains("AwakesAfterDecoding"),
      !plan.subject.inheritedTypes.contains(where: { $0.nominalPath.last == "AwakesAfterDecoding" })
    else { return [] }
    return plan.subject.declaration.memberBlock.members.compactMap { item in
      guard let function = item.decl.as(FunctionDeclSyntax.self),
        function.name.unescapedText == "awakeAfterDecoding",
        !function.modifiers.contains(where: { $0.name.text == "override" })
      else { return nil }
      return .hasUnstatedHook(plan.subject, at: function.name)
    }
  }

  static func versions(of plan: ArchivePlan) -> [Problem] {
    guard plan.subject.kind == .class,
      let argument = plan.attribute.version ?? plan.attribute.acceptsNewerVersions
    else { return [] }
    return [.hasNoVersion(plan.subject, at: argument)]
  }

  static func compositions(of plan: ArchivePlan) -> [Problem] {
    guard plan.subject.kind == .class, case .fields(let members) = plan.content else { return [] }
    return members.flatMap(\.elements).filter { $0.method == .composition }.map { .isComposition($0) }
  }
}

extension Problem {
  fileprivate static func hasUnstatedHook(_ subject: Subject, at name: TokenSyntax) -> Problem {
    Problem(
      "class.hook", at: name,
      "class \(subject.quotedName) does not state that it conforms to 'AwakesAfterDecoding', so its method would not be "
        + "called: '@Archivable(.superclass)' cannot add the conformance; write it after the class's name")
  }

  fileprivate static func isNoSuperclass(_ subject: Subject) -> Problem {
    Problem(
      "class.role", at: subject.keyword,
      "no class can inherit from \(subject.quotedName); write '@Archivable' without '.superclass'")
  }

  fileprivate static func mayBeSuperclass(_ plan: ArchivePlan) -> Problem {
    Problem(
      "class.final", at: plan.subject.keyword,
      "class \(plan.subject.quotedName) is not final: make it final, or write '@Archivable(.superclass)' if other "
        + "archivable classes inherit from it",
      cures: [
        Cure(
          title: "make \(plan.subject.quotedName) final",
          changes: [
            .replace(
              oldNode: Syntax(plan.subject.keyword),
              newNode: Syntax(
                plan.subject.keyword.with(\.tokenKind, .identifier("final \(plan.subject.keyword.text)"))))
          ])
      ])
  }

  fileprivate static func hasNoVersion(_ subject: Subject, at argument: ExprSyntax) -> Problem {
    Problem(
      "class.version", at: argument,
      "class \(subject.quotedName) has no version: instances are read by the names of their fields; if older "
        + "versions must be upgraded, archive a struct that the class stores")
  }

  fileprivate static func isComposition(_ field: Field) -> Problem {
    Problem(
      "class.composition", at: field.nameSyntax,
      "property '\(field.declaredName)' cannot be stored flat: subclasses add fields after those of a class; store "
        + "it as it is, or flat in a struct")
  }
}
