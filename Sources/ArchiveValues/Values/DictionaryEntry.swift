/// A key and its value, as stored in the columns of a dictionary.
struct DictionaryEntry<Key: ArchiveValue, Value: ArchiveValue>: ArchiveValue {
  let key: Key
  let value: Value

  func encodeValue(to encoder: inout some ValueEncoder) throws {
    try ArchiveTuple(key, value).encodeValue(to: &encoder)
  }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> DictionaryEntry {
    let parts = try ArchiveTuple<Key, Value>.decodeValue(from: &decoder).parts
    return DictionaryEntry(key: parts.0, value: parts.1)
  }

  static var archiveColumn: ArchiveColumn {
    guard let key = MemoryLayout<Self>.offset(of: \.key), let value = MemoryLayout<Self>.offset(of: \.value)
    else { return .tree }
    return ArchiveColumn(
      .parts([
        ArchiveColumn.Part(name: "key", type: Key.self, offset: key),
        ArchiveColumn.Part(name: "value", type: Value.self, offset: value),
      ]), of: self)
  }
}
