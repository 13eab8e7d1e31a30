package import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
package import Foundation

/// Reads a binary property list, as it is: the order of keys, the width of reals, and UIDs, each as the dictionary
/// `CF$UID` that the XML form has of one.
///
/// An array or a dictionary that the list refers to from more than one place is one object of a graph. So a list that
/// contains itself is read like any other, and one that contains itself a billion times costs no more than its bytes.
package struct BinaryListReader {
  private let plist: BinaryPlist
  private let limits: ArchiveLimits
  private var stack = StackGuard()
  private var budget: Int
  private var path: [ArchiveError.PathComponent] = []
  /// The numbers in the graph of the containers that are referred to more than once.
  private var shared: [Int: Int] = [:]

  package static func node(of data: Data, _ limits: ArchiveLimits) throws -> ArchiveNode {
    try reading(data, limits) { reader in
      let sharedObjects = try reader.findShared()
      for (number, object) in sharedObjects.enumerated() { reader.shared[object] = number }
      let root = try reader.read(reader.plist.topObject)
      let objects = try sharedObjects.map { try reader.readContent($0) }
      return ArchiveNode(root: root, objects: objects)
    }
  }

  /// The keys of the dictionary at the top; `nil` when there is another value.
  package static func topKeys(of data: Data) throws -> [String]? {
    try reading(data, ArchiveLimits()) { reader in
      let content = try reader.content(of: reader.plist.topObject)
      guard case .container(BinaryPlist.Kind.dictionary, let references) = content else { return nil }
      return try references.prefix(references.count / 2).map { try reader.key($0) }
    }
  }

  /// Calls `body` with a reader of the list, which must not be kept: it reads the bytes where they are.
  private static func reading<Result>(
    _ data: Data, _ limits: ArchiveLimits, _ body: (inout Self) throws -> Result
  ) throws -> Result {
    try unsafe data.withUnsafeBytes { bytes in
      var reader = try Self(located(at: []) { try unsafe BinaryPlist(bytes) }, limits)
      return try body(&reader)
    }
  }

  private init(_ plist: BinaryPlist, _ limits: ArchiveLimits) {
    (self.plist, self.limits) = (plist, limits)
    budget = limits.decodedSizeAllowed(forArchiveOf: plist.count)
  }

  // MARK: Errors

  private func error(
    _ expected: String, _ found: String, at offset: Int, _ code: ArchiveError.Code = .malformed
  ) -> ArchiveError {
    ArchiveError(
      code, expected: expected, found: found, path: path, offset: offset, advice: "The file is damaged.")
  }

  /// Runs `body`, whose errors say what is wrong with the bytes and not on which way they were come to.
  private static func located<Result>(
    at path: [ArchiveError.PathComponent], _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as ArchiveError {
      throw ArchiveError(
        error.code, expected: error.expected, found: error.found, path: path, offset: error.offset,
        advice: "The file is cut off or damaged.")
    }
  }

  private mutating func charge(_ size: Int) throws {
    budget -= size
    if budget < 0 { throw ArchiveError.tooMuchDecoded(path: path) }
  }

  // MARK: Objects

  private enum Content {
    /// An array, a set or a dictionary, by its kind, with the objects it refers to: all keys before all values.
    case container(UInt8, [Int])
    case value(ArchiveNode)
  }

  /// The kinds that lists have and keyed archives do not.
  private enum Kind {
    static let utf8: UInt8 = 0x7
    static let orderedSet: UInt8 = 0xB
    static let set: UInt8 = 0xC
  }

  private mutating func content(of object: Int) throws -> Content {
    let (plist, path) = (plist, path)
    let offset = try Self.located(at: path) { try plist.offset(of: object) }
    let kind = plist.kind(at: offset)
    switch kind {
    case BinaryPlist.Kind.dictionary, BinaryPlist.Kind.array, Kind.orderedSet, Kind.set:
      let parts = kind == BinaryPlist.Kind.dictionary ? 2 : 1
      let (count, start) = try counted(at: offset, width: parts * plist.referenceSize)
      try charge(16 + parts * count * 32)
      return .container(
        kind, try Self.located(at: path) { try plist.references(from: start, count: parts * count) })
    case BinaryPlist.Kind.data, BinaryPlist.Kind.ascii, Kind.utf8:
      let (count, start) = try counted(at: offset, width: 1)
      try charge(16 + count)
      let bytes = unsafe plist.bytes(from: start, count: count)
      if kind == BinaryPlist.Kind.data { return .value(.data(unsafe Data(bytes))) }
      guard kind == Kind.utf8 else { break }
      guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
        throw error("text", "bytes that are none", at: offset)
      }
      return .value(.string(text))
    case BinaryPlist.Kind.utf16: try charge(16 + 2 * counted(at: offset, width: 2).count)
    default: break
    }
    return .value(try scalar(at: offset))
  }

  /// How many parts an object has, and where they begin.
  private func counted(at offset: Int, width: Int) throws -> (count: Int, start: Int) {
    try Self.located(at: path) { try plist.counted(at: offset, width: width) }
  }

  /// A value that is neither data nor refers to others.
  private func scalar(at offset: Int) throws -> ArchiveNode {
    if plist.wideInteger(at: offset) != nil {
      throw error("an integer of 64 bits", "a larger one", at: offset, .invalidValue)
    }
    if plist.byte(at: offset) == 0x00 { return .null }
    let found = try Self.located(at: path) { () -> ArchiveNode? in
      if plist.kind(at: offset) == BinaryPlist.Kind.uid {
        // One that names no object of an archive, as it needs all 64 bits, is one of a list nevertheless.
        let number =
          try plist.uid(at: offset).map { .integer(Int64($0)) }
          ?? ArchiveNode(plist.number(at: offset + 1, size: 8))
        return .dictionary([.init(key: .string("CF$UID"), value: number)])
      }
      if let date = plist.date(at: offset) { return .date(date) }
      return try plist.string(at: offset).map { .string($0) }
        ?? plist.number(at: offset).map(ArchiveNode.init)
    }
    guard let found else {
      throw error("an object", "the marker 0x\(String(plist.byte(at: offset), radix: 16))", at: offset)
    }
    return found
  }

  private mutating func key(_ object: Int) throws -> String {
    guard case .value(.string(let key)) = try content(of: object) else {
      throw error("a text as a key", "another object", at: try plist.offset(of: object))
    }
    return key
  }

  // MARK: Nodes

  /// The containers that are referred to more than once, in the order in which they are met.
  private mutating func findShared() throws -> [Int] {
    var shared: [Int] = []
    var isShared: [Int: Bool] = [:]
    var waiting = [plist.topObject]
    while let object = waiting.popLast() {
      switch isShared[object] {
      case nil:
        guard case .container(_, let references) = try content(of: object) else { continue }
        isShared[object] = false
        waiting += references.reversed()
      case false?:
        isShared[object] = true
        shared.append(object)
      case true?: break
      }
    }
    budget = limits.decodedSizeAllowed(forArchiveOf: plist.count)
    return shared
  }

  private mutating func read(_ object: Int) throws -> ArchiveNode {
    if let number = shared[object] { return .reference(number) }
    return try readContent(object)
  }

  private mutating func part(_ object: Int, _ component: ArchiveError.PathComponent) throws -> ArchiveNode {
    path.append(component)
    let node = try read(object)
    path.removeLast()
    return node
  }

  private mutating func readContent(_ object: Int) throws -> ArchiveNode {
    try stack.check(depth: path.count, limits, advice: "Raise ArchiveLimits.maximumDepth.")
    switch try content(of: object) {
    case .value(let node): return node
    case .container(BinaryPlist.Kind.dictionary, let references):
      let count = references.count / 2
      var keys: Set<[UInt8]> = []
      var entries: [ArchiveNode.Entry] = []
      for index in 0..<count {
        let key = try key(references[index])
        guard keys.insert(Array(key.utf8)).inserted else {
          throw error("each key once", "the key “\(key.prefix(80))” again", at: try plist.offset(of: object))
        }
        entries.append(.init(key: .string(key), value: try part(references[count + index], .field(key))))
      }
      return .dictionary(entries)
    case .container(let kind, let references):
      let elements = try references.enumerated().map { try part($1, .index($0)) }
      return kind == Kind.set ? .set(elements) : .array(elements)
    }
  }
}
