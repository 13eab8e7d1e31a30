/// A struct whose fields can be stored flat, among the fields of the enclosing type.
///
/// `@Archivable` conforms every struct without a version. An enumeration has no fields of its own, and a version
/// belongs to a record. Declare the conformance of a hand-written type if you need it; it has no requirements.
public protocol ArchiveComposable {}

extension ArchiveSchema {
  /// A struct whose fields are stored flat among those of another, with the prefix of their names.
  public struct Composition: Sendable, Hashable {
    /// The names of the fields, each after the name of the property and a dot.
    let fields: [String]
    /// Older names of each field.
    let formerFields: [String: [String]]

    /// Describes a property that is stored flat.
    ///
    /// - Parameters:
    ///   - name: The name of the property in archives: the prefix before the dot.
    ///   - formerly: Older names of the property.
    ///   - property: The property.
    public init<Root, Record: ArchiveRecord & ArchiveComposable>(
      _ name: String, formerly: [String] = [], of property: KeyPath<Root, Record>
    ) {
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

    @available(
      *, unavailable,
      message:
        "'.composition' stores the fields of a struct that can be archived and has no version: mark its type @Archivable, or store the property by '.default', '.codable' or '.transformed(…)'"
    )
    public init<Root, Value>(
      _ name: String, formerly: [String] = [], of property: KeyPath<Root, Value>
    ) {
      fields = []
      formerFields = [:]
    }
  }
}
