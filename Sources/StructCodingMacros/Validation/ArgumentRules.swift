import SwiftSyntax
import SwiftSyntaxBuilder

/// Rules for the attribute's arguments. Names in archives are part of the format, so they must be literals in the
/// source.
enum ArgumentRules {
  static func className(of plan: ArchivePlan) -> [Problem] {
    guard let name = plan.attribute.className else { return [] }
    guard let value = name.value else { return [notLiteral(name.syntax, "className")] }
    if !value.isArchivedClassName { return [Problem(ArgumentFinding.className, at: name.syntax, value)] }
    return foundationClasses.contains(value)
      ? [Problem(ArgumentFinding.foundationClass, at: name.syntax, value)] : []
  }

  /// The rule must be written out: the macro reads it from the source. Raw values have no names.
  static func names(of plan: ArchivePlan) -> [Problem] {
    guard let names = plan.attribute.names else { return [] }
    guard names.value != nil else {
      let rules = StoredNaming.allCases.map { "'.\($0.rawValue)'" }
      return [
        Problem(
          ArgumentFinding.names, at: names.syntax, rules.dropLast().joined(separator: ", "), rules.last ?? "")
      ]
    }
    guard case .rawValue = plan.content else { return [] }
    return [Problem(ArgumentFinding.namesRaw, at: names.syntax, plan.subject.quotedName)]
  }

  /// A version is a number stored in archives, and only records can store it.
  static func version(of plan: ArchivePlan) -> [Problem] {
    // Classes have no version; a rule of `ClassRules` reports that.
    if plan.subject.kind == .class { return [] }
    guard let version = plan.attribute.version else {
      return plan.attribute.acceptsNewerVersions.map { [Problem(ArgumentFinding.newer, at: $0)] } ?? []
    }
    guard let number = plan.attribute.versionNumber, number > 0 else {
      return [Problem(ArgumentFinding.version, at: version)]
    }
    if plan.subject.kind == .structure { return [] }
    return [Problem(ArgumentFinding.versionOfEnumeration, at: version, plan.subject.quotedName)]
  }

  /// A struct of version 1 is never upgraded.
  static func upgrades(of plan: ArchivePlan) -> [Problem] {
    guard plan.subject.kind == .structure, (plan.attribute.versionNumber ?? 1) == 1,
      plan.attribute.version == nil || plan.attribute.versionNumber == 1
    else { return [] }
    return plan.subject.functions.filter(\.isUpgrade).map { function in
      Problem(
        ArgumentFinding.upgrade, at: function.name, plan.subject.quotedName,
        cures: [plan.attribute.cure(version: 2, "give \(plan.subject.quotedName) the version 2")])
    }
  }

  static func formerly(of plan: ArchivePlan) -> [Problem] {
    if let other = plan.attribute.formerlyOtherThanArray { return [notLiteral(other, "formerly")] }
    let ownName = plan.subject.isGeneric ? plan.explicitClassName : plan.className
    var seen: Set<String> = []
    return plan.attribute.formerly.compactMap { name in
      guard let value = name.value else { return notLiteral(name.syntax, "formerly") }
      let finding: ArgumentFinding? =
        value.isEmpty
        ? .formerEmpty
        : value == ownName ? .formerCurrent : seen.insert(value).inserted ? nil : .formerDuplicate
      return finding.map { Problem($0, at: name.syntax, value) }
    }
  }

  private static func notLiteral(_ node: ExprSyntax, _ label: String) -> Problem {
    let kind = label == "className" ? "a string literal" : "an array of string literals"
    return Problem(ArgumentFinding.literal, at: node, label, kind)
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
  /// The edit that gives the type another version.
  fileprivate func cure(version: Int, _ title: String) -> Problem.Cure {
    if let old = self.version { return .init(title, replacing: old, by: ExprSyntax("\(raw: version)")) }
    let text = syntax.trimmedDescription
    let hasArguments = syntax.arguments.map { !$0.trimmedDescription.isEmpty } ?? false
    let head = syntax.leftParen == nil ? "\(text)(" : String(text.dropLast())
    let new: AttributeSyntax = "\(raw: head)\(raw: hasArguments ? ", " : "")version: \(raw: version))"
    return .init(title, replacing: syntax, by: new)
  }
}

private enum ArgumentFinding: String, Finding {
  static let topic = "argument"
  case literal, className, foundationClass, names, namesRaw, version, newer, versionOfEnumeration, upgrade,
    formerEmpty, formerCurrent, formerDuplicate

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .literal:
      "'\(subject)' must be \(detail) without interpolation: the macro reads it from the source, before anything runs; "
        + "write the text here"
    case .className:
      "'\(subject)' cannot be a class name: it becomes the Objective-C name of the generated class, so it must consist of "
        + "ASCII letters, digits and underscores and not start with a digit, or of such names with dots between them; "
        + "names of another form can be read through 'formerly'"
    case .foundationClass:
      "'\(subject)' cannot be a class name: archives use it for Foundation's values, and objects would be read as such; "
        + "choose another"
    case .names:
      "'names' must be written here, as \(subject) or \(detail): the macro reads it from the source, before anything runs"
    case .namesRaw:
      "'names' has no effect on \(subject), whose cases are stored by their raw values; remove it"
    case .version:
      "'version' must be a positive number literal: archives store it; archives without a version have version 1"
    case .newer:
      "'acceptsNewerVersions' has no effect without 'version'; add the version, 1 if there was none before"
    case .versionOfEnumeration:
      "\(subject) cannot have a version: the cases of an enumeration are matched by name; list former names with "
        + "'@Stored(formerly: \"…\")', and give the version to the structs that store it"
    case .upgrade:
      "'upgrade(_:from:)' is never called: \(subject) is of version 1, and archives of older versions are upgraded; write "
        + "'@Archivable(version: 2)', or remove the method"
    case .formerEmpty:
      "a former class name cannot be empty: no archive has such a class; remove it"
    case .formerCurrent:
      "'\(subject)' is the current class name, which is always read; 'formerly' is for other names, so remove it"
    case .formerDuplicate:
      "'\(subject)' is listed twice in 'formerly'; remove one"
    }
  }
}
