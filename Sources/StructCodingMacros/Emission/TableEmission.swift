import SwiftSyntax

/// Writes `archiveFields` of a struct: its class name, and a line for each field with its name and its property.
struct TableEmission {
  let plan: ArchivePlan
  let members: [Conditional<Field>]

  var lines: [String] {
    let access = plan.subject.access.prefix
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
    let arguments = [schema.className] + schema.formerly + schema.version
    var body = FieldEmission(members, SourceLines(plan)).tableLines
    if plan.subject.archivesAllMemory {
      body += ["// SAFETY: these are all the stored properties.", "unsafe $0.assumeComplete()"]
    }
    let head = "\(function)(\(arguments.joined(separator: ", ")))"
    return body.isEmpty ? ["\(head) { _ in }"] : ["\(head) {"] + body.indented + ["}"]
  }
}
