// A struct with derived properties may be `Codable`. Its synthesised methods store every stored property under a key,
// including the cache; a property wrapper or a default would have a key as well. Only overloads for the cache's type,
// which the synthesised methods prefer, can write no entry and read none.

extension _DerivedCache: Codable {
  /// Creates a cache without a value, whatever the decoder contains.
  public init(from decoder: any Decoder) throws { self.init() }

  /// Encodes an empty container, for an encoder that asks for the cache itself.
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
