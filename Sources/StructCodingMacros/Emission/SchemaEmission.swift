import SwiftSyntax

/// Writes `archiveSchema` of enumerations and classes: the class name, the older names, and the names of the fields or
/// cases. A struct has a table instead: `TableEmission`.
struct SchemaEmission {
  let plan: ArchivePlan

  /// The schema of the superclass, as an expression; nil for an enumeration, and for a class without an archivable
  /// superclass.
  var superclassSchema: String?

  /// The expression that creates the schema.
  var call: [String] {
    let arguments = (["className: \(className)"] + formerly).joined(separator: ", ") + ","
    return ["\(structCoding)ArchiveSchema("] + arguments.asLines(then: table).indented
  }

  var lines: [String] {
    let (access, call) = (plan.subject.accessPrefix, call)
    // A generic type cannot have static stored properties.
    if plan.subject.isGeneric {
      return call.braced(after: "\(access)static var archiveSchema: \(structCoding)ArchiveSchema")
    }
    return SourceLines.ofStoredProperty(
      ["\(access)static let archiveSchema = \(call[0])"] + call.dropFirst(), plan)
  }

  /// The class name as a string literal, with the names of generic arguments.
  var className: String {
    plan.explicitClassName?.literal ?? defaultClassName(plan.classNameStem)
  }

  private func defaultClassName(_ stem: String) -> String {
    let arguments = plan.namedGenericParameters.map { parameter in
      let name = parameter.name.text
      // A parameter without an archivable constraint, stored by a method or inside another type, has no `archiveName`.
      return parameter.kind == .value
        ? "_\\(\(name))"
        : parameter.isArchiveValue
          ? "_\\(\(name).archiveName)" : "_\\(\(structCoding)_archiveName(of: \(name).self))"
    }
    return "\"\(stem)\(arguments.joined())_Coding\""
  }

  /// The older names, as an argument.
  var formerly: [String] {
    var names = plan.attribute.formerly.map(\.syntax.trimmedDescription)
    let former = defaultClassName(plan.formerClassNameStem)
    if plan.explicitClassName == nil, former != className, !names.contains(former) { names.append(former) }
    return names.isEmpty ? [] : ["formerly: [\(names.joined(separator: ", "))]"]
  }

  /// The version, as arguments.
  var version: [String] {
    [("version", plan.attribute.version), ("acceptsNewerVersions", plan.attribute.acceptsNewerVersions)]
      .compactMap { label, value in value.map { "\(label): \($0.trimmedDescription)" } }
  }

  /// The last argument, with the closing parenthesis of the call.
  private var table: [String] {
    switch plan.content {
    case .fields(let fields):
      var lists = [(label: "fields", elements: fields.map(\.storedName.literal))]
      let former = fields.compactMap { field in
        field.formerNamesLiteral.map { "\(field.storedName.literal): \($0)" }
      }
      if !former.isEmpty { lists.append(("formerFields", former)) }
      let superclass = superclassSchema.map { ["superclass: \($0)"] } ?? []
      let end = (superclass + version).map { ", \($0)" }.joined() + ")"
      return lists.indices.flatMap { index in
        lists[index].elements.list(
          after: "\(lists[index].label): [", closing: index == lists.count - 1 ? "]\(end)" : "],")
      }
    case .cases(let cases):
      return cases.map(Self.argument).list(after: "cases: [", closing: "])")
    case .rawValue, .nothing:
      return ["fields: [\"rawValue\"])"]
    }
  }

  /// The argument for a case.
  private static func argument(_ element: EnumCase) -> String {
    var arguments = [element.storedName.literal]
    if let former = element.formerNamesLiteral { arguments.append("formerly: \(former)") }
    if !element.payloads.isEmpty {
      arguments.append("fields: [\(element.payloads.map(\.storedName.literal).joined(separator: ", "))]")
    }
    if element.isFallback { arguments.append("isFallback: true") }
    return ".init(\(arguments.joined(separator: ", ")))"
  }
}

extension Named {
  /// The former names, as an array literal; nil if there are none.
  var formerNamesLiteral: String? {
    var names: [String] = []
    for former in formerNames.compactMap(\.value) where !names.contains(former) { names.append(former) }
    return names.isEmpty ? nil : "[\(names.map(\.literal).joined(separator: ", "))]"
  }
}

extension String {
  /// This line and others; on one line if they fit.
  fileprivate func asLines(then lines: [String]) -> [String] {
    guard lines.count == 1, count + lines[0].count < 100 else { return [self] + lines }
    return ["\(self) \(lines[0])"]
  }
}
