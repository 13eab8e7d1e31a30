public import ArchiveValues

extension Set where Element: Archivable {
  /// The values as objects that any `NSCoder` can archive. Objects of equal values are equal.
  public var encoded: Set<Element.Coding> { Set<Element.Coding>(lazy.map { $0.encoded }) }
}

extension Set where Element: ArchiveWrapper, Element.Value: Hashable {
  /// The values of the objects.
  public var decoded: Set<Element.Value> { Set<Element.Value>(lazy.map { $0.decoded }) }
}
