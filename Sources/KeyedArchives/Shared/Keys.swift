internal import ArchiveBytes
internal import ArchiveValues

// The keys of objects and of dictionaries.

/// The class of objects, as a class record in an archive says it.
struct ClassNames: Hashable, Sendable {
  /// The name of the class and those of its superclasses, nearest first.
  private(set) var names: ExactNames
  /// The names of the fallback classes, for readers that do not know the class.
  let fallbackNames: ExactNames
  /// Whether the class record lists the superclasses, as nearly all do.
  let listsClasses: Bool

  init(_ names: [String], fallbackNames: [String] = [], listsClasses: Bool = true) {
    self.names = ExactNames(names)
    self.fallbackNames = ExactNames(fallbackNames)
    self.listsClasses = listsClasses
  }

  /// The class of dictionaries that are no objects.
  static let none = ClassNames([])

  /// Returns the class under another name.
  func renamed(_ name: String) -> ClassNames {
    var renamed = self
    renamed.names = ExactNames([name] + names.all.dropFirst())
    return renamed
  }

  // The first name tells most classes apart.
  func hash(into hasher: inout Hasher) { hasher.combine(names.all.first) }
}

extension String {
  /// The key under which an archive stores a field with this name. Names that start with `$` get another `$`, since a
  /// single one marks the format's own keys.
  var escapedKey: String { utf8.first == UInt8(ascii: "$") ? "$" + self : self }

  /// The key under which an archive stores the field with this name in a schema or a node.
  var fieldKey: String { coderKey.escapedKey }
}
