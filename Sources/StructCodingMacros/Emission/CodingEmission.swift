import SwiftSyntax

/// Writes the nested `Coding` class.
///
/// Its superclass does the work. It overrides `supportsSecureCoding`, which Foundation requires of each class with an
/// `init(coder:)`. It sets an `@objc` name, although the compiler does not require one of a class that inherits its
/// coding.
///
/// It refers to the type as `_Archived`, which is `Self` outside `Coding`, since a member may have the type's name.
struct CodingEmission {
  let plan: ArchivePlan

  var lines: [String] {
    let access = plan.subject.accessPrefix
    let isSendable = plan.subject.statesSendable
    let protocols =
      "\(structCoding)ArchiveWrapper" + (isSendable ? ", @unchecked \(swift)Sendable" : "")
    // The compiler checks that such a value is `Sendable`.
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

  /// In Objective-C, class names have no dots, and classes in generic types have no stable names. So this registration
  /// gives the name to Foundation's archiver.
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
