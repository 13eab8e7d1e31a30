internal import ArchiveBytes
internal import ArchiveValues

// The keys of objects and of dictionaries.

/// A key, the name of a class or another string, with its hash, by which a writer looks up noted strings.
///
/// Strings are compared by their bytes: `é` and `e` with a combining accent are equal in Swift, but different in an
/// archive.
struct ArchiveKey: Hashable, Sendable {
  let text: String
  let isASCII: Bool
  let hash: UInt64

  init(_ text: String) {
    var text = text
    (hash, isASCII) = text.withUTF8 { unsafe StringScan.scan($0) }
    self.text = text
  }

  static let classKey = ArchiveKey("$class")
  /// The keys of class records.
  static let className = ArchiveKey("$classname")
  static let classes = ArchiveKey("$classes")
  static let fallbackClasses = ArchiveKey("$classhints")
  /// The keys of class records without and with superclasses, then the same with fallback classes.
  fileprivate static let records = [
    [className], [className, classes], [className, fallbackClasses], [className, classes, fallbackClasses],
  ]
  /// The keys of an archive's root dictionary.
  static let archive = ["$archiver", "$objects", "$top", "$version"].map(ArchiveKey.init)

  @inline(__always)
  static func == (left: ArchiveKey, right: ArchiveKey) -> Bool {
    // Equal ASCII strings have the same bytes, and Swift compares short strings as numbers.
    left.hash == right.hash && left.isASCII == right.isASCII
      && (left.isASCII ? left.text == right.text : left.text.hasSameBytes(as: right.text))
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The class of objects, as a class record in an archive stores it.
struct ClassNames: Equatable, Sendable {
  /// The names of the class and its superclasses, nearest first.
  var names: [ArchiveKey]
  /// The names of the fallback classes, for readers that do not know the class.
  var fallbackNames: [ArchiveKey] = []
  /// Whether the class record lists the superclasses, as nearly all do.
  var listsClasses = true

  init(_ names: [String], fallbackNames: [String] = [], listsClasses: Bool = true) {
    self.names = names.map(ArchiveKey.init)
    self.fallbackNames = fallbackNames.map(ArchiveKey.init)
    self.listsClasses = listsClasses
  }

  /// The keys of the class record.
  var recordKeys: [ArchiveKey] {
    ArchiveKey.records[(listsClasses ? 1 : 0) + (fallbackNames.isEmpty ? 0 : 2)]
  }
}

extension String {
  /// The key under which an archive stores a field with this name. Names that start with `$` get another `$`, since a
  /// single one marks the format's own keys.
  var escapedKey: String { utf8.first == UInt8(ascii: "$") ? "$" + self : self }

  /// The key under which an archive stores the field with this name in a schema or a node.
  var fieldKey: String { coderKey.escapedKey }
}

/// Scans the bytes of a string for the facts that a writer needs to store it.
enum StringScan {
  /// One random seed per process; drawing one per table costs more than writing a small archive.
  private static let processSeed = UInt64.random(in: .min ... .max)

  /// Returns a seeded hash of the bytes, and whether all of them are ASCII.
  @inline(__always)
  static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> (hash: UInt64, isASCII: Bool) {
    let count = bytes.count
    var hash = processSeed ^ UInt64(truncatingIfNeeded: count)
    guard count > 0 else { return (hash, true) }
    let raw = unsafe UnsafeRawPointer(bytes.baseAddress!)
    // SAFETY: every load ends at or before `count`; the last one of each branch may overlap the one before.
    var seen: UInt64
    if count >= 8 {
      seen = 0
      var offset = 0
      while offset &+ 8 <= count {
        let word = unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        seen |= word
        hash = mix(hash ^ word)
        offset &+= 8
      }
      let word = unsafe raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      seen |= word
      hash = mix(hash ^ word)
    } else if count >= 4 {
      let low = unsafe raw.loadUnaligned(as: UInt32.self)
      let high = unsafe raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      seen = UInt64(low) | UInt64(high) &<< 32
      hash = mix(hash ^ seen)
    } else {
      let first = unsafe UInt64(raw.load(as: UInt8.self))
      let middle = unsafe UInt64(raw.load(fromByteOffset: count / 2, as: UInt8.self))
      let last = unsafe UInt64(raw.load(fromByteOffset: count &- 1, as: UInt8.self))
      seen = first | middle &<< 8 | last &<< 16
      hash = mix(hash ^ seen)
    }
    return (hash, seen & 0x8080_8080_8080_8080 == 0)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}

/// The facts about a Swift type that keyed archives need, found once per process: finding them takes half as long as
/// a small archive (`Playground/Benchmarks`, “one-event”).
final class KeyedType: Sendable {
  let type: Any.Type
  let schema: ArchiveSchema
  /// The class of its objects.
  let classNames: ClassNames
  /// For each case, the keys of its records as the library writes them, without `$class`.
  let keys: [[ArchiveKey]]
  let hooks: DecodingHooks

  init(_ type: Any.Type, _ schema: ArchiveSchema, hooks: DecodingHooks = .none) {
    (self.type, self.schema, self.hooks) = (type, schema, hooks)
    classNames = ClassNames([schema.className] + schema.superclassNames)
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
