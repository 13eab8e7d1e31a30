import SwiftSyntax

/// Writes the extension for a plan without problems. The same plan gives the same text.
struct ExtensionEmission {
  let plan: ArchivePlan
  /// The protocols that the extension may add, without protocols that the type itself declares.
  let wantedConformances: Set<String>

  var declaration: ExtensionDeclSyntax { plan.extending(by: members, conformingTo: wantedConformances) }

  private var members: [String] {
    let parts: [[String]]
    switch plan.content {
    case .fields(let properties):
      let fields = FieldEmission(properties, plan)
      let table = TableEmission(plan: plan)
      parts =
        [deprecation.ofMentions + table.lines, table.list.isEmpty ? [] : deprecation.ofMentions + table.list]
        + methods(fields.encodeLines, fields.decodeLines) + [rawValueForm(properties), coding]
    case .cases(let elements):
      let cases = CaseEmission(cases: elements, sourceLines: SourceLines(plan))
      let description = cases.descriptionLines.braced(
        after: "\(access)static func _describeCases(_ cases: inout \(structCoding)_CaseDescription<Self>)")
      parts =
        [schema] + methods(cases.encodeLines, cases.decodeLines)
        + [deprecation.ofMentions + description, coding]
    case .rawValue, .nothing:
      parts = [schema, coding]
    }
    return parts.filter { !$0.isEmpty }.joined(separator: [""]).map(\.indentedLine)
  }

  private var deprecation: Deprecation { Deprecation(plan) }
  private var access: String { plan.subject.accessPrefix }
  private var schema: [String] { SchemaEmission(plan: plan).lines }
  private var coding: [String] { CodingEmission(plan: plan).lines }

  /// A struct with a raw value is stored as that value if it has no other fields. The library recognises it by the
  /// field's name in the table; this member covers properties with another stored name.
  private func rawValueForm(_ fields: [Field]) -> [String] {
    guard fields.count == 1, let field = fields.first else { return [] }
    let isRawValue = field.declaredName == "rawValue"
    guard isRawValue != (field.storedName == "rawValue") else { return [] }
    return ["\(access)static var _isStoredAsRawValue: \(swift)Bool { \(isRawValue) }"]
  }

  private func methods(_ encode: [String], _ decode: [String]) -> [[String]] {
    [
      deprecation.ofMentions + encode.braced(after: access + GeneratedMethod.encodeFields),
      deprecation.ofDefaults + decode.braced(after: access + GeneratedMethod.initializer),
    ]
  }
}

extension ArchivePlan {
  /// Returns the extension of the type with the requested protocols and the members.
  ///
  /// It is text in a node without parts. Parsing it would take most of the macro's time, and the compiler parses it
  /// anyway.
  func extending(by members: [String], conformingTo wanted: Set<String>) -> ExtensionDeclSyntax {
    let protocols = conformances.filter(wanted.contains).map(generatedName(ofProtocol:))
    let head = subject.typeText + (protocols.isEmpty ? "" : ": \(protocols.joined(separator: ", "))")
    let directive = SourceLines.leading(self)
    let before = [directive].compactMap { $0 } + subject.availability.map(\.description) + ["nonisolated "]
    let inside = (directive == nil ? [] : ["#sourceLocation()"]) + members
    return ExtensionDeclSyntax(
      extensionKeyword: .keyword(
        .extension, leadingTrivia: .unexpectedText(before.joined(separator: "\n")), trailingTrivia: .space),
      extendedType: IdentifierTypeSyntax(name: .identifier(head, trailingTrivia: .space)),
      memberBlock: MemberBlockSyntax(
        leftBrace: .leftBraceToken(trailingTrivia: .unexpectedText(inside.map { "\n\($0)" }.joined())),
        members: [],
        rightBrace: .rightBraceToken(leadingTrivia: inside.isEmpty ? [] : .newline)))
  }
}
