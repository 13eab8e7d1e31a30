import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the members of a class, which subclasses override, and an extension that states the conformance.
struct ClassEmission {
  let plan: ArchivePlan
  /// The archivable superclass; nil if there is none.
  var superclass: TypeSyntax?

  /// Returns the extension; nil if the class or a superclass already conforms.
  func conformances(wanted: Set<String>) -> ExtensionDeclSyntax? {
    let protocols = plan.conformances.filter(wanted.contains).map { "\(structCoding)\($0)" }
    if protocols.isEmpty { return nil }
    let lines =
      plan.subject.availability.map(\.description)
      + ["nonisolated extension \(plan.subject.typeText): \(protocols.joined(separator: ", ")) {}"]
    let declaration: DeclSyntax = "\(raw: lines.joined(separator: "\n"))"
    return SourceLines(plan).leading(declaration.cast(ExtensionDeclSyntax.self), of: plan)
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
  /// The attribute, which comes first, and the modifier.
  private var override: String { plan.subject.inlineAttribute + (superclass == nil ? "" : "override ") }
  /// The keyword of a type member: `class` if subclasses override it or it overrides one, otherwise `static`.
  private var typeMember: String { isFinal && superclass == nil ? "static" : "class" }

  // MARK: Members

  /// The schema is stored in a separate property, because it is read often and stored type properties cannot be
  /// overridden.
  private var schema: [[String]] {
    let call = SchemaEmission(
      plan: plan, superclassSchema: superclass.map { "\($0).archiveSchema" }
    ).call
    let head =
      "\(override)\(overridableAccess)\(typeMember) var archiveSchema: \(structCoding)ArchiveSchema {"
    if plan.subject.isGeneric { return [[head] + call.indented + ["}"]] + firstField }
    if isFinal && superclass == nil {
      return [["\(override)\(access)static let archiveSchema = \(call[0])"] + call.dropFirst()]
    }
    return [
      ["private static let _archiveSchema = \(call[0])"] + call.dropFirst(),
      ["\(head) _archiveSchema }"],
    ] + firstField
  }

  /// The number of fields of the superclasses.
  private var firstField: [[String]] {
    guard let superclass, hasFields else { return [] }
    let count = "\(superclass).archiveSchema.cases[0].fields.count"
    return [
      plan.subject.isGeneric
        ? ["private static var _archiveFirstField: \(swift)Int { \(count) }"]
        : ["private static let _archiveFirstField = \(count)"]
    ]
  }

  /// An empty list of subclasses, unless the class has its own list, so that it does not inherit one.
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
    // The first inherited type may be a class; syntax does not tell.
    let check =
      superclass == nil && plan.subject.mayInheritFields
      ? ["try self._requireNoStoredProperties(above: \(plan.subject.name?.text ?? "Self").self)"] : []
    return [
      "\(override)\(overridableAccess)func encodeFields(to encoder: inout some \(structCoding)FieldEncoder) throws {"
    ] + (inherited + check + startLines + fields.encodeLines).indented + ["}"]
  }

  private var initializer: [String] {
    let inherited = superclass == nil ? [] : ["try super.init(fields: &decoder)"]
    let own = fields.initialLines
    return [
      "\(plan.subject.inlineAttribute)\(access)\(isFinal && superclass == nil ? "" : "required ")init("
        + "fields decoder: inout some \(structCoding)FieldDecoder) throws {"
    ] + ((own.isEmpty ? [] : startLines) + own + inherited).indented + ["}"]
  }

  private var decodeReferences: [String] {
    let own = fields.deferredLines
    // The root class has the method even if it is empty, so that subclasses can override it.
    if own.isEmpty, isFinal || superclass != nil { return [] }
    let inherited = superclass == nil ? [] : ["try super.decodeReferences(from: &decoder)"]
    let start = own.isEmpty ? [] : startLines
    return [
      "\(override)\(overridableAccess)func decodeReferences("
        + "from decoder: inout some \(structCoding)FieldDecoder) throws {"
    ] + (inherited + start + own).indented + ["}"]
  }

  private var fields: FieldEmission {
    guard case .fields(let members) = plan.content else { return FieldEmission([], SourceLines(plan)) }
    return FieldEmission(members, SourceLines(plan), firstPosition: superclass == nil ? nil : "first")
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
  /// Whether the first inherited type may be a class, whose properties are not archived.
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
