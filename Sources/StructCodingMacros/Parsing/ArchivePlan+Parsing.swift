import SwiftSyntax
import SwiftSyntaxMacros

extension ArchivePlan {
  /// Reads the declaration, its context, and the attribute. It reports no errors: the plan keeps what cannot be
  /// archived for the rules to find.
  init(
    parsing declaration: some DeclGroupSyntax, type: some TypeSyntaxProtocol, attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) {
    self.attribute = ArchivableAttribute(parsing: attribute)
    subject = Subject(parsing: declaration, type: type, in: context)
    content = Content(parsing: subject, names: self.attribute.namingRule)
    // Several lines are about one property, and each search goes through the declaration.
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
    case .actor, .protocol, .extension, .other:
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
