import SwiftSyntax

/// Rules for classes.
enum ClassRules {
  /// Exactly the classes that others inherit from are marked `.superclass`.
  static func roles(of plan: ArchivePlan) -> [Problem] {
    let subject = plan.subject
    let canBeSuperclass = subject.kind == .class && !subject.isFinal
    if plan.attribute.isSuperclass == canBeSuperclass { return [] }
    let cure = Problem.Cure(
      "make \(subject.quotedName) final", replacing: subject.keyword, by: "final \(subject.keyword.text)")
    return [
      canBeSuperclass
        ? Problem(ClassFinding.notFinal, at: subject.keyword, subject.quotedName, cures: [cure])
        : Problem(ClassFinding.noSuperclass, at: subject.keyword, subject.quotedName)
    ]
  }

  /// The macro for superclasses cannot add the conformance. The class must state it, or the hook is never called.
  static func hooks(of plan: ArchivePlan) -> [Problem] {
    guard plan.attribute.isSuperclass, plan.conformances.contains("AwakesAfterDecoding"),
      !plan.subject.inheritedTypes.contains(where: { $0.nominalPath.last == "AwakesAfterDecoding" })
    else { return [] }
    return plan.subject.functions.filter { function in
      function.name.unescapedText == "awakeAfterDecoding"
        && !function.modifiers.contains { $0.name.text == "override" }
    }.map { Problem(ClassFinding.hook, at: $0.name, plan.subject.quotedName) }
  }

  static func versions(of plan: ArchivePlan) -> [Problem] {
    guard plan.subject.kind == .class,
      let argument = plan.attribute.version ?? plan.attribute.acceptsNewerVersions
    else { return [] }
    return [Problem(ClassFinding.version, at: argument, plan.subject.quotedName)]
  }

  static func compositions(of plan: ArchivePlan) -> [Problem] {
    guard plan.subject.kind == .class else { return [] }
    return plan.fields.compositions.map {
      Problem(ClassFinding.composition, at: $0.nameSyntax, $0.declaredName)
    }
  }
}

private enum ClassFinding: String, Finding {
  static let topic = "class"
  case hook, noSuperclass, notFinal, version, composition

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .hook:
      "class \(subject) does not state that it conforms to 'AwakesAfterDecoding', so its method would not be called: "
        + "'@Archivable(.superclass)' cannot add the conformance; write it after the class's name"
    case .noSuperclass:
      "no class can inherit from \(subject); write '@Archivable' without '.superclass'"
    case .notFinal:
      "class \(subject) is not final: make it final, or write '@Archivable(.superclass)' if other archivable classes "
        + "inherit from it"
    case .version:
      "class \(subject) has no version: instances are read by the names of their fields; if older versions must be "
        + "upgraded, archive a struct that the class stores"
    case .composition:
      "property '\(subject)' cannot be stored flat: subclasses add fields after those of a class; store it as it is, or "
        + "flat in a struct"
    }
  }
}
