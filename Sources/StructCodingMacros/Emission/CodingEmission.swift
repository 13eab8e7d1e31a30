import SwiftSyntax

/// Writes the nested `Coding` class.
///
/// Its superclass does the work. It overrides `supportsSecureCoding`, because Foundation requires that of each class with
/// an `init(coder:)`, and has an `@objc` name, which the compiler does not require of a class that inherits its coding.
///
/// It names the type as `_Archived`, which is `Self` outside of `Coding`: the name of the type might be that of a member.
struct CodingEmission {
  let plan: ArchivePlan

  var lines: [String] {
    let access = plan.subject.accessPrefix
    let isSendable = plan.subject.statesSendable
    let protocols =
      "\(structCoding)ArchiveWrapper" + (isSendable ? ", @unchecked \(swift)Sendable" : "")
    // The compiler checks that a Sendable value is one.
    let value = isSendable ? "\(structCoding)_SendableValue<_Archived>" : "_Archived"
    return objectiveCName
      + [
        "\(access)nonisolated final class Coding: \(structCoding)CodingObject, \(protocols) {",
        "  \(access)typealias Value = \(value)",
        "  \(access)override class var supportsSecureCoding: \(swift)Bool { true }",
      ] + registration.indented + ["}"]
  }

  /// The stable name for the Objective-C runtime. Classes in generic types cannot have one.
  private var objectiveCName: [String] {
    guard !plan.subject.isGeneric else { return [] }
    let name = hasDottedName ? "\(plan.classNameStem)_Coding" : plan.className
    return ["#if canImport(ObjectiveC)", "@objc(\(name))", "#endif"]
  }

  /// Objective-C has no class names with dots, nor stable ones of classes in generic types, so Foundation's archiver
  /// learns the name from this registration.
  private var registration: [String] {
    guard hasDottedName || plan.subject.isGeneric else { return [] }
    return [
      "#if canImport(ObjectiveC)",
      "\(plan.subject.accessPrefix)override var classForKeyedArchiver: \(swift)AnyClass? {",
      "  Self.registerArchiveNames()",
      "  return Self.self",
      "}",
      "#endif",
    ]
  }

  private var hasDottedName: Bool { plan.explicitClassName?.contains(".") ?? false }
}
