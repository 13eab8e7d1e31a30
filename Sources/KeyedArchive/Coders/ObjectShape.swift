internal import ArchiveBytes
internal import Foundation

/// The keys of an object, looked at once for all objects that have the same.
final class ObjectShape: Sendable {
  /// Where the references to the keys of the first such object begin, and how many entries it has.
  let keysStart: Int
  let entryCount: Int
  /// The position of each key among the entries. Of a key that is there twice, only a damaged file's, the last counts.
  let positions: [String: Int]
  /// That of `$class`; -1 when there is none.
  let classPosition: Int

  init(keysStart: Int, names: [String]) {
    self.keysStart = keysStart
    entryCount = names.count
    positions = Dictionary(zip(names, names.indices), uniquingKeysWith: { $1 })
    classPosition = positions["$class"] ?? -1
  }
}

/// The shapes of the objects that an unarchiver met.
final class ObjectShapes {
  private var known: [ObjectShape] = []
  private var recent = 0

  /// Opens the dictionary at the reader's place: its shape, and where the references to its values begin.
  func open(in reader: inout ObjectTableReader) throws -> (shape: ObjectShape, values: Int) {
    let plist = reader.plist
    guard plist.kind(at: reader.place.offset) == BinaryPlist.Kind.dictionary else {
      throw BinaryPlist.malformed(
        .malformed, "an object", plist.describe(at: reader.place.offset), at: reader.place.offset)
    }
    let (count, start) = try plist.counted(at: reader.place.offset, width: 2 &* plist.referenceSize)
    let size = count &* plist.referenceSize
    // An object without an entry of its own is made each time that it is met.
    try reader.charge(64 &* (1 &+ count))
    func matches(_ shape: ObjectShape) -> Bool {
      shape.entryCount == count && reader.hasSameKeys(shape.keysStart, start, size: size)
    }
    if recent < known.count, matches(known[recent]) { return (known[recent], start &+ size) }
    let found = known.firstIndex(where: matches)
    // As for plans: a search compares keys, and a file whose objects all differ must not make it quadratic.
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
