internal import ArchiveValues

// The keys of objects and of dictionaries.

extension String {
  /// The key under which an archive stores a field with this name. Names that start with `$` get another `$`, since a
  /// single one marks the format's own keys.
  var escapedKey: String { utf8.first == UInt8(ascii: "$") ? "$" + self : self }

  /// The key under which an archive stores the field with this name in a schema or a node.
  var fieldKey: String { coderKey.escapedKey }
}
