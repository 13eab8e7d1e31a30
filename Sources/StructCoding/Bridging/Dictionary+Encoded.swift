public import ArchiveValues

extension Dictionary where Value: Archivable {
  /// The same keys, with every value as an object that any `NSCoder` can archive.
  public var encoded: [Key: Value.Coding] { mapValues { $0.encoded } }
}

extension Dictionary where Value: ArchiveWrapper {
  /// The same keys, with every object's value.
  public var decoded: [Key: Value.Value] { mapValues { $0.decoded } }
}

// Struct keys: an `NSDictionary` compares and hashes their objects like the structs themselves.

extension Dictionary where Key: Archivable {
  /// The same values, with every key as an object that any `NSCoder` can archive and that can be an `NSDictionary`
  /// key.
  public var encoded: [Key.Coding: Value] { withKeys { $0.encoded } }
}

extension Dictionary where Key: Archivable, Value: Archivable {
  /// Every key and every value as an object that any `NSCoder` can archive.
  public var encoded: [Key.Coding: Value.Coding] { mapValues { $0.encoded }.withKeys { $0.encoded } }
}

extension Dictionary where Key: ArchiveWrapper, Key.Value: Hashable {
  /// The same values, under the values of the key objects. Of keys with equal values, one is kept.
  public var decoded: [Key.Value: Value] { withKeys { $0.decoded } }
}

extension Dictionary where Key: ArchiveWrapper, Key.Value: Hashable, Value: ArchiveWrapper {
  /// The values of all keys and objects. Of keys with equal values, one is kept.
  public var decoded: [Key.Value: Value.Value] { mapValues { $0.decoded }.withKeys { $0.decoded } }
}

extension Dictionary {
  /// Returns the values under other keys. Of keys that become equal, one is kept.
  fileprivate func withKeys<Other: Hashable>(_ make: (Key) -> Other) -> [Other: Value] {
    var result: [Other: Value] = [:]
    result.reserveCapacity(count)
    for (key, value) in self { result[make(key)] = value }
    return result
  }
}
