import SwiftSyntax

/// Rules for the attribute's arguments. Names in archives are part of the format, so they must be literals in the
/// source.
enum ArgumentRules {
  static func names(of plan: ArchivePlan) -> [Problem] {
    var problems: [Problem] = []
    if let name = plan.attribute.className {
      guard let value = name.value else {
        return [Problem(ArgumentFinding.literal, at: name.syntax, "className")]
      }
      if !value.isArchivedClassName {
        problems.append(Problem(ArgumentFinding.className, at: name.syntax, value))
      }
      if foundationClasses.contains(value) {
        problems.append(Problem(ArgumentFinding.foundationClass, at: name.syntax, value))
      }
    }
    problems += plan.attribute.formerly.filter { $0.value == nil }.map {
      Problem(ArgumentFinding.literal, at: $0.syntax, "formerly")
    }
    guard let rule = plan.attribute.names, rule.value == nil else { return problems }
    let rules = StoredNaming.allCases.map { "'.\($0.rawValue)'" }.joined(separator: ", ")
    return problems + [Problem(ArgumentFinding.names, at: rule.syntax, rules)]
  }

  /// A version is a number stored in archives, and only structs store it. A struct of version 1 is never upgraded.
  static func version(of plan: ArchivePlan) -> [Problem] {
    let attribute = plan.attribute
    guard plan.subject.kind == .structure else {
      return [attribute.version ?? attribute.acceptsNewerVersions].compactMap { $0 }.map {
        Problem(ArgumentFinding.noVersion, at: $0, plan.subject.quotedName)
      }
    }
    if let version = attribute.version, attribute.versionNumber ?? 0 < 1 {
      return [Problem(ArgumentFinding.version, at: version)]
    }
    if attribute.versionNumber ?? 1 > 1 { return [] }
    return plan.subject.functions.filter(\.isUpgrade).map {
      Problem(ArgumentFinding.upgrade, at: $0.name, plan.subject.quotedName)
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

private enum ArgumentFinding: String, Finding {
  static let topic = "argument"
  case literal, className, foundationClass, names, version, noVersion, upgrade

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .literal:
      "'\(subject)' takes string literals without interpolation: the macro reads them from the source, before the "
        + "program runs; write the text here"
    case .className:
      "'\(subject)' cannot be a class name: it becomes the Objective-C name of the generated class, so it must "
        + "consist of ASCII letters, digits and underscores and not start with a digit, or of several such names "
        + "separated by dots; to read another name in old archives, use 'formerly'"
    case .foundationClass:
      "'\(subject)' cannot be a class name: archives use it for Foundation's values, and would read the objects as "
        + "these; choose another"
    case .names:
      "'names' must be written here, as one of \(subject): the macro reads it from the source, before the program "
        + "runs"
    case .version:
      "'version' must be a positive number literal: archives store it; archives without a version have version 1"
    case .noVersion:
      "\(subject) cannot have a version: archives match cases by name; give the version to the structs "
        + "that they store"
    case .upgrade:
      "'upgrade(_:from:)' is never called: \(subject) has version 1, and only older versions are upgraded; write "
        + "'@Archivable(version: 2)', or remove the method"
    }
  }
}
