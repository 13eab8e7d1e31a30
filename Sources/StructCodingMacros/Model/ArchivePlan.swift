import SwiftSyntax
import SwiftSyntaxMacros

/// Everything the macro knows about an annotated declaration. Validation checks it, and emission writes it.
struct ArchivePlan {
  let attribute: ArchivableAttribute
  let subject: Subject
  let content: Content
  /// The location of a piece of the source, if the compiler provides it.
  let location: (Syntax) -> AbstractSourceLocation?

  /// The stored parts of the type.
  enum Content {
    /// The stored properties of a struct or a class.
    case fields([Field])
    /// An enumeration's cases.
    case cases([EnumCase])
    /// One field, `rawValue`; the library archives such enumerations by their raw value.
    case rawValue
    /// A declaration that cannot be archived; validation reports the reason.
    case nothing
  }
}

extension ArchivePlan {
  /// The archived properties; none for an enumeration.
  var fields: [Field] { if case .fields(let fields) = content { fields } else { [] } }

  /// The cases that are stored by their names.
  var cases: [EnumCase] { if case .cases(let cases) = content { cases } else { [] } }

  /// The parts that archives identify by stored names.
  var named: [any Named] { fields + cases }

  /// The class name in archives that the user set; nil for the default name, made from module and types.
  var explicitClassName: String? { attribute.className?.value }

  /// `Module_Outer_Inner`: the start of the default class name, for any generic arguments. It is unique within a
  /// module.
  var classNameStem: String {
    ([(subject.module ?? "").identifierSafe] + subject.typePath.map(\.identifierPart)).joined(separator: "_")
  }

  /// The former start of default class names, which different types could share. It is still read.
  var formerClassNameStem: String {
    ([subject.module ?? ""] + subject.typePath).map(\.identifierSafe).joined(separator: "_")
  }

  /// Whether older versions of the type exist that must be upgraded.
  private var hasVersion: Bool { (attribute.versionNumber ?? 1) > 1 }

  /// The protocols that the type conforms to, most general first.
  var conformances: [String] {
    if subject.kind == .class { return ["ArchivableObject"] }
    var names = ["Archivable"]
    if subject.kind == .structure { names.append("ArchiveStruct") }
    if hasVersion {
      names.append("ArchiveUpgradable")
    } else if subject.kind == .structure {
      names.append("ArchiveComposable")
    }
    let declaresHook = subject.functions.contains {
      $0.name.unescapedText == "awakeAfterDecoding" && !$0.isStatic
    }
    if declaresHook { names.append("AwakesAfterDecoding") }
    return names
  }

  /// The class name of a type that is not generic.
  var className: String { explicitClassName ?? "\(classNameStem)_Coding" }

  /// The generic parameters whose arguments are part of the default class name: values, and types that are or can be
  /// archived.
  var namedGenericParameters: [GenericParameter] {
    subject.genericParameters.filter { $0.kind == .value || $0.isArchiveValue || storesGenericParameter($0) }
  }

  /// Whether a stored property or an associated value mentions a generic parameter.
  ///
  /// - Parameter byMethods: Whether properties with a storage method count.
  func storesGenericParameter(_ parameter: GenericParameter, byMethods: Bool = true) -> Bool {
    let name = parameter.name.unescapedText
    func mentions(_ syntax: some SyntaxProtocol) -> Bool {
      syntax.tokens(viewMode: .sourceAccurate).contains { $0.isIdentifier && $0.unescapedText == name }
    }
    switch content {
    case .fields(let fields):
      return fields.contains { field in
        if !byMethods, case .call? = field.method { return false }
        return field.type.map { mentions($0) } ?? field.initialValue.map { mentions($0) } ?? false
      }
    case .cases(let cases):
      return cases.contains { $0.payloads.contains { mentions($0.type) } }
    case .rawValue, .nothing:
      return false
    }
  }
}

extension ArchivePlan {
  /// Reads the declaration, its context, and the attribute. It reports no errors: the plan contains the unsupported
  /// parts, so that the rules find them.
  init(
    parsing declaration: some DeclGroupSyntax, type: some TypeSyntaxProtocol, attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    self.attribute = ArchivableAttribute(parsing: attribute)
    subject = Subject(parsing: declaration, type: type, in: context)
    content = Content(parsing: subject, names: self.attribute.namingRule)
    // Several lines may need the location of one property, and each search traverses the declaration.
    var found: [SyntaxIdentifier: AbstractSourceLocation?] = [:]
    location = { node in
      if let known = found[node.id] { return known }
      let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath)
      found[node.id] = location
      return location
    }
  }
}

extension ArchivePlan.Content {
  fileprivate init(parsing subject: Subject, names rule: StoredNaming) {
    let members = subject.members
    switch subject.kind {
    case .structure, .class:
      var fields = members.parsed(Field.parse)
      for index in fields.indices { fields[index].namingRule = rule }
      self = .fields(fields)
    case .enumeration:
      let all = members.parsed(EnumCase.parse) + members.conditional(EnumCase.parse)
      self =
        all.contains(where: \.hasRawValue) || !all.isEmpty && subject.inheritsRawType
        ? .rawValue : .cases(members.parsed(EnumCase.parse).map { $0.named(by: rule) })
    case .other:
      self = .nothing
    }
  }
}

extension Subject {
  /// Whether the first inherited type is a usual raw type of enumerations.
  fileprivate var inheritsRawType: Bool {
    let rawTypes: Set<String> = [
      "String", "Substring", "Character", "StaticString", "Bool", "Int", "Int8", "Int16", "Int32", "Int64",
      "Int128",
      "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128", "Float", "Float16", "Float32", "Float64",
      "Float80",
      "Double", "CGFloat",
    ]
    guard let first = declaration.inheritanceClause?.inheritedTypes.first else { return false }
    return first.type.nominalPath.last.map(rawTypes.contains) ?? false
  }
}
