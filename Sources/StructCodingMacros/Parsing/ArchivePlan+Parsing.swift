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
    location = { context.location(of: $0, at: .afterLeadingTrivia, filePathMode: .filePath) }
  }
}

extension ArchivePlan.Content {
  fileprivate init(parsing subject: Subject, names rule: StoredNaming) {
    let members = subject.declaration.memberBlock.members
    switch subject.kind {
    case .structure, .class:
      self = .fields(members.parsed { Field.parse($0).map { $0.named(by: rule) } })
    case .enumeration:
      let cases = members.parsed { EnumCase.parse($0).map { $0.named(by: rule) } }
      self =
        cases.flatMap(\.elements).contains(where: \.hasRawValue) || subject.inheritsRawType
        ? .rawValue : .cases(cases)
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
    guard let first = declaration.inheritanceClause?.inheritedTypes.first,
      !declaration.memberBlock.members.parsed(EnumCase.parse).isEmpty
    else { return false }
    return first.type.nominalPath.last.map(rawTypes.contains) ?? false
  }
}
