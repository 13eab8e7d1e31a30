import SwiftSyntax

/// Writes `archiveSchema` of enumerations and classes: the class name, the older names, and the names of the fields or
/// cases. A struct has a table instead: `TableEmission`.
struct SchemaEmission {
  let plan: ArchivePlan

  /// The schema of the superclass, as an expression; nil for an enumeration, and for a class without an archivable
  /// superclass.
  var superclassSchema: String?

  /// The expression that creates the schema.
  var call: [String] { call(["className: \(className)"] + formerly) }

  var lines: [String] {
    let access = plan.subject.accessPrefix
    let arguments = ["className: \(className)"] + formerly
    // A generic type cannot have static stored properties.
    if plan.subject.isGeneric {
      return ["\(access)static var archiveSchema: \(structCoding)ArchiveSchema {"] + call(arguments).indented
        + ["}"]
    }
    let call = call(arguments)
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
      // What is stored by a method, or holds the type that is stored, has no name of its own.
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

  private func call(_ arguments: [String]) -> [String] {
    ["\(structCoding)ArchiveSchema("]
      + (arguments.joined(separator: ", ") + ",").asLines(then: table).indented
  }

  /// The last argument, with the closing parenthesis of the call.
  private var table: [String] {
    switch plan.content {
    case .fields(let members):
      let names = PositionTable(members).names
      var lists = [(label: "fields", elements: names.map(\.literal))]
      let former = formerFields(members, names)
      if !former.isEmpty { lists.append(("formerFields", former)) }
      let superclass = superclassSchema.map { ["superclass: \($0)"] } ?? []
      let end = (superclass + version).map { ", \($0)" }.joined() + ")"
      return lists.indices.flatMap { index in
        lists[index].elements.list(
          after: "\(lists[index].label): [", closing: index == lists.count - 1 ? "]\(end)" : "],")
      }
    case .cases(let members):
      return cases(members).list(after: "cases: [", closing: "])")
    case .rawValue, .nothing:
      return ["fields: [\"rawValue\"])"]
    }
  }

  /// One element for each case name; clauses of an `#if` may share one.
  private func cases(_ members: [Conditional<EnumCase>]) -> [String] {
    let elements = members.flatMap(\.elements)
    return PositionTable(members).names.map { name in
      let payloads = elements.first { $0.storedName == name }?.payloads ?? []
      var arguments = [name.literal]
      if let former = formerNames(of: name, among: elements) { arguments.append("formerly: \(former)") }
      if !payloads.isEmpty {
        arguments.append("fields: [\(payloads.map(\.storedName.literal).joined(separator: ", "))]")
      }
      if elements.contains(where: { $0.storedName == name && $0.isFallback }) {
        arguments.append("isFallback: true")
      }
      return ".init(\(arguments.joined(separator: ", ")))"
    }
  }

  /// One entry for each field with former names.
  private func formerFields(_ members: [Conditional<Field>], _ names: [String]) -> [String] {
    let elements = members.flatMap(\.elements)
    return names.compactMap { name in
      formerNames(of: name, among: elements).map { "\(name.literal): \($0)" }
    }
  }

}

/// Returns the former names of a field or a case, as an array literal: those that any clause of an `#if` lists.
func formerNames(of name: String, among elements: [some Named]) -> String? {
  var names: [String] = []
  for former in elements.filter({ $0.storedName == name }).flatMap(\.formerNames).compactMap(\.value)
  where !names.contains(former) {
    names.append(former)
  }
  return names.isEmpty ? nil : "[\(names.map(\.literal).joined(separator: ", "))]"
}

extension String {
  /// This line and others; on one line if they fit.
  fileprivate func asLines(then lines: [String]) -> [String] {
    guard lines.count == 1, count + lines[0].count < 100 else { return [self] + lines }
    return ["\(self) \(lines[0])"]
  }
}
