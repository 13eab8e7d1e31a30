internal import ArchiveBytes

/// The markers and key references of an archive's shapes, ready to be copied.
struct RecordPrefixes {
  struct Prefix {
    /// The range of its bytes.
    let start: Int
    let size: Int
    let fieldCount: Int
    /// The reference to the class; `PlistReference.omitted` if there is none.
    let classReference: UInt32
  }

  private(set) var shapes: [Prefix] = []
  /// The bytes of all shapes.
  private(set) var bytes: [UInt8] = []

  /// Prepares the prefixes of all shapes.
  init(_ vocabulary: Vocabulary, referenceSize: Int) {
    shapes.reserveCapacity(vocabulary.shapes.count)
    bytes.reserveCapacity(16 * vocabulary.shapes.count)
    for number in vocabulary.shapes.indices {
      let shape = vocabulary.shapes[number]
      let start = bytes.count
      appendMarker(shape.entryCount)
      for position in shape.firstKey..<shape.firstKey + shape.fieldCount {
        append(UInt64(vocabulary.shapeKeys[position]), size: referenceSize)
      }
      // A shape that no record used has no class record.
      let hasClass = shape.classObject >= 0
      if hasClass, let key = vocabulary.classKey { append(UInt64(key), size: referenceSize) }
      shapes.append(
        Prefix(
          start: start, size: bytes.count - start, fieldCount: shape.fieldCount,
          classReference: hasClass ? PlistReference.uid(shape.classObject) : PlistReference.omitted))
    }
  }

  private mutating func appendMarker(_ count: Int) {
    if count < 15 { return bytes.append(0xD0 | UInt8(count)) }
    let width = PlistInteger.width(Int64(count))
    bytes.append(0xDF)
    bytes.append(0x10 | UInt8(width.trailingZeroBitCount))
    append(UInt64(count), size: width)
  }

  private mutating func append(_ value: UInt64, size: Int) {
    var shift = 8 * size
    while shift > 0 {
      shift -= 8
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }
}
