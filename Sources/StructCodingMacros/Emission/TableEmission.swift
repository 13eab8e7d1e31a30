import SwiftSyntax

/// Writes `archiveFields` of a struct: its class name, and a line for each field with its name and its property.
struct TableEmission {
  let plan: ArchivePlan
  let members: [Conditional<Field>]

  var lines: [String] {
    let access = plan.subject.accessPrefix
    let table = "\(structCoding)ArchiveFields<Self>"
    // A generic type cannot have static stored properties.
    if plan.subject.isGeneric {
      return ["\(access)static var archiveFields: \(table) {"] + call(".shared").indented + ["}"]
    }
    let call = call(table)
    return ["\(access)static let archiveFields = \(call[0])"] + call.dropFirst()
  }

  private func call(_ function: String) -> [String] {
    let schema = SchemaEmission(plan: plan)
    let isComplete = plan.subject.archivesAllMemory
    let name = isComplete ? "complete: \(schema.className)" : schema.className
    let arguments = [name] + schema.formerly + schema.version
    let body = FieldEmission(members, SourceLines(plan)).tableLines
    let head = "\(isComplete ? "unsafe " : "")\(function)(\(arguments.joined(separator: ", ")))"
    return body.isEmpty ? ["\(head) { _ in }"] : ["\(head) {"] + body.indented + ["}"]
  }
}
