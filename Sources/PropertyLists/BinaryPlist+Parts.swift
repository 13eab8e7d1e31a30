internal import ArchiveBytes

/// The references of an array, a set or a dictionary, all inside the content of the property list.
@frozen @usableFromInline
package struct PlistParts {
  @usableFromInline package let isDictionary: Bool
  /// The number of elements or entries.
  @usableFromInline package let count: Int
  /// The offset of the references to the elements or keys. A dictionary's references to values follow its references to
  /// keys.
  @usableFromInline package let start: Int

  /// The number of references. A dictionary has the references to keys first, then the references to values.
  package var referenceCount: Int { isDictionary ? 2 * count : count }
}

// Property lists without types: the kind of an object, its references, and its size in bytes. Readers, checks and
// meters use these methods.
extension BinaryPlist {
  // MARK: Containers

  /// Returns the references of an array, a set or a dictionary; `nil` for any other object.
  package func parts(at offset: Int) throws -> PlistParts? {
    switch kind(at: offset) {
    case Kind.array, Kind.orderedSet, Kind.set, Kind.dictionary:
      let isDictionary = kind(at: offset) == Kind.dictionary
      let (count, start) = try counted(at: offset, width: isDictionary ? 2 * referenceSize : referenceSize)
      return PlistParts(isDictionary: isDictionary, count: count, start: start)
    default: return nil
    }
  }

  /// Returns the object of an element or a key.
  @inlinable @inline(__always)
  package func reference(_ position: Int, of parts: PlistParts) throws -> Int {
    try reference(at: parts.start &+ position &* referenceSize)
  }

  /// Returns the object of an entry's value.
  @inlinable @inline(__always)
  package func value(_ position: Int, of parts: PlistParts) throws -> Int {
    try reference(at: parts.start &+ (parts.count &+ position) &* referenceSize)
  }

  /// Returns the references of the dictionary at an offset.
  ///
  /// - Parameter expected: A description of the expected object, for the error if it is not a dictionary.
  package func dictionary(at offset: Int, what expected: String) throws -> PlistParts {
    guard let parts = try parts(at: offset), parts.isDictionary else {
      throw Self.malformed(.malformed, expected, describe(at: offset), at: offset)
    }
    return parts
  }

  /// Returns the keys and value references of the dictionary at an offset.
  package func entries(at offset: Int, what expected: String) throws -> [(key: String, reference: Int)] {
    let parts = try dictionary(at: offset, what: expected)
    let names = try keyNames(count: parts.count, start: parts.start)
    return try names.enumerated().map { ($1, try value($0, of: parts)) }
  }

  /// Returns the value of the first entry whose key has the same bytes, or `nil`. The keys up to it must be strings,
  /// but no string is created.
  package func value(ofKey key: String, in parts: PlistParts) throws -> Int? {
    for position in 0..<parts.count {
      let offset = try offset(of: reference(position, of: parts))
      if isString(key, at: offset) { return try value(position, of: parts) }
      guard kind(at: offset) == Kind.ascii || kind(at: offset) == Kind.utf16 else { throw badKey(at: offset) }
    }
    return nil
  }

  private func badKey(at offset: Int) -> any Error {
    Self.malformed(.malformed, "a string as a key", describe(at: offset), at: offset)
  }

  /// Returns the keys of a dictionary whose references begin at `start`.
  ///
  /// Keys differ, so together they are at most as long as the file. Without this check, a file with one long string as
  /// many of its keys would cost far more than its size.
  package func keyNames(count: Int, start: Int) throws -> [String] {
    var names: [String] = []
    names.reserveCapacity(count)
    // A two-byte character can become three bytes in UTF-8.
    var room = 2 * self.count
    for index in 0..<count {
      let offset = try offset(of: reference(at: start + index * referenceSize))
      guard let name = try string(at: offset) else { throw badKey(at: offset) }
      room -= name.utf8.count
      guard room >= 0 else {
        throw Self.malformed(.malformed, "keys that differ", "one long key many times", at: offset)
      }
      names.append(name)
    }
    return names
  }

  // MARK: Sizes

  /// Returns the size in bytes of the string or data at an offset; 0 for any other object.
  package func contentSize(at offset: Int) throws -> Int {
    switch kind(at: offset) {
    case Kind.data, Kind.ascii, Kind.utf8: try counted(at: offset, width: 1).count
    case Kind.utf16: try 2 * counted(at: offset, width: 2).count
    default: 0
    }
  }
}
