import SwiftDiagnostics
import SwiftSyntax

/// Rules for types that are declared `@MainActor`. Archives are written and read on any thread.
///
/// The isolation that the compiler infers, from a protocol or as the module's default, is not in the syntax: the compiler
/// reports what generated lines may not use, at the source of these lines.
enum IsolationRules {
  /// The properties of an isolated class can only be read by its actor.
  static func classes(of plan: ArchivePlan) -> [Problem] {
    guard plan.subject.kind == .class else { return [] }
    let (subject, attributes) = (plan.subject, plan.subject.declaration.attributes)
    return mainActorAttributes(of: plan).map { attribute in
      Problem(
        IsolationFinding.ofClass, at: attribute, subject.quotedName,
        cures: [
          .init(
            title: "make \(subject.quotedName) nonisolated",
            changes: [
              .replace(
                oldNode: Syntax(attributes), newNode: Syntax(attributes.filter { !$0.names("MainActor") }))
            ] + Problem.Cure("", replacing: subject.keyword, by: nonisolated(subject.keyword)).changes)
        ])
    }
  }

  /// Decoders call `awakeAfterDecoding()` and `upgrade(_:from:)`.
  static func hooks(of plan: ArchivePlan) -> [Problem] {
    guard plan.subject.kind != .class, !mainActorAttributes(of: plan).isEmpty else { return [] }
    return plan.subject.functions.compactMap { function in
      if function.modifiers.contains(where: { $0.name.text == "nonisolated" }) { return nil }
      let hook =
        function.isStatic ? ("upgrade", "ArchiveUpgradable") : ("awakeAfterDecoding", "AwakesAfterDecoding")
      guard function.name.unescapedText == hook.0, plan.conformances.contains(hook.1) else { return nil }
      return Problem(
        IsolationFinding.ofHook, at: function.name, plan.subject.quotedName, hook.0,
        cures: [
          .init(
            "make '\(hook.0)' nonisolated", replacing: function.funcKeyword,
            by: nonisolated(function.funcKeyword))
        ])
    }
  }

  private static func nonisolated(_ keyword: TokenSyntax) -> String { "nonisolated \(keyword.text)" }

  /// The result is an array, since the elements of a filtered syntax collection have other positions.
  private static func mainActorAttributes(of plan: ArchivePlan) -> [AttributeListSyntax.Element] {
    Array(plan.subject.declaration.attributes).filter { $0.names("MainActor") }
  }
}

private enum IsolationFinding: String, Finding {
  static let topic = "isolation"
  case ofClass, ofHook

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .ofClass:
      "'@Archivable' cannot be applied to class \(subject), which is isolated to the main actor: archives are written and "
        + "read on any thread; make it nonisolated, with '@MainActor' at the members that need it, or archive a struct "
        + "that it holds"
    case .ofHook:
      "method '\(detail)' of \(subject) is isolated to the main actor, and decoders call it on any thread; make it "
        + "nonisolated"
    }
  }
}
