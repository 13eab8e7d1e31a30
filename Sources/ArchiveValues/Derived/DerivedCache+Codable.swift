// A struct may be both `Codable` and `@Archivable`. Its synthesised `Codable` methods call the following ones instead
// of the general ones, so the caches of its derived properties get no entries.

extension _DerivedCache: Codable {
  /// Creates a cache without a value, whatever the decoder contains.
  public init(from decoder: any Decoder) throws { self.init() }

  /// Encodes an empty container, where an encoder asks for the cache itself.
  public func encode(to encoder: any Encoder) throws {
    _ = encoder.container(keyedBy: NoKey.self)
  }

  private enum NoKey: CodingKey {}
}

extension KeyedEncodingContainer {
  /// Omits the cache.
  @_documentation(visibility: internal)
  public mutating func encode<Value>(_ cache: _DerivedCache<Value>, forKey key: Key) throws {}
}

extension KeyedDecodingContainer {
  /// Returns a cache without a value.
  @_documentation(visibility: internal)
  public func decode<Value>(_ type: _DerivedCache<Value>.Type, forKey key: Key) throws -> _DerivedCache<Value>
  {
    _DerivedCache()
  }
}
