internal import ArchiveBytes
internal import Foundation
package import PropertyLists

/// The object table of a keyed archive: a binary property list with located and checked parts.
package final class ObjectTable: Sendable {
  package let plist: BinaryPlist
  /// The name of the archiver that wrote the file, usually `NSKeyedArchiver`.
  package let archiver: String
  package let version: Int
  /// The number of entries in `$objects`, and the offset of its references.
  package let objectCount: Int
  package let objectsStart: Int
  /// The offset of `$top`, and its references.
  let topOffset: Int
  let topParts: PlistParts

  /// Opens an archive in an object that outlives the table. Unlike `Data`, `NSData` keeps its bytes at one address.
  convenience init(in data: NSData) throws {
    try unsafe self.init(UnsafeRawBufferPointer(start: data.bytes, count: data.length))
  }

  /// Opens an archive.
  init(_ bytes: UnsafeRawBufferPointer) throws {
    let plist = try unsafe BinaryPlist(bytes)
    let root = try plist.offset(of: plist.topObject)
    let entries = try plist.dictionary(at: root, what: "a dictionary of $archiver, $objects and $top")
    func offset(of key: String) throws -> Int {
      guard let reference = try plist.value(ofKey: key, in: entries) else {
        throw BinaryPlist.malformed(
          .malformed, "the entry \(key) of a keyed archive", "a property list without it", at: root)
      }
      return try plist.offset(of: reference)
    }
    let archiverOffset = try offset(of: "$archiver")
    guard let archiver = try plist.string(at: archiverOffset) else {
      throw BinaryPlist.malformed(
        .malformed, "a name for $archiver", plist.describe(at: archiverOffset), at: archiverOffset)
    }
    let objectsOffset = try offset(of: "$objects")
    guard plist.kind(at: objectsOffset) == BinaryPlist.Kind.array else {
      throw BinaryPlist.malformed(
        .malformed, "an array for $objects", plist.describe(at: objectsOffset), at: objectsOffset)
    }
    topOffset = try offset(of: "$top")
    var version = 0
    if let reference = try plist.value(ofKey: "$version", in: entries),
      case .signed(let stored)? = try plist.number(at: plist.offset(of: reference))
    {
      version = Int(clamping: stored)
    }
    self.plist = plist
    self.archiver = archiver
    self.version = version
    (objectCount, objectsStart) = try plist.counted(at: objectsOffset, width: plist.referenceSize)
    topParts = try plist.dictionary(at: topOffset, what: "a dictionary for $top")
  }

  /// Returns the entries of `$top`: names, and numbers of property list objects.
  package func top() throws -> [(key: String, reference: Int)] {
    try plist.entries(at: topOffset, what: "a dictionary for $top")
  }

  /// Returns the number of the property list object under a key of `$top`; `nil` if `$top` lacks the key.
  func reference(ofTop key: String) throws -> Int? {
    try plist.value(ofKey: key, in: topParts) ?? top().first { $0.key == key }?.reference
  }

  /// Throws if the archiver is not one of the given names.
  func checkArchiver(_ names: Set<String>?) throws {
    guard let names, names.first != archiver, !names.contains(archiver) else { return }
    throw ArchiveError(
      .foreignArchiver, expected: "an archive by \(names.sorted().joined(separator: " or "))",
      found: "one by \(archiver)",
      advice: .allowArchiver)
  }

  /// Returns the offset of the entry of `$objects` with this number.
  @inline(__always)
  package func offset(ofEntry object: Int) throws -> Int {
    assert(object >= 0 && object < objectCount)
    return try plist.offset(of: plist.reference(at: objectsStart &+ object &* plist.referenceSize))
  }

  /// Resolves a reference: through a `CF$UID` into `$objects`, or directly to an object of the property list.
  @inline(__always)
  package func resolve(_ reference: Int) throws -> (offset: Int, object: Int) {
    let offset = try plist.offset(of: reference)
    guard plist.kind(at: offset) == BinaryPlist.Kind.uid else { return (offset, Self.inline) }
    let object = try entry(ofUIDAt: offset)
    return (try self.offset(ofEntry: object), object)
  }

  /// Returns the number of the entry of `$objects` that the `CF$UID` at an offset refers to.
  @inline(__always)
  package func entry(ofUIDAt offset: Int) throws -> Int {
    guard let object = try plist.uid(at: offset), object < objectCount else { throw badUID(at: offset) }
    return object
  }

  /// The number used for an object that is not an entry of `$objects`.
  static let inline = -1

  @inline(never)
  private func badUID(at offset: Int) -> any Error {
    BinaryPlist.malformed(
      .malformed, "a reference to one of \(objectCount) objects", "a reference past them", at: offset)
  }

  /// Returns whether the object at `offset` means `nil`: the string `$null`, which is entry 0, and in some archives
  /// also other entries.
  @inline(__always)
  func isNull(at offset: Int, object: Int) -> Bool {
    object == 0 || plist.byte(at: offset) == 0x55 && plist.isString("$null", at: offset)
  }
}
