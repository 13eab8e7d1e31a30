/// A struct whose fields can be stored flat, among the fields of the enclosing type.
///
/// `@Archivable` conforms every struct without a version. An enumeration has no fields of its own, and a version
/// belongs to a record. Declare the conformance of a hand-written type if you need it; it has no requirements.
public protocol ArchiveComposable {}

extension ArchiveSchema {
  /// The names of a struct's fields that are stored flat, among another type's fields.
  struct Composition {
    /// The names of the fields, each after the name of the property and a dot.
    let fields: [String]
    /// Older names of each field.
    let formerFields: [String: [String]]

    /// Describes a property that contains a record of a type. Archives store it under `name`, or under a former name.
    init<Record: ArchiveRecord & ArchiveComposable>(_ name: String, formerly: [String], of type: Record.Type)
    {
      let inner = Record.archiveSchema.cases.first ?? Case("")
      var former: [String: [String]] = [:]
      for field in inner.fields {
        let names = [field] + (inner.formerFields[field] ?? [])
        let all = ([name] + formerly).flatMap { prefix in names.map { "\(prefix).\($0)" } }
        if all.count > 1 { former["\(name).\(field)"] = Array(all.dropFirst()) }
      }
      fields = inner.fields.map { "\(name).\($0)" }
      formerFields = former
    }
  }
}
