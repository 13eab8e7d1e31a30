public import ArchiveValues

extension Dictionary where Value: Archivable {
  /// The same keys, with every value as an object that any `NSCoder` can archive.
  public var encoded: [Key: Value.Coding] { mapValues { $0.encoded } }
}

extension Dictionary where Value: ArchiveWrapper {
  /// The same keys, with every object's value.
  public var decoded: [Key: Value.Value] { mapValues { $0.decoded } }
}

// Keys that are structs: an `NSDictionary` compares and hashes their objects as the structs are.

extension Dictionary where Key: Archivable {
  /// The same values, with every key as an object that any `NSCoder` can archive, and that can be a key of an
  /// `NSDictionary`.
  public var encoded: [Key.Coding: Value] { withKeys { $0.encoded } }
}

extension Dictionary where Key: Archivable, Value: Archivable {
  /// Every key and every value as an object that any `NSCoder` can archive.
  public var encoded: [Key.Coding: Value.Coding] { mapValues { $0.encoded }.withKeys { $0.encoded } }
}

extension Dictionary where Key: ArchiveWrapper, Key.Value: Hashable {
  /// The same values, by the values of the keys. Of keys with equal values, one is kept.
  public var decoded: [Key.Value: Value] { withKeys { $0.decoded } }
}

extension Dictionary where Key: ArchiveWrapper, Key.Value: Hashable, Value: ArchiveWrapper {
  /// The values of all keys and objects. Of keys with equal values, one is kept.
  public var decoded: [Key.Value: Value.Value] { mapValues { $0.decoded }.withKeys { $0.decoded } }
}

extension Dictionary {
  /// Returns the values by other keys. Of keys that become equal, one is kept.
  fileprivate func withKeys<Other: Hashable>(_ make: (Key) -> Other) -> [Other: Value] {
    var result: [Other: Value] = [:]
    result.reserveCapacity(count)
    for (key, value) in self { result[make(key)] = value }
    return result
  }
}
