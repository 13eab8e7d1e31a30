import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// Moves the compiler's errors about a generated line to the property or associated value of that line.
///
/// Errors about a type that cannot be archived appear only at the line that stores its value. Errors about isolation to
/// an actor appear at each line that uses a property, its type or a default value. A property of a storable type of the
/// standard library, without a wrapper, needs no such directive.
struct SourceLines {
  private let location: (Syntax) -> AbstractSourceLocation?

  init(_ plan: ArchivePlan) { location = plan.location }

  init(in context: some MacroExpansionContext) {
    location = { context.location(of: $0, at: .afterLeadingTrivia, filePathMode: .filePath) }
  }

  /// Returns a line for a property.
  func using(_ line: String, of field: Field) -> [String] {
    let isPlain = !field.mayBeWrapped && field.method == nil && field.defaultValue == nil
    return storing(line, at: field.nameSyntax, type: field.type, isPlain: isPlain)
  }

  /// Returns a line that stores a value, after a directive with the location. The line ends with the type as a comment,
  /// since the compiler prints the line.
  func storing(
    _ line: String, at node: some SyntaxProtocol, type: TypeSyntax?, isPlain: Bool = true
  ) -> [String] {
    if isPlain, let type, type.isStoredByTheLibrary { return [line] }
    let name = type?.trimmedDescription ?? ""
    return located(
      name.isEmpty || name.contains(where: \.isNewline) ? line : "\(line)  // \(name)", at: node)
  }

  /// Returns a line at the location of a piece of source.
  func located(_ line: String, at node: some SyntaxProtocol) -> [String] {
    guard let place = location(Syntax(node)) else { return [line] }
    return [Self.directive(place, line: place.line.trimmedDescription), line]
  }

  /// The directive before the extension of a type that is isolated to the main actor, or has methods that decoders
  /// call: the compiler may find them isolated to an actor.
  static func leading(_ plan: ArchivePlan) -> String? {
    let isIsolated = plan.subject.declaration.attributes.contains { $0.names("MainActor") }
    let hasHook = plan.conformances.contains(where: ["ArchiveUpgradable", "AwakesAfterDecoding"].contains)
    guard isIsolated || hasHook, let name = plan.subject.name, let place = plan.location(Syntax(name)),
      let line = Int(place.line.trimmedDescription)
    else { return nil }
    // The attributes of the extension come before its head, one per line.
    return directive(place, line: "\(max(1, line - plan.subject.availability.count))")
  }

  /// Returns the directive with a location.
  private static func directive(_ place: AbstractSourceLocation, line: String) -> String {
    // The directive does not accept a raw string literal.
    let file = place.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue?.literal
    return "#sourceLocation(file: \(file ?? place.file.trimmedDescription), line: \(line))"
  }

  /// Returns the lines of a static stored property. A type in an extension of a generic type cannot have such a
  /// property. The error appears at the type, since the macro cannot see that it is generic.
  static func ofStoredProperty(_ lines: [String], _ plan: ArchivePlan) -> [String] {
    guard plan.subject.scopes.contains(where: \.isExtension), let name = plan.subject.name else {
      return lines
    }
    return ended(SourceLines(plan).located(lines[0], at: name) + lines.dropFirst())
  }

  /// Returns the lines, followed by a directive that ends the last one.
  static func ended(_ lines: [String]) -> [String] {
    let directives = lines.map { $0.drop(while: \.isWhitespace) }.filter { $0.hasPrefix("#sourceLocation(") }
    return directives.last.map { $0 != "#sourceLocation()" } ?? false ? lines + ["#sourceLocation()"] : lines
  }
}

extension TypeSyntax {
  /// Whether the type is written as a storable type of the standard library or Foundation, or as an optional, an array
  /// or a dictionary of such types.
  fileprivate var isStoredByTheLibrary: Bool {
    switch self.as(TypeSyntaxEnum.self) {
    case .identifierType(let type): type.genericArgumentClause == nil && storedTypes.contains(type.name.text)
    case .optionalType(let type): type.wrappedType.isStoredByTheLibrary
    case .arrayType(let type): type.element.isStoredByTheLibrary
    case .dictionaryType(let type): type.key.isStoredByTheLibrary && type.value.isStoredByTheLibrary
    default: false
    }
  }
}

private let storedTypes: Set<String> = [
  "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float",
  "Double", "CGFloat", "String", "Substring", "Character", "Date", "Data", "UUID", "URL", "Decimal",
  "Duration",
]
