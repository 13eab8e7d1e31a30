internal import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// The references of an array, a set or a dictionary, all of which are inside the content of the property list.
package struct PlistParts {
  package let isDictionary: Bool
  /// How many elements or entries there are.
  package let count: Int
  /// Where the references to the elements or keys begin; those to the values follow the keys.
  package let start: Int
}

// Property lists without types: what an object is, what it leads to, and how many bytes it takes. Whoever reads, checks
// or measures a list goes by these.
extension BinaryPlist {
  // MARK: Containers

  /// What an array, a set or a dictionary leads to; `nil` when something else is at the offset.
  package func parts(at offset: Int) throws -> PlistParts? {
    switch kind(at: offset) {
    case Kind.array, Kind.orderedSet, Kind.set, Kind.dictionary:
      let isDictionary = kind(at: offset) == Kind.dictionary
      let (count, start) = try counted(at: offset, width: isDictionary ? 2 * referenceSize : referenceSize)
      return PlistParts(isDictionary: isDictionary, count: count, start: start)
    default: return nil
    }
  }

  /// The object that an element or a key is.
  @inline(__always)
  package func reference(_ position: Int, of parts: PlistParts) throws -> Int {
    try reference(at: parts.start &+ position &* referenceSize)
  }

  /// The object that the value of an entry is.
  @inline(__always)
  package func value(_ position: Int, of parts: PlistParts) throws -> Int {
    try reference(at: parts.start &+ (parts.count &+ position) &* referenceSize)
  }

  /// The keys and values of the dictionary at an offset.
  ///
  /// - Parameter expected: What should be there, for the error when it is no dictionary.
  package func entries(at offset: Int, what expected: String) throws -> [(key: String, reference: Int)] {
    guard let parts = try parts(at: offset), parts.isDictionary else {
      throw Self.malformed(.malformed, expected, describe(at: offset), at: offset)
    }
    let names = try keyNames(count: parts.count, start: parts.start)
    return try names.enumerated().map { ($1, try value($0, of: parts)) }
  }

  /// The keys of a dictionary, whose references begin at `start`.
  ///
  /// Keys differ, so together they are no longer than the file. A file in which many are the same long string would
  /// otherwise cost far more than its size.
  func keyNames(count: Int, start: Int) throws -> [String] {
    var names: [String] = []
    // Characters of two bytes become three in UTF-8.
    var room = 2 * self.count
    for index in 0..<count {
      let offset = try offset(of: reference(at: start + index * referenceSize))
      guard let name = try string(at: offset) else {
        throw Self.malformed(.malformed, "a string as a key", describe(at: offset), at: offset)
      }
      room -= name.utf8.count
      guard room >= 0 else {
        throw Self.malformed(.malformed, "keys that differ", "one long key many times", at: offset)
      }
      names.append(name)
    }
    return names
  }

  /// The name in the class record of these entries, which is at an offset.
  func className(at offset: Int, entries: [(key: String, reference: Int)]) throws -> String {
    guard let reference = entries.first(where: { $0.key == "$classname" })?.reference,
      let name = try string(at: self.offset(of: reference))
    else {
      throw Self.malformed(.malformed, "a class record with a $classname", "one without", at: offset)
    }
    return name
  }

  // MARK: Values

  /// The value at an offset that neither contains nor refers to others; `nil` when something else is there.
  package func leaf(at offset: Int) throws -> ArchiveNode? {
    switch kind(at: offset) {
    case Kind.ascii, Kind.utf16: return try string(at: offset).map { .string($0) }
    case Kind.data:
      let (count, start) = try counted(at: offset, width: 1)
      return .data(unsafe Data(bytes(from: start, count: count)))
    case Kind.date: return date(at: offset).map { .date($0) }
    default:
      if let wide = wideInteger(at: offset) { return KeyedNodes.wideInteger(high: wide.high, low: wide.low) }
      return try number(at: offset).map(ArchiveNode.init)
    }
  }

  // MARK: Sizes

  /// How many bytes of text or data there are at an offset; 0 when something else is there.
  package func contentSize(at offset: Int) throws -> Int {
    switch kind(at: offset) {
    case Kind.data, Kind.ascii, Kind.utf8: try counted(at: offset, width: 1).count
    case Kind.utf16: try 2 * counted(at: offset, width: 2).count
    default: 0
    }
  }

  /// How many bytes the object at an offset takes, without those that it refers to.
  package func size(at offset: Int) throws -> Int {
    let marker = Int(byte(at: offset) & 0xF)
    switch kind(at: offset) {
    case Kind.integer, Kind.real, Kind.date: return 1 + 1 << marker
    case Kind.uid: return 2 + marker
    case Kind.data, Kind.ascii, Kind.utf8, Kind.utf16:
      return try counted(at: offset, width: 1).start - offset + contentSize(at: offset)
    default:
      guard let parts = try parts(at: offset) else { return 1 }
      return parts.start - offset + parts.count * referenceSize * (parts.isDictionary ? 2 : 1)
    }
  }
}
