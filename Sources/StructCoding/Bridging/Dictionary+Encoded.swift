public import ArchiveValues

extension Dictionary where Value: Archivable {
  /// The same keys, with every value as an object that any `NSCoder` can archive.
  public var encoded: [Key: Value.Coding] { mapValues { $0.encoded } }
}

extension Dictionary where Value: ArchiveWrapper {
  /// The same keys, with every object's value.
  public var decoded: [Key: Value.Value] { mapValues { $0.decoded } }
}
