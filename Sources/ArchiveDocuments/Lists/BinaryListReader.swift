package import ArchiveBytes
package import ArchiveNodes
package import Foundation
internal import KeyedArchives
internal import PropertyLists

/// Reads a binary property list. It keeps the order of keys, the width of reals, and UIDs, each as a `CF$UID`
/// dictionary, as in the XML form. A key may be any value without parts: GNUstep and Python write numbers as keys.
///
/// An array or dictionary with several references is read at each of them, because collections of a list have no
/// identity. The limits bound the cost; a list that contains itself nests too deep.
package struct BinaryListReader {
  private let plist: BinaryPlist
  private let limits: ArchiveLimits
  private let stack = StackGuard()
  private var budget: Int
  /// The number of objects in the table of a keyed archive; `nil` for any other list.
  private let archiveCount: Int?
  private var depth = 0

  /// Returns the node of a list.
  ///
  /// - Parameter archiveCount: The number of objects in the table of a keyed archive, whose UIDs become references to
  ///   the entries of `$objects`.
  package static func node(
    of data: Data, _ limits: ArchiveLimits, archiveCount: Int? = nil
  ) throws -> ArchiveNode {
    try reading(data, limits, archiveCount) { try $0.read($0.plist.topObject) }
  }

  /// Returns the number of bytes of padding after the list in a file: zeros and white space. Returns 0 if the data is
  /// not a list.
  package static func paddingCount(of data: Data) -> Int {
    unsafe data.withUnsafeBytes { (try? unsafe BinaryPlist($0))?.paddingCount ?? 0 }
  }

  /// Returns the keys of the top-level dictionary that are texts; `nil` if the top-level value is not a dictionary.
  package static func topKeys(of data: Data) throws -> [String]? {
    try reading(data, ArchiveLimits()) { reader in
      let (_, parts) = try reader.open(reader.plist.topObject)
      guard let parts, parts.isDictionary else { return nil }
      return try (0..<parts.count).compactMap { position in
        if case .string(let key) = try reader.key(position, of: parts) { key } else { nil }
      }
    }
  }

  /// Calls `body` with a reader of the list. Do not keep the reader: it reads the bytes in place.
  private static func reading<Result>(
    _ data: Data, _ limits: ArchiveLimits, _ archiveCount: Int? = nil, _ body: (inout Self) throws -> Result
  ) throws -> Result {
    do {
      return try unsafe data.withUnsafeBytes { bytes in
        var reader = try unsafe Self(BinaryPlist(bytes), limits, archiveCount)
        return try body(&reader)
      }
    } catch let error as ArchiveError
      where error.advice == nil || error.advice == BinaryPlist.adviceForArchives
    {
      // The usual advice is for keyed archives.
      throw ArchiveError(
        error.code, expected: error.expected, found: error.found, path: error.path, offset: error.offset,
        advice: "The file is cut off or damaged.")
    }
  }

  private init(_ plist: BinaryPlist, _ limits: ArchiveLimits, _ archiveCount: Int?) {
    (self.plist, self.limits, self.archiveCount) = (plist, limits, archiveCount)
    budget = limits.decodedSizeAllowed(forArchiveOf: plist.count)
  }

  // MARK: Errors

  private func error(
    _ expected: String, _ found: String, at offset: Int, _ code: ArchiveError.Code = .malformed
  ) -> ArchiveError {
    ArchiveError(code, expected: expected, found: found, offset: offset, advice: "The file is damaged.")
  }

  private mutating func charge(_ size: Int) throws {
    budget -= size
    if budget < 0 { throw ArchiveError.tooMuchDecoded() }
  }

  // MARK: Objects

  /// Returns the offset of an object and, if it is a container, its references.
  private mutating func open(_ object: Int) throws -> (offset: Int, parts: PlistParts?) {
    let offset = try plist.offset(of: object)
    let (parts, size) = (try plist.parts(at: offset), try plist.contentSize(at: offset))
    if let parts {
      try charge(16 + 32 * parts.count * (parts.isDictionary ? 2 : 1))
    } else if size > 0 {
      try charge(16 + size)
    }
    return (offset, parts)
  }

  /// Returns the value at an offset; it must not be a container.
  private func leaf(at offset: Int) throws -> ArchiveNode {
    switch plist.kind(at: offset) {
    case BinaryPlist.Kind.integer where archiveCount == nil && plist.wideInteger(at: offset) != nil:
      throw error("an integer of 64 bits", "a larger one", at: offset, .invalidValue)
    case BinaryPlist.Kind.simple where plist.byte(at: offset) == 0x00: return .null
    case BinaryPlist.Kind.utf8:
      let (count, start) = try plist.counted(at: offset, width: 1)
      guard let text = unsafe String(validUTF8: plist.bytes(from: start, count: count)) else {
        throw error("text", "invalid UTF-8", at: offset)
      }
      return .string(text)
    case BinaryPlist.Kind.uid:
      if let archiveCount {
        guard let object = try plist.uid(at: offset), object < archiveCount else {
          throw error("a reference to one of \(archiveCount) objects", "a reference past them", at: offset)
        }
        return .reference(object)
      }
      // A UID that needs all 64 bits cannot refer to an object of an archive, but is valid in a property list.
      let number =
        try plist.uid(at: offset).map { .integer(Int64($0)) }
        ?? ArchiveNode(plist.number(at: offset + 1, size: 8))
      return .dictionary([.init(key: .string("CF$UID"), value: number)])
    default:
      guard let node = try plist.leaf(at: offset) else {
        throw error("an object", "the marker 0x\(String(plist.byte(at: offset), radix: 16))", at: offset)
      }
      return node
    }
  }

  private mutating func key(_ position: Int, of parts: PlistParts) throws -> ArchiveNode {
    let (offset, inner) = try open(plist.reference(position, of: parts))
    guard let inner else { return try leaf(at: offset) }
    throw ArchiveError(
      .unsupported, expected: "a text, a number, a date or data as a key",
      found: inner.isDictionary ? "a dictionary" : "an array", offset: offset,
      advice: "No program writes such property lists.")
  }

  // MARK: Nodes

  private mutating func part(
    _ object: Int, _ component: @autoclosure () -> ArchiveError.PathComponent
  ) throws -> ArchiveNode {
    depth += 1
    defer { depth -= 1 }
    return try ArchiveError.located(at: component()) { try read(object) }
  }

  private mutating func read(_ object: Int) throws -> ArchiveNode {
    try stack.check(depth: depth, limits)
    let (offset, parts) = try open(object)
    guard let parts else { return try leaf(at: offset) }
    if parts.isDictionary { return .dictionary(try entries(parts, at: offset)) }
    let elements = try (0..<parts.count).map {
      try part(plist.reference($0, of: parts), .index($0))
    }
    return plist.kind(at: offset) == BinaryPlist.Kind.set ? .set(elements) : .array(elements)
  }

  private mutating func entries(_ parts: PlistParts, at offset: Int) throws -> [ArchiveNode.Entry] {
    var texts: Set<ExactName> = []
    var others: Set<ArchiveNode> = []
    var entries: [ArchiveNode.Entry] = []
    entries.reserveCapacity(parts.count)
    for position in 0..<parts.count {
      let key = try key(position, of: parts)
      let (isNew, name) =
        if case .string(let text) = key { (entries.isNew(text, &texts), text) } else {
          (others.insert(key).inserted, String("\(key)".prefix(80)))
        }
      guard isNew else { throw error("each key once", "the key “\(name.prefix(80))” again", at: offset) }
      entries.append(.init(key: key, value: try part(plist.value(position, of: parts), .field(name))))
    }
    return entries
  }
}

/// Reads XML property lists as nodes, which keep the order of keys and every digit of numbers.
package enum XMLListReader {
  /// Returns the node of a property list.
  package static func node(of data: Data, _ limits: ArchiveLimits) throws -> ArchiveNode {
    let list = try XMLListParser.binary(data, limits)
    // The list has no shared parts, so it is no larger than its content.
    return try BinaryListReader.node(
      of: list, ArchiveLimits(maximumDepth: limits.maximumDepth, maximumDecodedSize: .max))
  }

  /// Returns a UTF-16 document as UTF-8, and any other document unchanged.
  package static func text(of data: Data) throws -> Data {
    data.prefix(2).contains(0xFF) || data.xmlEncodingWithoutMark != nil
      ? Data(try XMLEncoding.utf8(data)) : data
  }
}

extension [ArchiveNode.Entry] {
  /// Returns whether no entry has a key with these bytes yet. Only if there are many entries, their keys are in a set:
  /// sets of a few strings each would leave the memory of a large document in pieces.
  func isNew(_ key: String, _ names: inout Set<ExactName>) -> Bool {
    if count < 16 {
      return !contains { if case .string(let known) = $0.key { known.hasSameBytes(as: key) } else { false } }
    }
    if names.isEmpty {
      for case .string(let known) in lazy.map(\.key) { names.insert(ExactName(known)) }
    }
    return names.insert(ExactName(key)).inserted
  }
}
