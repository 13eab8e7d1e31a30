internal import ArchiveBytes
package import ArchiveValues

extension Optional: ColumnValue where Wrapped: ArchiveValue {
  package static var archiveColumn: ArchiveColumn { .optional(Wrapped.self) }
}

extension Array: ColumnValue where Element: ArchiveValue {
  package static var archiveColumn: ArchiveColumn { .array(Element.self) }
}

extension Set: ColumnValue where Element: ArchiveValue {
  package static var archiveColumn: ArchiveColumn {
    .stored(as: [Element].self, role: .set) { (value: Set) in
      try canonicallyOrdered(Array(value)) { $0 }
    } decode: { elements in
      let set = Set(elements)
      guard set.count == elements.count else {
        throw ArchiveError(
          .invalidValue, expected: "distinct elements of a set",
          found: "\(set.count) different elements among \(elements.count)")
      }
      return set
    }
  }
}

extension Dictionary: ColumnValue where Key: ArchiveValue, Value: ArchiveValue {
  package static var archiveColumn: ArchiveColumn {
    .stored(as: [DictionaryEntry<Key, Value>].self, role: .dictionary) { (value: Dictionary) in
      try canonicallyOrdered(value.map { DictionaryEntry(key: $0.key, value: $0.value) }) { $0.key }
    } decode: { entries in
      var dictionary = Dictionary(minimumCapacity: entries.count)
      for entry in entries {
        guard dictionary.updateValue(entry.value, forKey: entry.key) == nil else {
          throw ArchiveError(
            .invalidValue, expected: "distinct keys of a dictionary", found: "a second \(entry.key)")
        }
      }
      return dictionary
    }
  }
}

/// A key and its value, as stored in the columns of a dictionary.
struct DictionaryEntry<Key: ArchiveValue, Value: ArchiveValue>: ColumnValue {
  let key: Key
  let value: Value

  func encodeValue(to encoder: inout some ValueEncoder) throws {
    try ArchiveTuple(key, value).encodeValue(to: &encoder)
  }

  static func decodeValue(from decoder: inout some ValueDecoder) throws -> DictionaryEntry {
    let parts = try ArchiveTuple<Key, Value>.decodeValue(from: &decoder).parts
    return DictionaryEntry(key: parts.0, value: parts.1)
  }

  package static var archiveColumn: ArchiveColumn {
    guard let key = MemoryLayout<Self>.offset(of: \.key), let value = MemoryLayout<Self>.offset(of: \.value)
    else { return .tree }
    return .parts([
      ArchiveColumn.Part(name: "key", type: Key.self, offset: key),
      ArchiveColumn.Part(name: "value", type: Value.self, offset: value),
    ])
  }
}

extension ArchiveTuple: ColumnValue {
  package static var archiveColumn: ArchiveColumn {
    var (parts, end) = ([ArchiveColumn.Part](), 0)
    func add<Value>(_ type: Value.Type) where Value: ArchiveValue {
      let alignment = MemoryLayout<Value>.alignment
      let offset = (end + alignment - 1) & -alignment
      parts.append(ArchiveColumn.Part(name: "\(parts.count)", type: type, offset: offset))
      end = offset + MemoryLayout<Value>.size
    }
    for type in repeat (each Part).self { add(type) }
    return .parts(parts)
  }
}

// A range with one bound is stored as its bound.

extension PartialRangeFrom: ColumnValue where Bound: ArchiveValue {
  package static var archiveColumn: ArchiveColumn { .bound(\.lowerBound, of: Self.self) }
}

extension PartialRangeThrough: ColumnValue where Bound: ArchiveValue {
  package static var archiveColumn: ArchiveColumn { .bound(\.upperBound, of: Self.self) }
}

extension PartialRangeUpTo: ColumnValue where Bound: ArchiveValue {
  package static var archiveColumn: ArchiveColumn { .bound(\.upperBound, of: Self.self) }
}

extension ArchiveColumn {
  fileprivate static func bound<Value: ArchiveRepresentable, Bound: ArchiveValue>(
    _ bound: KeyPath<Value, Bound>, of type: Value.Type
  ) -> ArchiveColumn where Value.ArchiveForm == ArchiveTuple<Bound> {
    .stored(as: Bound.self) { (value: Value) in
      value[keyPath: bound]
    } decode: {
      try Value(archiveForm: ArchiveTuple($0))
    }
  }
}
