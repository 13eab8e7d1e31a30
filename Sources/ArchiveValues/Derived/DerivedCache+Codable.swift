// A struct that is `Codable` as well as `@Archivable` gets no entry for what its derived properties keep: the synthesised
// methods call these instead of the general ones.

extension _DerivedCache: Codable {
  /// A cache without a value, whatever the decoder has.
  public init(from decoder: any Decoder) throws { self.init() }

  /// Encodes an empty container, where an encoder asks for the cache itself.
  public func encode(to encoder: any Encoder) throws {
    _ = encoder.container(keyedBy: NoKey.self)
  }

  private enum NoKey: CodingKey {}
}

extension KeyedEncodingContainer {
  /// Leaves the cache out.
  public mutating func encode<Value>(_ cache: _DerivedCache<Value>, forKey key: Key) throws {}
}

extension KeyedDecodingContainer {
  /// A cache without a value.
  public func decode<Value>(_ type: _DerivedCache<Value>.Type, forKey key: Key) throws -> _DerivedCache<Value> {
    _DerivedCache()
  }
}
