internal import ArchiveBytes

/// The markers and key references of an archive's shapes, ready to be copied.
struct RecordPrefixes {
  struct Prefix {
    /// The first of its words.
    var start: Int
    var size: Int
    var fieldCount: Int
    /// The reference to the class; `PlistReference.omitted` if there is none.
    var classReference: UInt32
  }

  var shapes: [Prefix] = []
  /// The bytes of all shapes. Those of a shape begin with a word, and end with eight bytes that mean nothing.
  fileprivate(set) var bytes = WordBuffer(capacity: 64)
}

extension ObjectTableWriter {
  /// Prepares the markers and key references of all shapes.
  mutating func makePrefixes(referenceSize: Int) {
    prefixes.shapes.removeAll(keepingCapacity: true)
    prefixes.bytes.count = 0
    for shape in vocabulary.shapes.indices { addPrefix(of: shape, referenceSize: referenceSize) }
  }

  private mutating func addPrefix(of shape: Int, referenceSize: Int) {
    let (count, fieldCount) = (vocabulary.shapes[shape].entryCount, vocabulary.shapes[shape].fieldCount)
    // A shape that no record used has no class record.
    let hasClass = vocabulary.shapes[shape].classObject >= 0
    let start = prefixes.bytes.count
    // At most six bytes of marker, then the references, and eight bytes for the excess of the last load.
    let room = (6 + (fieldCount + 1) * referenceSize + 8 + 8 + 3) / 4
    prefixes.bytes.reserve(room)
    // SAFETY: room for every store was just made; each store of eight bytes exceeds its target by at most seven.
    let base = unsafe UnsafeMutableRawPointer(prefixes.bytes.base + start)
    var size = 0
    func store(_ value: UInt64, size count: Int) {
      unsafe base.storeBytes(
        of: (value &<< UInt64(64 &- 8 &* count)).bigEndian, toByteOffset: size, as: UInt64.self)
      size &+= count
    }
    if count < 15 {
      store(UInt64(0xD0 | count), size: 1)
    } else {
      let width = PlistInteger.width(Int64(count))
      store(0xDF, size: 1)
      store(UInt64(0x10 | width.trailingZeroBitCount), size: 1)
      store(UInt64(count), size: width)
    }
    for position in 0..<fieldCount {
      store(
        UInt64(vocabulary.keys.references[Int(vocabulary.shapes[shape].keys[position])]), size: referenceSize)
    }
    if hasClass {
      store(
        UInt64(
          vocabulary.keys.references[Int(vocabulary.reservedKeys[Vocabulary.ReservedKey.class.rawValue])]),
        size: referenceSize)
    }
    unsafe base.storeBytes(of: 0, toByteOffset: size, as: UInt64.self)
    prefixes.bytes.count = start + room
    prefixes.shapes.append(
      RecordPrefixes.Prefix(
        start: start, size: size, fieldCount: fieldCount,
        classReference: hasClass
          ? PlistReference.uid(vocabulary.shapes[shape].classObject) : PlistReference.omitted))
  }
}
