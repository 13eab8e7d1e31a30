internal import ArchiveBytes

/// The table of a struct's fields: its class name, and for each field the name in archives and the property.
///
/// The table names the fields; the type's own `encodeFields(to:)` and `init(fields:)` store and read them, by their
/// positions in the table. See ``ArchiveStruct``.
public final class ArchiveFields<Record>: @unchecked Sendable {
  // Unchecked: the table does not change after its creation. It contains types, and key paths without captured
  // values, which any thread may use.
  let schema: ArchiveSchema
  private let list: FieldList<Record>
  /// The properties by their names in archives. A property that is stored flat has the name before the dot. A tuple
  /// consists of several properties, and is not listed.
  package var properties: [(name: String, keyPath: PartialKeyPath<Record>)] { list.properties }
  /// Whether `init(fields:)` only reads every stored property from its field.
  package let isMemberwise: Bool

  /// Whether at least one field is never `nil`, so that every value of the type stores at least one field.
  var hasRequiredField: Bool { list.hasRequiredField }

  /// Creates the table.
  ///
  /// - Parameters:
  ///   - className: The class name in archives. It must be unique among the types of one archive.
  ///   - formerly: Older class names to read as this type.
  ///   - version: The version of the type, at least 1.
  ///   - acceptsNewerVersions: Whether to read records of newer versions.
  ///   - isMemberwise: Whether `init(fields:)` reads every stored property from its field, and does nothing else. A
  ///     column archive then reads values without calling it, a column at a time.
  ///   - list: Lists the fields, in the order in which archives store them.
  public convenience init(
    _ className: String, formerly: [String] = [], version: Int = 1, acceptsNewerVersions: Bool = false,
    isMemberwise: Bool = false, _ list: @Sendable (inout FieldList<Record>) -> Void
  ) {
    self.init(listing: list, className, formerly, version, acceptsNewerVersions, isMemberwise)
  }

  private init(
    listing list: (inout FieldList<Record>) -> Void, _ className: String, _ formerly: [String],
    _ version: Int,
    _ acceptsNewerVersions: Bool, _ isMemberwise: Bool
  ) {
    var entries = FieldList<Record>()
    list(&entries)
    schema = ArchiveSchema(
      className: className, formerly: formerly, superclasses: ["NSObject"],
      fields: entries.names.map(\.nodeName),
      formerFields: entries.formerNames.nodeNames, compositionPositions: entries.compositionPositions,
      version: version,
      acceptsNewerVersions: acceptsNewerVersions)
    self.list = entries
    self.isMemberwise = isMemberwise
  }

  /// Returns the table of a generic type, which is created at its first use and kept.
  ///
  /// The arguments are the same as the initialiser's.
  public static func shared(
    _ className: @autoclosure () -> String, formerly: @autoclosure () -> [String] = [], version: Int = 1,
    acceptsNewerVersions: Bool = false, isMemberwise: Bool = false,
    _ list: (inout FieldList<Record>) -> Void
  ) -> ArchiveFields {
    let type = ObjectIdentifier(Record.self)
    if let known = sharedTables.withLock({ $0[type] as? ArchiveFields }) { return known }
    // The lock is not held here, since class names and compositions of generic types ask for other tables. If two
    // threads create a table, either will do.
    let table = ArchiveFields(
      listing: list, className(), formerly(), version, acceptsNewerVersions, isMemberwise)
    sharedTables.withLock { $0[type] = table }
    return table
  }

  /// Passes the fields to a visitor, in the order of the table.
  package func describe<Visitor: FieldVisitor<Record>>(to visitor: inout Visitor) {
    // The fields are closures, which take a visitor of any type.
    var visiting: any FieldVisitor<Record> = visitor
    for field in list.fields {
      field.describe(&visiting)
      if list.isolated.contains(field.position) { visiting.isolateFailures(at: field.position) }
    }
    if let visited = visiting as? Visitor { visitor = visited }
  }
}

/// The tables of generic types, by type.
private let sharedTables = Locked<[ObjectIdentifier: any AnyObject & Sendable]>([:])
