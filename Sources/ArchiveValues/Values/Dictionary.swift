internal import ArchiveBytes
internal import Foundation

/// Stored in an order that depends only on the keys, so equal dictionaries of equal values give the same bytes.
extension Dictionary: ArchiveValue where Key: ArchiveValue, Value: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    let entries = try canonicallyOrdered(Array(self)) { $0.key }
    let count = entries.count
    try encoder._encodeCollection(.dictionary, count: count) { encoder in
      for (position, entry) in entries.enumerated() { try encoder.encode(entry.key, at: position) }
      for (position, entry) in entries.enumerated() {
        // The dictionary adds this path component, because coders know its parts only by number.
        try ArchiveError.located(at: .key("\(entry.key)")) {
          try encoder.encode(entry.value, at: count + position)
        }
      }
    }
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> [Key: Value] {
    try decode(from: &decoder, dropping: false)
  }

  /// Reads the dictionary.
  ///
  /// - Parameter dropping: Whether entries that cannot be read are left out.
  static func decode(from decoder: inout some ValueDecoder, dropping: Bool) throws -> [Key: Value] {
    try decoder._decodeCollection(.dictionary) { decoder, count in
      // The archive's bytes bound the count, but entries may be far larger than their bytes, so the table grows with
      // them.
      var keys: [Key?] = []
      keys.reserveCapacity(Swift.min(count, 1024))
      for position in 0..<count {
        keys.append(try decoder.decode(at: position, dropping: dropping, as: .index(position)))
      }
      try decoder._completeInstances()

      var entries = Dictionary(minimumCapacity: Swift.min(count, 1024))
      for (position, key) in keys.enumerated() {
        guard let key else { continue }
        let value: Value? = try ArchiveError.located(at: .key("\(key)")) {
          try decoder.decode(at: count + position, dropping: dropping, as: .key("\(key)"))
        }
        guard let value, entries.updateValue(value, forKey: key) != nil else { continue }
        let error = decoder.invalid("a second \(key)", expected: "distinct keys of a dictionary")
        guard dropping else { throw error }
        DecodeFailures.add(error.prefixed(.key("\(key)")), used: .nothing)
      }
      return entries
    }
  }

  public static var archiveClasses: [AnyClass] {
    [NSDictionary.self].adding(Key.archiveClasses).adding(Value.archiveClasses)
  }

  public static var archiveName: String { "Dictionary_\(Key.archiveName)_\(Value.archiveName)" }
}
