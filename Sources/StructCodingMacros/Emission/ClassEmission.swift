import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the members of a class, which subclasses override.
struct ClassEmission {
  let plan: ArchivePlan
  /// Whether the superclass is archivable. Generated code writes `super`, since a member may have the superclass's
  /// name.
  var inherits = false

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
  private var override: String { plan.subject.inlineAttribute + (inherits ? "override " : "") }
  /// The keyword of a type member: `class` if subclasses override it or it overrides one, otherwise `static`.
  private var typeMember: String { isFinal && !inherits ? "static" : "class" }

  // MARK: Members

  /// The schema is stored in a separate property, because it is read often and stored type properties cannot be
  /// overridden.
  private var schema: [[String]] {
    let call = SchemaEmission(plan: plan, superclassSchema: inherits ? "super.archiveSchema" : nil).call
    let head =
      "\(override)\(overridableAccess)\(typeMember) var archiveSchema: \(structCoding)ArchiveSchema"
    if plan.subject.isGeneric { return [call.braced(after: head)] + firstField }
    if isFinal && !inherits {
      return [["\(override)\(access)static let archiveSchema = \(call[0])"] + call.dropFirst()]
    }
    guard inherits else {
      return [
        ["private static let _archiveSchema = \(call[0])"] + call.dropFirst(), ["\(head) { _archiveSchema }"],
      ]
    }
    // A stored property has no `super`.
    return [
      ["private static let _archiveSchema = _makeArchiveSchema()"],
      call.braced(after: "private static func _makeArchiveSchema() -> \(structCoding)ArchiveSchema"),
      ["\(head) { _archiveSchema }"],
    ] + firstField
  }

  /// The number of fields of the superclasses.
  private var firstField: [[String]] {
    guard inherits, !plan.fields.isEmpty else { return [] }
    return [
      plan.subject.isGeneric
        ? ["private static var _archiveFirstField: \(swift)Int { super.archiveSchema.cases[0].fields.count }"]
        : [
          "private static let _archiveFirstField = _archiveSchema.cases[0].fields.count - "
            + "\(plan.fields.count)"
        ]
    ]
  }

  /// An empty list of subclasses, unless the class has its own list, so that it does not inherit one.
  private var subclasses: [String] {
    let isDeclared = plan.subject.declaration.memberBlock.members.contains { item in
      item.decl.as(VariableDeclSyntax.self)?.bindings.contains {
        $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "archiveSubclasses"
      } ?? false
    }
    if isDeclared || !inherits && isFinal { return [] }
    return [
      "\(override)\(overridableAccess)class var archiveSubclasses: "
        + "[any \(structCoding)ArchivableObject.Type] { [] }"
    ]
  }

  private var encodeFields: [String] {
    let inherited = !inherits ? [] : ["try super.encodeFields(to: &encoder)"]
    // The first inherited type may be a class; syntax does not show whether it is.
    let check =
      !inherits && plan.subject.mayInheritFields ? ["try self._requireNoStoredProperties()"] : []
    return (inherits ? [Deprecation.attribute] : Deprecation(plan).ofMentions)
      + (inherited + check + fields.encodeLines)
      .braced(after: override + overridableAccess + GeneratedMethod.encodeFields)
  }

  private var initializer: [String] {
    let inherited = !inherits ? [] : ["try super.init(fields: &decoder)"]
    let modifiers = plan.subject.inlineAttribute + access + (isFinal && !inherits ? "" : "required ")
    return evaluating
      + (fields.initialLines + inherited + fields.lateLines).braced(
        after: modifiers + GeneratedMethod.initializer)
  }

  private var decodeReferences: [String] {
    let own = fields.deferredLines
    // The root class has the method even if it is empty, so that subclasses can override it.
    if own.isEmpty, isFinal || inherits { return [] }
    let inherited = !inherits ? [] : ["try super.decodeReferences(from: &decoder)"]
    let head = "func decodeReferences(from decoder: inout some \(structCoding)FieldDecoder) throws"
    return evaluating + (inherited + own).braced(after: override + overridableAccess + head)
  }

  private var fields: FieldEmission { FieldEmission(plan.fields, plan, inherits: inherits) }

  /// The attribute of members that evaluate defaults, or call such a member of the superclass.
  private var evaluating: [String] { inherits ? [Deprecation.attribute] : Deprecation(plan).ofDefaults }
}

extension Subject {
  /// Whether the first inherited type may be a class whose properties are not archived.
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
