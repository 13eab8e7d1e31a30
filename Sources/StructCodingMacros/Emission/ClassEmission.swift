import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes what a class gets: members, which classes below it override, and an extension that states the conformance.
struct ClassEmission {
  let plan: ArchivePlan
  /// The archivable class above this one; nil when there is none.
  var superclass: TypeSyntax?

  /// The extension; nil when the class, or one above it, conforms already.
  func conformances(wanted: Set<String>) -> ExtensionDeclSyntax? {
    let protocols = plan.conformances.filter(wanted.contains).map { "\(structCoding)\($0)" }
    if protocols.isEmpty { return nil }
    let lines =
      plan.subject.availability.map(\.description)
      + ["nonisolated extension \(plan.subject.typeText): \(protocols.joined(separator: ", ")) {}"]
    let declaration: DeclSyntax = "\(raw: lines.joined(separator: "\n"))"
    return declaration.cast(ExtensionDeclSyntax.self)
  }

  var members: [DeclSyntax] {
    let members = schema + [subclasses, encodeFields, initializer, decodeReferences]
    return members.filter { !$0.isEmpty }.map { "\(raw: $0.joined(separator: "\n"))" }
  }

  // MARK: Modifiers

  private var isFinal: Bool { plan.subject.isFinal }
  private var isOpen: Bool { plan.subject.declaration.modifiers.contains { $0.name.text == "open" } }
  private var access: String { isOpen ? "public " : plan.subject.access.prefix }
  /// The access of members that other modules override.
  private var overridableAccess: String { isOpen ? "open " : access }
  private var override: String { superclass == nil ? "" : "override " }
  /// How a type member is declared: one that classes below override, or no other.
  private var typeMember: String { isFinal && superclass == nil ? "static" : "class" }

  // MARK: Members

  /// The schema is stored: classes have no stored properties that are overridden, and it is asked for often.
  private var schema: [[String]] {
    let call = SchemaEmission(
      plan: plan, superclassSchema: superclass.map { "\($0).archiveSchema" }
    ).call
    let head =
      "\(override)\(overridableAccess)\(typeMember) var archiveSchema: \(structCoding)ArchiveSchema {"
    if plan.subject.isGeneric { return [[head] + call.indented + ["}"]] + firstField }
    if isFinal && superclass == nil {
      return [["\(access)static let archiveSchema = \(call[0])"] + call.dropFirst()]
    }
    return [
      ["private static let _archiveSchema = \(call[0])"] + call.dropFirst(),
      ["\(head) _archiveSchema }"],
    ] + firstField
  }

  /// How many fields the classes above have.
  private var firstField: [[String]] {
    guard let superclass, hasFields else { return [] }
    let count = "\(superclass).archiveSchema.cases[0].fields.count"
    return [
      plan.subject.isGeneric
        ? ["private static var _archiveFirstField: \(swift)Int { \(count) }"]
        : ["private static let _archiveFirstField = \(count)"]
    ]
  }

  /// An empty list, which the class would otherwise inherit, unless it has its own.
  private var subclasses: [String] {
    let isDeclared = plan.subject.declaration.memberBlock.members.contains { item in
      item.decl.as(VariableDeclSyntax.self)?.bindings.contains {
        $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "archiveSubclasses"
      } ?? false
    }
    if isDeclared || superclass == nil && isFinal { return [] }
    return [
      "\(override)\(overridableAccess)class var archiveSubclasses: "
        + "[any \(structCoding)ArchivableObject.Type] { [] }"
    ]
  }

  private var encodeFields: [String] {
    let inherited = superclass == nil ? [] : ["try super.encodeFields(to: &encoder)"]
    // What the class inherits from may be a class, which syntax does not tell.
    let check =
      superclass == nil && plan.subject.mayInheritFields
      ? ["try self.requireNoStoredProperties(above: \(plan.subject.name?.text ?? "Self").self)"] : []
    return [
      "\(override)\(overridableAccess)func encodeFields(to encoder: inout some \(structCoding)FieldEncoder) throws {"
    ] + (inherited + check + startLines + fields.encodeLines).indented + ["}"]
  }

  private var initializer: [String] {
    let inherited = superclass == nil ? [] : ["try super.init(fields: &decoder)"]
    let own = fields.initialLines
    return [
      "\(access)\(isFinal && superclass == nil ? "" : "required ")init("
        + "fields decoder: inout some \(structCoding)FieldDecoder) throws {"
    ] + ((own.isEmpty ? [] : startLines) + own + inherited).indented + ["}"]
  }

  private var decodeReferences: [String] {
    let own = fields.deferredLines
    // The first of a hierarchy has it even when it is empty, for the others to override.
    if own.isEmpty, isFinal || superclass != nil { return [] }
    let inherited = superclass == nil ? [] : ["try super.decodeReferences(from: &decoder)"]
    let start = own.isEmpty ? [] : startLines
    return [
      "\(override)\(overridableAccess)func decodeReferences("
        + "from decoder: inout some \(structCoding)FieldDecoder) throws {"
    ] + (inherited + start + own).indented + ["}"]
  }

  private var fields: FieldEmission {
    guard case .fields(let members) = plan.content else { return FieldEmission([], plan.lines) }
    return FieldEmission(members, plan.lines, firstPosition: superclass == nil ? nil : "first")
  }

  private var hasFields: Bool {
    guard case .fields(let members) = plan.content else { return false }
    return !members.isEmpty
  }

  private var startLines: [String] {
    superclass == nil || !hasFields
      ? [] : ["let first = \(plan.subject.name?.text ?? "Self")._archiveFirstField"]
  }
}

extension Subject {
  /// Whether the first that a class inherits from may be a class, of which nothing is archived.
  fileprivate var mayInheritFields: Bool {
    guard let first = inheritedTypes.first, let name = first.nominalPath.last else { return false }
    return !knownProtocols.contains(name)
  }
}

private let knownProtocols: Set<String> = [
  "AnyObject", "ArchivableObject", "AwakesAfterDecoding", "Codable", "Comparable",
  "CustomDebugStringConvertible",
  "CustomStringConvertible", "Decodable", "Encodable", "Equatable", "Error", "Hashable", "Identifiable",
  "ObservableObject", "Sendable",
]
