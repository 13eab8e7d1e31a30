internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// The facts about a Swift type that keyed archives need, found once per process: finding them takes half as long as
/// a small archive (`Playground/Benchmarks`, “one-event”).
final class KeyedType: Sendable {
  let type: Any.Type
  let schema: ArchiveSchema
  /// The class of its objects.
  let classNames: ClassNames
  /// For each case, the keys of its records as the library writes them, without `$class`.
  let keys: [[ArchiveKey]]
  /// The names of the cases of an enumeration, in their own array so that searching touches nothing else.
  let caseNames: [String]
  let hooks: DecodingHooks

  init(_ type: Any.Type, _ schema: ArchiveSchema, hooks: DecodingHooks = .none) {
    (self.type, self.schema, self.hooks) = (type, schema, hooks)
    classNames = ClassNames([schema.className] + schema.superclassNames)
    caseNames = schema.isEnumeration ? schema.cases.map(\.name) : []
    keys = schema.cases.map { fields in
      var keys = fields.coderKeys.map(\.escapedKey)
      if schema.isEnumeration { keys.insert(ArchiveSchema.caseKey, at: 0) }
      if schema.version > 1 { keys.append(ArchiveSchema.versionKey) }
      return keys.map(ArchiveKey.init)
    }
  }

  static func of<Record: ArchiveRecord>(_ type: Record.Type) -> KeyedType {
    find(type) {
      let schema = type.archiveSchema
      return KeyedType(type, schema, hooks: DecodingHooks(type, version: schema.version))
    }
  }

  static func of(class type: any ArchivableObject.Type) -> KeyedType {
    find(type) { KeyedType(type, type.archiveSchema) }
  }

  private static let known = Locked<[ObjectIdentifier: KeyedType]>([:])

  private static func find(_ type: Any.Type, _ make: () -> KeyedType) -> KeyedType {
    let key = ObjectIdentifier(type)
    if let found = known.withLock({ $0[key] }) { return found }
    // The lock is not held here, since a schema may ask for other types. If two threads create one, either will do.
    let made = make()
    known.withLock { $0[key] = made }
    return made
  }
}
