public import ArchiveValues

extension Sequence where Element: ArchiveEncodable {
  /// Every value as an object that any `NSCoder` can archive.
  ///
  /// ```swift
  /// coder.encode(sessions.encoded, forKey: "sessions")
  /// ```
  public var encoded: [Element.Coding] { map(\.encoded) }
}

extension Sequence where Element: ArchiveDecodable {
  /// Every object's value.
  public var decoded: [Element.Value] { map(\.decoded) }
}

extension LazySequenceProtocol where Element: ArchiveEncodable {
  /// Every value as an object that any `NSCoder` can archive, made when it is asked for.
  public var encoded: LazyMapSequence<Elements, Element.Coding> { map(\.encoded) }
}

extension LazySequenceProtocol where Element: ArchiveDecodable {
  /// Every object's value, taken when it is asked for.
  public var decoded: LazyMapSequence<Elements, Element.Value> { map(\.decoded) }
}
