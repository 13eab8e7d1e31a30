public import ArchiveValues

extension Sequence where Element: Archivable {
  /// The values as objects that any `NSCoder` can archive.
  ///
  /// ```swift
  /// coder.encode(sessions.encoded, forKey: "sessions")
  /// ```
  // A sequence that is archivable itself has its own `encoded`, which takes precedence.
  @_disfavoredOverload
  public var encoded: [Element.Coding] { map(\.encoded) }
}

extension Sequence where Element: ArchiveWrapper {
  /// The values of the objects.
  public var decoded: [Element.Value] { map(\.decoded) }
}
