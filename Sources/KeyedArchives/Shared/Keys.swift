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
    var utf8 = text
    self.text = text
    (hash, isASCII) = utf8.withUTF8 { unsafe StringScan.scan($0) }
  }

  static let classKey = ArchiveKey("$class")
  /// The keys of class records.
  static let className = ArchiveKey("$classname")
  static let classes = ArchiveKey("$classes")
  static let fallbackClasses = ArchiveKey("$classhints")
  /// The keys of an archive's root dictionary.
  static let archive = ["$archiver", "$objects", "$top", "$version"].map(ArchiveKey.init)
  /// The keys of most `$top` dictionaries.
  private static let root = [ArchiveKey("root")]

  /// Returns the keys of a `$top` dictionary with one value.
  static func top(_ key: String) -> [ArchiveKey] { key == "root" ? root : [ArchiveKey(key.escapedKey)] }

  @inline(__always)
  static func == (left: ArchiveKey, right: ArchiveKey) -> Bool {
    // Equal ASCII strings have the same bytes, and Swift compares short strings as numbers.
    left.hash == right.hash && left.isASCII == right.isASCII
      && (left.isASCII ? left.text == right.text : left.text.hasSameBytes(as: right.text))
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The class of objects, as a class record in an archive stores it.
struct ClassNames: Hashable, Sendable {
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

  /// The class of dictionaries that are not objects.
  static let none = ClassNames([])

  // Most classes differ in the first name.
  func hash(into hasher: inout Hasher) { hasher.combine(names.first) }
}

extension String {
  /// The key under which an archive stores a field with this name. Names that start with `$` get another `$`, since a
  /// single one marks the format's own keys.
  var escapedKey: String { utf8.first == UInt8(ascii: "$") ? "$" + self : self }

  /// The key under which an archive stores the field with this name in a schema or a node.
  var fieldKey: String { coderKey.escapedKey }
}
