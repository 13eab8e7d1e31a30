import SwiftSyntax

/// Writes `archiveFields` of a struct, with its class name, and the function that lists the fields: a line for each, with
/// its name and its property.
///
/// The list is a function because the compiler checks a property's value again when it writes the module, but not a
/// function's body.
struct TableEmission {
  let plan: ArchivePlan

  /// The property.
  var lines: [String] {
    let access = plan.subject.accessPrefix
    // The type is explicit, since a name in the expression may also name a static member.
    let head = "archiveFields: \(structCoding)ArchiveFields<Self>"
    // A generic type cannot have static stored properties.
    if plan.subject.isGeneric { return ["\(access)static var \(head) { \(call(".shared")) }"] }
    return SourceLines.ofStoredProperty(["\(access)static let \(head) = \(call(".init"))"], plan)
  }

  /// The function; nothing if there are no fields.
  var list: [String] {
    if plan.fields.isEmpty { return [] }
    return FieldEmission(plan.fields, plan).tableLines.braced(
      after: "private static func _listFields(_ fields: inout \(structCoding)FieldList<Self>)")
  }

  private func call(_ function: String) -> String {
    let schema = SchemaEmission(plan: plan)
    let isMemberwise = plan.archivesAllMemory ? ["isMemberwise: true"] : []
    let arguments = [schema.className] + schema.formerly + schema.version + isMemberwise
    let list = plan.fields.isEmpty ? "_ in" : "Self._listFields(&$0)"
    return "\(function)(\(arguments.joined(separator: ", "))) { \(list) }"
  }
}
