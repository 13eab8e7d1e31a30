internal import ArchiveBytes
internal import Foundation

/// The second pass of writing: turns a writer's notes into the bytes of a binary property list.
///
/// The format is Apple's `bplist00` (documented in CoreFoundation's `CFBinaryPList.c`): a header, the objects, a table
/// of their offsets, a trailer. Objects are numbered in the order of the notes; after them comes one `CF$UID` for each
/// entry of `$objects`.
@safe
struct PlistEmitter {
  private let offsetSize: Int
  private let referenceSize: Int
  private let directCount: Int
  /// What the records of each shape begin with.
  private let prefixes: UnsafeMutableBufferPointer<Prefix>
  private let dateShape: Int
  /// The address for the next object.
  private var cursor: UnsafeMutableRawPointer
  /// The address for the next entry of the offset table.
  private var tableCursor: UnsafeMutableRawPointer
  private let base: UnsafeMutableRawPointer
  /// The number of objects begun.
  private var number = 0

  /// A store may exceed its target by up to seven bytes. So that much space is left after the content and after the
  /// table; the table is moved up to the content when both are written.
  private static let slack = 8
  private static let trailerSize = 32

  /// Returns the complete file for a finished writer whose top-level dictionary has the direct number `top`.
  static func emit(_ writer: inout ObjectTableWriter, top: UInt32) throws -> Data {
    let uidCount = writer.objects.count
    let total = writer.list.count + uidCount
    // CoreFoundation requires the number of objects itself to fit a reference, not just the largest object number.
    let referenceSize = bytesNeeded(total, isArchive: writer.isArchive)
    let contentSize =
      8 + writer.list.byteCount + writer.list.referenceCount * referenceSize
      + uidsSize(uidCount, writer.forwarded)
    let offsetSize = bytesNeeded(contentSize, isArchive: writer.isArchive)
    let size = contentSize + total * offsetSize + trailerSize
    guard total < Int(PlistReference.omitted) else {
      throw ArchiveError(.unsupported, found: "\(total) objects", advice: "Split the archive.")
    }
    let base = UnsafeMutableRawPointer.allocate(byteCount: size + 2 * slack, alignment: 8)
    unsafe LargeMemory.willFill(base, byteCount: size + 2 * slack)
    let table = unsafe base + (contentSize + slack)
    let (shapeCount, keyCount) = (writer.vocabulary.shapes.count, writer.vocabulary.shapeKeys.count)
    // A marker with its count, the keys and the class of each shape.
    let prefixSize = shapeCount * 10 + (keyCount + shapeCount) * referenceSize + slack
    unsafe withUnsafeTemporaryAllocation(of: Prefix.self, capacity: shapeCount) { prefixes in
      unsafe withUnsafeTemporaryAllocation(byteCount: prefixSize, alignment: 8) { prefixBytes in
        var emitter = unsafe PlistEmitter(
          offsetSize: offsetSize, referenceSize: referenceSize, directCount: writer.list.count,
          prefixes: prefixes, dateShape: Int(writer.vocabulary.fixedShapes[FixedShape.date.rawValue]),
          cursor: prefixBytes.baseAddress!, tableCursor: table, base: base)
        emitter.makePrefixes(&writer.vocabulary)
        unsafe emitter.cursor = base + 8
        unsafe base.storeBytes(of: UInt64(bigEndian: header), as: UInt64.self)
        emitter.emitObjects(writer.list)
        emitter.emitUIDs(uidCount, writer.forwarded)
        // The two passes must agree to the byte. This guarantees that every unchecked store above was inside the block.
        unsafe precondition(emitter.cursor == base + contentSize && emitter.number == total)
        unsafe (base + contentSize).copyMemory(from: table, byteCount: total * offsetSize)
        unsafe emitter.cursor += total * offsetSize
        emitter.emitTrailer(total: total, top: top, tableOffset: contentSize)
      }
    }
    return unsafe Data(
      bytesNoCopy: base, count: size, deallocator: .custom { pointer, _ in unsafe pointer.deallocate() })
  }

  /// The bytes “bplist00”, as a big-endian number.
  private static let header: UInt64 = 0x6270_6C69_7374_3030

  /// Returns the size of references and offsets: in archives the fewest bytes, as in Apple's archiver; in other lists
  /// 1, 2, 4 or 8.
  private static func bytesNeeded(_ number: Int, isArchive: Bool) -> Int {
    isArchive ? PlistInteger.bytesNeeded(UInt64(number)) : PlistInteger.width(Int64(number))
  }

  private static func uidsSize(_ count: Int, _ forwarded: [Int: Int]) -> Int {
    var size = count * 2
    if count > 0x100 { size += count - 0x100 }
    if count > 0x1_0000 { size += 2 * (count - 0x1_0000) }
    return forwarded.isEmpty ? size : forwarded.reduce(size) { $0 - uidWidth($1.key) + uidWidth($1.value) }
  }

  /// Returns the size in bytes of the number in a `CF$UID`.
  @inline(__always)
  private static func uidWidth(_ object: Int) -> Int { object <= 0xFF ? 1 : object <= 0xFFFF ? 2 : 4 }

  // MARK: Stores

  /// Stores the lowest `size` bytes of `value`, big-endian, and advances.
  ///
  /// SAFETY: stores all eight bytes at once. `slack` covers the excess at the end of the content; everywhere else,
  /// later stores overwrite the excess, because addresses increase.
  @inline(__always)
  private mutating func store(_ value: UInt64, size: Int) {
    unsafe cursor.storeBytes(of: (value &<< UInt64(64 &- 8 &* size)).bigEndian, as: UInt64.self)
    unsafe cursor += size
  }

  @inline(__always)
  private mutating func store(marker: UInt8) {
    unsafe cursor.storeBytes(of: marker, as: UInt8.self)
    unsafe cursor += 1
  }

  @inline(__always)
  private mutating func store(marker: UInt8, count: Int) {
    if count < 15 { return store(marker: marker | UInt8(truncatingIfNeeded: count)) }
    store(marker: marker | 0xF)
    store(integer: Int64(count))
  }

  private mutating func store(integer: Int64) {
    let width = PlistInteger.width(integer)
    store(marker: 0x10 | UInt8(truncatingIfNeeded: width.trailingZeroBitCount))
    store(UInt64(bitPattern: integer), size: width)
  }

  /// Enters the current position into the offset table, as that of the next object.
  ///
  /// SAFETY: entries are stored in order, so the next store overwrites the excess of the previous one, or it falls
  /// into `slack`.
  @inline(__always)
  private mutating func beginObject() {
    let offset = UInt64(UInt(bitPattern: unsafe cursor - base))
    unsafe tableCursor.storeBytes(
      of: (offset &<< UInt64(64 &- 8 &* offsetSize)).bigEndian, as: UInt64.self)
    unsafe tableCursor += offsetSize
    number &+= 1
  }

  @inline(__always)
  private mutating func store(reference: UInt32) {
    let isUID = reference & PlistReference.uidFlag != 0
    let number = Int(reference & ~PlistReference.uidFlag)
    store(UInt64(truncatingIfNeeded: isUID ? directCount &+ number : number), size: referenceSize)
  }

  @inline(__always)
  private mutating func store(words: UnsafeBufferPointer<UInt32>, at start: Int, byteCount: Int) {
    guard byteCount > 0 else { return }
    precondition(start + (byteCount + 3) / 4 <= words.count)
    unsafe cursor.copyMemory(from: words.baseAddress! + start, byteCount: byteCount)
    unsafe cursor += byteCount
  }

  // MARK: Objects

  /// The marker and the key references of the records of a shape, ready to be copied.
  @safe
  private struct Prefix {
    // Safe: it only holds the address.
    let bytes: UnsafeRawPointer
    let size: Int
    let fieldCount: Int
    /// The reference to the class; `PlistReference.omitted` if there is none.
    let classReference: UInt32
  }

  /// Writes the prefixes of all shapes at the cursor. `inout`, since the compiler copies the vocabulary otherwise.
  private mutating func makePrefixes(_ vocabulary: inout Vocabulary) {
    for number in vocabulary.shapes.indices {
      let shape = vocabulary.shapes[number]
      let start = unsafe cursor
      store(marker: 0xD0, count: shape.entryCount)
      for position in shape.firstKey..<shape.firstKey + shape.fieldCount {
        store(UInt64(vocabulary.shapeKeys[position]), size: referenceSize)
      }
      // A shape that no record used has no class record.
      let hasClass = shape.classObject >= 0
      if hasClass, let key = vocabulary.classKey { store(UInt64(key), size: referenceSize) }
      // SAFETY: there is room for as many prefixes as there are shapes.
      unsafe prefixes.initializeElement(
        at: number,
        to: Prefix(
          bytes: start, size: cursor - start, fieldCount: shape.fieldCount,
          classReference: hasClass ? PlistReference.uid(shape.classObject) : PlistReference.omitted))
    }
  }

  @inline(__always)
  private mutating func store(_ prefix: Prefix) {
    // SAFETY: the prefix has these bytes, and the notes counted as many.
    unsafe cursor.copyMemory(from: prefix.bytes, byteCount: prefix.size)
    unsafe cursor += prefix.size
  }

  private mutating func emitObjects(_ list: ListNotes) {
    unsafe list.words.withWords { words in
      var position = 0
      while position < words.count { position = unsafe emitObject(words, at: position) }
    }
  }

  /// Emits the object of the note at `position`, and returns the position of the next note.
  ///
  /// ``ObjectTableWriter`` wrote the notes, and this method reads them in the same way. Debug builds check the bounds
  /// of every access; the sizes were added up when the objects were noted.
  @inline(__always)
  private mutating func emitObject(_ words: UnsafeBufferPointer<UInt32>, at position: Int) -> Int {
    let note = unsafe words[position]
    let argument = Int(note &>> 4)
    var next = position &+ 1
    beginObject()
    switch note & 0xF {
    case TableOperation.record.rawValue:
      let prefix = unsafe prefixes[argument]
      store(prefix)
      for offset in 0..<prefix.fieldCount { store(reference: unsafe words[next &+ offset]) }
      if prefix.classReference != PlistReference.omitted { store(reference: prefix.classReference) }
      next &+= prefix.fieldCount
    case TableOperation.date.rawValue:
      let prefix = unsafe prefixes[dateShape]
      store(prefix)
      // The real number is the next object.
      store(UInt64(truncatingIfNeeded: number), size: referenceSize)
      store(reference: prefix.classReference)
      beginObject()
      store(marker: 0x23)
      store(unsafe bits(words, at: next), size: 8)
      next &+= 2
    case TableOperation.integer.rawValue:
      store(integer: Int64(bitPattern: unsafe bits(words, at: next)))
      next &+= 2
    case TableOperation.largeInteger.rawValue:
      store(marker: 0x14)
      store(0, size: 8)
      store(unsafe bits(words, at: next), size: 8)
      next &+= 2
    case TableOperation.double.rawValue:
      store(marker: 0x23)
      store(unsafe bits(words, at: next), size: 8)
      next &+= 2
    case TableOperation.float.rawValue:
      store(marker: 0x22)
      store(UInt64(unsafe words[next]), size: 4)
      next &+= 1
    case TableOperation.bool.rawValue:
      store(marker: argument == 0 ? 0x08 : 0x09)
    case TableOperation.ascii.rawValue, TableOperation.utf16.rawValue, TableOperation.data.rawValue:
      let operation = note & 0xF
      let count = Int(unsafe words[next])
      let byteCount = operation == TableOperation.utf16.rawValue ? 2 * count : count
      let marker: UInt8 =
        operation == TableOperation.ascii.rawValue
        ? 0x50 : operation == TableOperation.utf16.rawValue ? 0x60 : 0x40
      store(marker: marker, count: count)
      unsafe store(words: words, at: next &+ 1, byteCount: byteCount)
      next &+= 1 &+ (byteCount &+ 3) / 4
    case TableOperation.list.rawValue:
      let count = Int(unsafe words[next])
      let prefix = unsafe prefixes[argument]
      store(prefix)
      store(UInt64(truncatingIfNeeded: number), size: referenceSize)
      store(reference: prefix.classReference)
      next = unsafe emitArray(words, at: next &+ 1, count: count)
    case TableOperation.dictionary.rawValue:
      let count = Int(unsafe words[next])
      let prefix = unsafe prefixes[argument]
      store(prefix)
      store(UInt64(truncatingIfNeeded: number), size: referenceSize)
      store(UInt64(truncatingIfNeeded: number &+ 1), size: referenceSize)
      store(reference: prefix.classReference)
      next = unsafe emitArray(words, at: next &+ 1, count: count)
      next = unsafe emitArray(words, at: next, count: count)
    case TableOperation.raw.rawValue:
      let count = Int(unsafe words[next])
      unsafe store(words: words, at: next &+ 1, byteCount: count)
      next &+= 1 &+ (count &+ 3) / 4
    case TableOperation.array.rawValue:
      let count = Int(unsafe words[next])
      store(marker: 0xA0, count: count)
      next &+= 1
      for offset in 0..<count { store(reference: unsafe words[next &+ offset]) }
      next &+= count
    default: preconditionFailure("there is no such note")
    }
    return next
  }

  @inline(__always)
  private func bits(_ words: UnsafeBufferPointer<UInt32>, at position: Int) -> UInt64 {
    unsafe UInt64(words[position]) | UInt64(words[position &+ 1]) &<< 32
  }

  private mutating func emitArray(
    _ words: UnsafeBufferPointer<UInt32>, at start: Int, count: Int
  ) -> Int {
    beginObject()
    store(marker: 0xA0, count: count)
    for offset in 0..<count { store(reference: unsafe words[start &+ offset]) }
    return start &+ count
  }

  private mutating func emitUIDs(_ count: Int, _ forwarded: [Int: Int]) {
    let isForwarding = !forwarded.isEmpty
    for entry in 0..<count {
      beginObject()
      let object = isForwarding ? forwarded[entry] ?? entry : entry
      let width = Self.uidWidth(object)
      store(marker: 0x80 | UInt8(width - 1))
      store(UInt64(object), size: width)
    }
  }

  private mutating func emitTrailer(total: Int, top: UInt32, tableOffset: Int) {
    store(0, size: 6)
    store(UInt64(offsetSize), size: 1)
    store(UInt64(referenceSize), size: 1)
    store(UInt64(total), size: 8)
    store(UInt64(top), size: 8)
    store(UInt64(tableOffset), size: 8)
  }
}
