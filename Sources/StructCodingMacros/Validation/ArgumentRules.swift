import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// Rules for the attribute's arguments. Names in archives are part of the format, so they must be literals in the
/// source.
enum ArgumentRules {
  static func className(of plan: ArchivePlan) -> [Problem] {
    guard let name = plan.attribute.className else { return [] }
    guard let value = name.value else { return [.notLiteral(name.syntax, "className")] }
    guard value.isArchivedClassName else { return [.invalidClassName(name.syntax, value)] }
    return foundationClasses.contains(value) ? [.isFoundationClass(name.syntax, value)] : []
  }

  /// The rule must be written out: the macro reads it from the source. Raw values have no names.
  static func names(of plan: ArchivePlan) -> [Problem] {
    guard let names = plan.attribute.names else { return [] }
    guard names.rule != nil else { return [.isNoNamingRule(names.syntax)] }
    guard case .rawValue = plan.content else { return [] }
    return [.namesRawValues(names.syntax, plan.subject)]
  }

  /// A version is a number stored in archives, and only records can store it.
  static func version(of plan: ArchivePlan) -> [Problem] {
    // Classes have no version; a rule of `ClassRules` reports that.
    if plan.subject.kind == .class { return [] }
    guard let version = plan.attribute.version else {
      return plan.attribute.acceptsNewerVersions.map { [.hasNoVersion($0)] } ?? []
    }
    guard let number = plan.attribute.versionNumber, number > 0 else { return [.isNoVersion(version)] }
    return plan.subject.kind == .structure ? [] : [.isVersionOfEnumeration(version, plan.subject)]
  }

  /// A struct of version 1 is never upgraded.
  static func upgrades(of plan: ArchivePlan) -> [Problem] {
    guard plan.subject.kind == .structure, (plan.attribute.versionNumber ?? 1) == 1,
      plan.attribute.version == nil || plan.attribute.versionNumber == 1
    else { return [] }
    return plan.subject.declaration.memberBlock.members.compactMap { item in
      guard let function = item.decl.as(FunctionDeclSyntax.self), function.isUpgrade else { return nil }
      return .isNeverCalled(function, plan)
    }
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

/// The classes that keyed archives use for Foundation values: objects with these class names are read as such values.
private let foundationClasses: Set<String> = [
  "NSArray", "NSCalendar", "NSCountedSet", "NSData", "NSDate", "NSDateComponents", "NSDateInterval",
  "NSDecimalNumber", "NSDecimalNumberPlaceholder", "NSDictionary", "NSIndexPath", "NSIndexSet", "NSLocale",
  "NSMeasurement", "NSMutableArray", "NSMutableData", "NSMutableDictionary", "NSMutableIndexSet",
  "NSMutableOrderedSet", "NSMutableSet", "NSMutableString", "NSNull", "NSNumber", "NSObject", "NSOrderedSet",
  "NSSet", "NSString", "NSTimeZone", "NSURL", "NSUUID", "NSValue",
]

extension FunctionDeclSyntax {
  /// Whether it is the requirement of `ArchiveUpgradable`: `static func upgrade(_: inout ArchiveNode.Fields, from: Int)`.
  fileprivate var isUpgrade: Bool {
    isStatic && name.unescapedText == "upgrade"
      && signature.parameterClause.parameters.map(\.firstName.text) == ["_", "from"]
      && signature.parameterClause.parameters.first?.type.trimmedDescription.hasSuffix("ArchiveNode.Fields")
        == true
  }
}

extension ArchivableAttribute {
  /// The attribute with `version: 2`.
  fileprivate var withVersion: AttributeSyntax {
    if let version {
      let two: ExprSyntax = "2"
      return syntax.with(
        \.arguments,
        syntax.arguments.map { arguments in
          guard case .argumentList(var list) = arguments,
            let index = list.firstIndex(where: { $0.expression.id == version.id })
          else { return arguments }
          list[index].expression = two
          return .argumentList(list)
        })
    }
    let text = syntax.trimmedDescription
    let hasArguments = syntax.arguments.map { !$0.trimmedDescription.isEmpty } ?? false
    let head = syntax.leftParen == nil ? "\(text)(" : String(text.dropLast())
    return "\(raw: head)\(raw: hasArguments ? ", " : "")version: 2)"
  }
}

extension Problem {
  fileprivate static func isNeverCalled(_ function: FunctionDeclSyntax, _ plan: ArchivePlan) -> Problem {
    let attribute = plan.attribute
    return Problem(
      "argument.upgrade", at: function.name,
      "'upgrade(_:from:)' is never called: \(plan.subject.quotedName) is of version 1, and archives of older versions "
        + "are upgraded; write '@Archivable(version: 2)', or remove the method",
      cures: [
        Cure(
          title: "give \(plan.subject.quotedName) the version 2",
          changes: [.replace(oldNode: Syntax(attribute.syntax), newNode: Syntax(attribute.withVersion))])
      ])
  }

  fileprivate static func isFoundationClass(_ node: ExprSyntax, _ value: String) -> Problem {
    Problem(
      "argument.class-foundation", at: node,
      "'\(value)' cannot be a class name: archives use it for Foundation's values, and objects would be read as "
        + "such; choose another")
  }

  fileprivate static func notLiteral(_ node: ExprSyntax, _ label: String) -> Problem {
    let kind = label == "className" ? "a string literal" : "an array of string literals"
    return Problem(
      "argument.literal", at: node,
      "'\(label)' must be \(kind) without interpolation: the macro reads it from the source, before "
        + "anything runs; "
        + "write the text here")
  }

  fileprivate static func isNoNamingRule(_ node: ExprSyntax) -> Problem {
    let rules = StoredNaming.allCases.map { "'.\($0.rawValue)'" }
    return Problem(
      "argument.names", at: node,
      "'names' must be written here, as \(rules.dropLast().joined(separator: ", ")) or \(rules.last ?? ""): the macro "
        + "reads it from the source, before anything runs")
  }

  fileprivate static func namesRawValues(_ node: ExprSyntax, _ subject: Subject) -> Problem {
    Problem(
      "argument.names-raw", at: node,
      "'names' has no effect on \(subject.quotedName), whose cases are stored by their raw values; remove it")
  }

  fileprivate static func isNoVersion(_ node: ExprSyntax) -> Problem {
    Problem(
      "argument.version", at: node,
      "'version' must be a positive number literal: archives store it; archives without a version have "
        + "version 1")
  }

  fileprivate static func hasNoVersion(_ node: ExprSyntax) -> Problem {
    Problem(
      "argument.newer", at: node,
      "'acceptsNewerVersions' has no effect without 'version'; add the version, 1 if there was none before"
    )
  }

  fileprivate static func isVersionOfEnumeration(_ node: ExprSyntax, _ subject: Subject) -> Problem {
    Problem(
      "argument.version-enum", at: node,
      "\(subject.quotedName) cannot have a version: the cases of an enumeration are matched by name; list former "
        + "names with '@Stored(formerly: \"…\")', and give the version to the structs that store it")
  }

  fileprivate static func invalidClassName(_ node: ExprSyntax, _ value: String) -> Problem {
    Problem(
      "argument.class-name", at: node,
      "'\(value)' cannot be a class name: it becomes the Objective-C name of the generated class, so it "
        + "must consist of "
        + "ASCII letters, digits and underscores and not start with a digit, or of such names with dots between "
        + "them; names of another form can be read through 'formerly'")
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
