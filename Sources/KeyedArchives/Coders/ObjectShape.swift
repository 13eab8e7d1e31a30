internal import ArchiveBytes
internal import Foundation
internal import PropertyLists

/// The keys of an object, parsed once for all objects with the same keys.
final class ObjectShape: Sendable {
  /// The offset of the key references of the first such object, and its number of entries.
  let keysStart: Int
  let entryCount: Int
  /// The position of each key among the entries. If a key appears twice, which only damaged files have, the last one
  /// wins.
  let positions: NamePositions
  /// The position of `$class`; -1 if there is none.
  let classPosition: Int

  init(keysStart: Int, names: [String]) {
    self.keysStart = keysStart
    entryCount = names.count
    positions = NamePositions(names)
    classPosition = positions["$class"] ?? -1
  }
}

/// The shapes of the objects that an unarchiver has visited.
final class ObjectShapes {
  private var known: [ObjectShape] = []
  private var recent = 0

  /// Opens the dictionary at the reader's place. Returns its shape and the offset of its value references.
  func open(in reader: inout ObjectTableReader) throws -> (shape: ObjectShape, values: Int) {
    let plist = reader.plist
    guard plist.kind(at: reader.place.offset) == BinaryPlist.Kind.dictionary else {
      throw BinaryPlist.malformed(
        .malformed, "an object", plist.describe(at: reader.place.offset), at: reader.place.offset)
    }
    let (count, start) = try plist.counted(at: reader.place.offset, width: 2 &* plist.referenceSize)
    let size = count &* plist.referenceSize
    // An object that is not an entry of `$objects` is created on each visit.
    try reader.charge(64 &* (1 &+ count))
    func matches(_ shape: ObjectShape) -> Bool {
      shape.entryCount == count && reader.hasSameKeys(shape.keysStart, start, size: size)
    }
    if recent < known.count, matches(known[recent]) { return (known[recent], start &+ size) }
    let found = known.firstIndex(where: matches)
    // As for plans: the search compares keys, and a file whose objects all have different keys must not make it
    // quadratic.
    try reader.charge(size &* (1 &+ (found ?? known.count) / 4))
    if let found {
      recent = found
    } else {
      let shape = ObjectShape(keysStart: start, names: try reader.keyNames(count: count, start: start))
      if known.count >= 64 { known.removeAll() }
      known.append(shape)
      recent = known.count - 1
    }
    return (known[recent], start &+ size)
  }
}
