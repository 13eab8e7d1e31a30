import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the extension for a plan without problems. The same plan gives the same text.
struct ExtensionEmission {
  let plan: ArchivePlan
  /// The protocols that the extension may add, without those that the type states itself.
  let wantedConformances: Set<String>

  /// The declaration. Its members are one piece of text after the brace. The macro does not parse them, which used to
  /// take most of its time; the compiler parses the text anyway.
  var declaration: ExtensionDeclSyntax {
    let declaration: DeclSyntax = "\(raw: (head + ["}"]).joined(separator: "\n"))"
    var empty = declaration.cast(ExtensionDeclSyntax.self)
    empty.memberBlock.leftBrace.trailingTrivia = .unexpectedText("\n" + members.joined(separator: "\n"))
    return SourceLines(plan).leading(empty, of: plan)
  }

  private var head: [String] {
    let protocols = plan.conformances.filter(wantedConformances.contains).map(generatedName(ofProtocol:))
    let conformance = protocols.isEmpty ? "" : ": \(protocols.joined(separator: ", "))"
    return plan.subject.availability.map(\.description)
      + ["nonisolated extension \(plan.subject.typeText)\(conformance) {"]
  }

  private var members: [String] {
    let parts: [[String]]
    switch plan.content {
    case .fields(let properties):
      let fields = FieldEmission(properties, plan)
      parts = [
        deprecation.ofMentions + TableEmission(plan: plan).lines,
        encodeFields(fields.encodeLines, fields.names),
        initializer(fields.decodeLines, fields.names), rawValueForm(properties), coding,
      ]
    case .cases(let elements):
      let cases = CaseEmission(cases: elements, sourceLines: SourceLines(plan))
      let names = LocalNames(for: [])
      parts = [
        schema, encodeFields(cases.encodeLines, names), initializer(cases.decodeLines, names),
        describeCases(cases.descriptionLines), coding,
      ]
    case .rawValue, .nothing:
      parts = [schema, coding]
    }
    return parts.filter { !$0.isEmpty }.joined(separator: [""]).map(\.indentedLine)
  }

  private var deprecation: Deprecation { Deprecation(plan) }
  private var access: String { plan.subject.accessPrefix }
  private var schema: [String] { SchemaEmission(plan: plan).lines }
  private var coding: [String] { CodingEmission(plan: plan).lines }

  /// A struct with a raw value is stored as that if it stores nothing else. The library tells by the table, in which the
  /// property has another name if the user chose one.
  private func rawValueForm(_ fields: [Field]) -> [String] {
    guard fields.count == 1, let field = fields.first else { return [] }
    let isRawValue = field.declaredName == "rawValue"
    guard isRawValue != (field.storedName == "rawValue") else { return [] }
    return ["\(access)static var _isStoredAsRawValue: \(swift)Bool { \(isRawValue) }"]
  }

  private func encodeFields(_ body: [String], _ names: LocalNames) -> [String] {
    deprecation.ofMentions
      + ["\(access)func encodeFields(to \(names.encoder): inout some \(structCoding)FieldEncoder) throws {"]
      + body.indented
      + ["}"]
  }

  private func initializer(_ body: [String], _ names: LocalNames) -> [String] {
    deprecation.ofDefaults
      + ["\(access)init(fields \(names.decoder): inout some \(structCoding)FieldDecoder) throws {"]
      + body.indented + ["}"]
  }

  private func describeCases(_ body: [String]) -> [String] {
    deprecation.ofMentions
      + ["\(access)static func _describeCases(_ cases: inout \(structCoding)_CaseDescription<Self>) {"]
      + body.indented + ["}"]
  }
}
