import SwiftSyntax

/// Rules on the attribute's arguments: names in archives are format, so they must stand in the source.
enum ArgumentRules {
  static func className(of plan: ArchivePlan) -> [Problem] {
    guard let name = plan.attribute.className else { return [] }
    guard let value = name.value else { return [.notLiteral(name.syntax, "className")] }
    return value.isASCIIIdentifier ? [] : [.invalidClassName(name.syntax, value)]
  }

  /// A version is a number that stands in archives, and only records have room for one.
  static func version(of plan: ArchivePlan) -> [Problem] {
    // A class has none, and that rule is one of classes.
    if plan.subject.kind == .class { return [] }
    guard let version = plan.attribute.version else {
      return plan.attribute.acceptsNewerVersions.map { [.hasNoVersion($0)] } ?? []
    }
    guard let number = plan.attribute.versionNumber, number > 0 else { return [.isNoVersion(version)] }
    return plan.subject.kind == .structure ? [] : [.isVersionOfEnumeration(version, plan.subject)]
  }

  static func formerly(of plan: ArchivePlan) -> [Problem] {
    if let other = plan.attribute.formerlyOtherThanArray { return [.notLiteral(other, "formerly")] }
    let ownName = plan.subject.isGeneric ? plan.explicitClassName : plan.className
    var seen: Set<String> = []
    return plan.attribute.formerly.compactMap { name in
      guard let value = name.value else { return .notLiteral(name.syntax, "formerly") }
      if value.isEmpty { return .emptyFormerName(name.syntax) }
      if value == ownName { return .formerNameIsClassName(name.syntax, value) }
      return seen.insert(value).inserted ? nil : .duplicateFormerName(name.syntax, value)
    }
  }
}

extension Problem {
  fileprivate static func notLiteral(_ node: ExprSyntax, _ label: String) -> Problem {
    let kind = label == "className" ? "a string literal" : "an array of string literals"
    return Problem(
      "argument.literal", at: node,
      "'\(label)' must be \(kind) without interpolation: the macro reads it from the source, before "
        + "anything runs; "
        + "write the text here")
  }

  fileprivate static func isNoVersion(_ node: ExprSyntax) -> Problem {
    Problem(
      "argument.version", at: node,
      "'version' must be a positive number, written here: it stands in archives; 1 is that of archives without a "
        + "version")
  }

  fileprivate static func hasNoVersion(_ node: ExprSyntax) -> Problem {
    Problem(
      "argument.newer", at: node,
      "'acceptsNewerVersions' says nothing without 'version'; give the version as well, 1 if there was none before"
    )
  }

  fileprivate static func isVersionOfEnumeration(_ node: ExprSyntax, _ subject: Subject) -> Problem {
    Problem(
      "argument.version-enum", at: node,
      "\(subject.quotedName) cannot have a version: the cases of an enumeration are matched by their names; list older "
        + "names by '@Stored(formerly: \"…\")', and give the version to the structs that hold it")
  }

  fileprivate static func invalidClassName(_ node: ExprSyntax, _ value: String) -> Problem {
    Problem(
      "argument.class-name", at: node,
      "'\(value)' cannot be a class name: it becomes the Objective-C name of the generated class, so it "
        + "must consist of "
        + "ASCII letters, digits and underscores and not start with a digit; names of another form can be "
        + "read "
        + "through 'formerly'")
  }

  fileprivate static func emptyFormerName(_ node: ExprSyntax) -> Problem {
    Problem(
      "argument.former-empty", at: node,
      "a former class name cannot be empty: no archive has such a class; remove it")
  }

  fileprivate static func formerNameIsClassName(_ node: ExprSyntax, _ value: String) -> Problem {
    Problem(
      "argument.former-current", at: node,
      "'\(value)' is the current class name, which is always read; 'formerly' is for other names, so remove "
        + "it"
    )
  }

  fileprivate static func duplicateFormerName(_ node: ExprSyntax, _ value: String) -> Problem {
    Problem("argument.former-duplicate", at: node, "'\(value)' is listed twice in 'formerly'; remove one")
  }
}
