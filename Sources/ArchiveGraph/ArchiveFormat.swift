/// The formats that a file of values may have.
public enum ArchiveFormat: String, Sendable, Hashable, CaseIterable {
  /// Apple's keyed archive, in a binary property list or an XML one.
  case keyedArchive = "keyed"
  /// This library's column archive.
  case columnArchive = "column"
  /// A file of FastCoding 3.
  case fastCoding = "fast"
  /// JSON, with or without the notation of ``ArchiveNode/jsonData(isPretty:limits:)``.
  case json
  /// A property list that is no keyed archive, binary or XML.
  case propertyList = "plist"
}
