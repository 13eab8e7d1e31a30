import SwiftSyntax

/// Writes `archiveFields` of a struct: its class name, and a line for each field with its name and its property.
struct TableEmission {
  let plan: ArchivePlan

  var lines: [String] {
    let access = plan.subject.accessPrefix
    let table = "\(structCoding)ArchiveFields<Self>"
    // A generic type cannot have static stored properties.
    if plan.subject.isGeneric {
      return ["\(access)static var archiveFields: \(table) {"] + call(".shared").indented + ["}"]
    }
    // The type is written, since the names of the properties in the expression may be those of static members.
    let call = call(".init")
    return SourceLines.ofStoredProperty(
      ["\(access)static let archiveFields: \(table) = \(call[0])"] + call.dropFirst(), plan)
  }

  private func call(_ function: String) -> [String] {
    let schema = SchemaEmission(plan: plan)
    let isMemberwise = plan.subject.archivesAllMemory ? ["isMemberwise: true"] : []
    let arguments = [schema.className] + schema.formerly + schema.version + isMemberwise
    let body = FieldEmission(plan.fields, plan).tableLines
    let head = "\(function)(\(arguments.joined(separator: ", ")))"
    return body.isEmpty ? ["\(head) { _ in }"] : ["\(head) {"] + body.indented + ["}"]
  }
}
