internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

/// Writes a keyed archive as an XML property list, object by object of its binary form.
///
/// The archive was just written, so its size is trusted, and no container in it has several references.
struct XMLArchiveWriter {
  private let plist: BinaryPlist
  /// The keys of sorted dictionaries, with their positions, by the bytes of the references to them.
  private var orders: [[UInt8]: [Entry]] = [:]

  private typealias Entry = (key: String, position: Int)

  /// Where a value is. Apple's XML writer sorts the keys of the top and of the objects.
  private enum Place {
    case top, objects, object, inside

    var isSorted: Bool { self == .top || self == .object }
  }

  static func data(_ plist: BinaryPlist, _ limits: ArchiveLimits, freeDepth: Int) throws -> Data {
    var writer = XMLArchiveWriter(plist)
    return try XMLListWriter.data(limits, freeDepth: freeDepth) {
      try writer.write(plist.topObject, at: .top, to: &$0)
    }
  }

  private init(_ plist: BinaryPlist) { self.plist = plist }

  private mutating func write(_ object: Int, at place: Place, to list: inout XMLListWriter) throws {
    let offset = try plist.offset(of: object)
    switch plist.kind(at: offset) {
    case BinaryPlist.Kind.uid:
      guard let uid = try plist.uid(at: offset) else { throw list.unsayable("a reference", "a larger one") }
      try list.write(uid: uid)
    case BinaryPlist.Kind.ascii: try write(asciiAt: offset, to: &list)
    case BinaryPlist.Kind.array: try write(arrayAt: offset, place, to: &list)
    case BinaryPlist.Kind.dictionary: try write(dictionaryAt: offset, place, to: &list)
    default:
      guard let leaf = try plist.leaf(at: offset) else {
        throw list.unsayable("a value that XML can express", plist.describe(at: offset))
      }
      try list.write(leaf)
    }
  }

  private func write(asciiAt offset: Int, to list: inout XMLListWriter) throws {
    let (count, start) = try plist.counted(at: offset, width: 1)
    let isWritten = unsafe plist.bytes(from: start, count: count).withMemoryRebound(to: UInt8.self) {
      unsafe list.write(text: $0)
    }
    if !isWritten { throw try list.controlCharacters(plist.string(at: offset) ?? "") }
  }

  private mutating func write(arrayAt offset: Int, _ place: Place, to list: inout XMLListWriter) throws {
    guard let parts = try plist.parts(at: offset) else { return }
    try list.container(.array, isEmpty: parts.count == 0) { list in
      for position in 0..<parts.count {
        list.path.append(.index(position))
        try write(
          plist.reference(position, of: parts), at: place == .objects ? .object : .inside, to: &list)
        list.path.removeLast()
      }
    }
  }

  private mutating func write(dictionaryAt offset: Int, _ place: Place, to list: inout XMLListWriter) throws {
    guard let parts = try plist.parts(at: offset) else { return }
    let entries = try entries(parts, isSorted: place.isSorted)
    try list.container(.dict, isEmpty: parts.count == 0) { list in
      for (key, position) in entries {
        list.path.append(.field(key))
        try list.write(key: key)
        try write(
          plist.value(position, of: parts), at: place == .top && key == "$objects" ? .objects : .inside,
          to: &list)
        list.path.removeLast()
      }
    }
  }

  /// Returns the entries of a dictionary in the order in which they are written. Objects of one shape have the same
  /// references to keys, so their keys are sorted once.
  private mutating func entries(_ parts: PlistParts, isSorted: Bool) throws -> [Entry] {
    func named() throws -> [Entry] {
      try plist.keyNames(count: parts.count, start: parts.start).enumerated().map { ($1, $0) }
    }
    guard isSorted else { return try named() }
    let references = unsafe Array(plist.bytes(from: parts.start, count: parts.count * plist.referenceSize))
    if let known = orders[references] { return known }
    let sorted = try named().sorted { $0.key < $1.key }
    orders[references] = sorted
    return sorted
  }
}
