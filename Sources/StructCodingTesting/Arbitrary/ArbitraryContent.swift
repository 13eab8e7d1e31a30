internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// A `Decoder` without a payload, for `Codable` values: it makes up what it is asked for, as `ArbitraryDecoder` does.
final class ArbitraryContent: Decoder {
  var decoder: ArbitraryDecoder
  private var depth = 0
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ decoder: ArbitraryDecoder) { self.decoder = decoder }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>(content: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    Unkeyed(content: self, elements: depth > 6 ? 0 : decoder.elementCount())
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(content: self) }

  /// Makes a value: one that archives store, or one by its own decoding.
  fileprivate func make<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let any = decoder.anyCase(of: type), let value = any as? Value { return value }
    if let type = type as? any ArchiveValue.Type, !(type is any ArchiveRecord.Type) || isFoundations(type),
      let value = try decoder.make(type) as? Value
    {
      return value
    }
    depth += 1
    defer { depth -= 1 }
    guard depth < 60 else {
      throw ArchiveError(
        .unsupported, expected: "a finite value", found: "a \(type) that always contains another")
    }
    // What the value refuses is made again for the field around it.
    return try Value(from: self)
  }

  private func isFoundations(_ type: any ArchiveValue.Type) -> Bool {
    FoundationRecords.types.contains { $0 == type }
  }

  fileprivate var isNil: Bool { depth > 6 || decoder.random.oneIn(3) }
}

private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let content: ArbitraryContent
  let codingPath: [any CodingKey] = []
  let allKeys: [Key] = []

  func contains(_ key: Key) -> Bool { !content.isNil }
  func decodeNil(forKey key: Key) throws -> Bool { content.isNil }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try content.make(type)
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try content.container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try content.unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { content }
  func superDecoder(forKey key: Key) throws -> any Decoder { content }
}

private struct Unkeyed: UnkeyedDecodingContainer {
  let content: ArbitraryContent
  let elements: Int
  let codingPath: [any CodingKey] = []
  private(set) var currentIndex = 0
  var count: Int? { elements }
  var isAtEnd: Bool { currentIndex >= elements }

  init(content: ArbitraryContent, elements: Int) {
    self.content = content
    self.elements = elements
  }

  mutating func decodeNil() throws -> Bool {
    guard content.isNil else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    return try content.make(type)
  }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    currentIndex += 1
    return try content.container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return try content.unkeyedContainer()
  }
  mutating func superDecoder() throws -> any Decoder { content }
}

private struct Single: SingleValueDecodingContainer {
  let content: ArbitraryContent
  let codingPath: [any CodingKey] = []

  func decodeNil() -> Bool { content.isNil }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try content.make(type) }
}
