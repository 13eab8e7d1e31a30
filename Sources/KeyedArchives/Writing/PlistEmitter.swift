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
  /// The address for the next object.
  private var cursor: UnsafeMutableRawPointer
  /// The address for the next entry of the offset table.
  private var tableCursor: UnsafeMutableRawPointer
  private let base: UnsafeMutableRawPointer
  /// The number of objects begun.
  private var number = 0

  /// A store may exceed its target by up to fifteen bytes. So that much space is left after the content and after the
  /// table; the table is moved up to the content when both are written.
  private static let slack = 16
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
    guard total < ObjectNote.maximumCount else {
      throw ArchiveError(.unsupported, found: "\(total) objects", advice: "Split the archive.")
    }
    let base = UnsafeMutableRawPointer.allocate(byteCount: size + 2 * slack, alignment: 8)
    unsafe LargeMemory.willFill(base, byteCount: size + 2 * slack)
    let table = unsafe base + (contentSize + slack)
    var emitter = unsafe PlistEmitter(
      offsetSize: offsetSize, referenceSize: referenceSize, directCount: writer.list.count,
      cursor: base, tableCursor: table, base: base)
    emitter.store(header, size: 8)
    unsafe writer.vocabulary.shapes.withUnsafeBufferPointer { shapes in
      unsafe writer.vocabulary.shapeKeys.withUnsafeBufferPointer { keys in
        unsafe emitter.emitObjects(writer.list.words.unsafeWords, shapes, keys)
      }
    }
    emitter.emitUIDs(uidCount, writer.forwarded)
    // The two passes must agree to the byte. This guarantees that every unchecked store above was inside the block.
    unsafe precondition(emitter.cursor == base + contentSize && emitter.number == total)
    unsafe (base + contentSize).copyMemory(from: table, byteCount: total * offsetSize)
    unsafe emitter.cursor += total * offsetSize
    emitter.emitTrailer(total: total, top: top, tableOffset: contentSize)
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
  private mutating func store(_ marker: PlistMarker) {
    unsafe cursor.storeBytes(of: marker.bytes.bigEndian, as: UInt64.self)
    unsafe cursor += marker.size
  }

  /// Enters the current position into the offset table, as the next object's offset.
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

  /// Stores bytes.
  ///
  /// SAFETY: up to 16 bytes, which is nearly every case, take two stores. Four words can be loaded at the address,
  /// since a note of bytes has room for three words more than it needs.
  @inline(__always)
  private mutating func store(_ words: UnsafePointer<UInt32>, byteCount: Int) {
    if byteCount <= 16 {
      let bytes = unsafe UnsafeRawPointer(words)
      unsafe cursor.storeBytes(of: bytes.loadUnaligned(as: UInt64.self), as: UInt64.self)
      unsafe (cursor + 8).storeBytes(
        of: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self), as: UInt64.self)
    } else {
      unsafe cursor.copyMemory(from: words, byteCount: byteCount)
    }
    unsafe cursor += byteCount
  }

  // MARK: Objects

  /// Emits the objects of the notes.
  ///
  /// ``ListNotes`` wrote the notes, and this method reads them in the same way. Debug builds check the bounds of every access;
  /// the sizes were added up when the objects were noted.
  private mutating func emitObjects(
    _ words: UnsafeBufferPointer<UInt32>, _ shapes: UnsafeBufferPointer<RecordShape>,
    _ keys: UnsafeBufferPointer<UInt32>
  ) {
    var position = 0
    while position < words.count {
      let note = unsafe words[position]
      position &+= 1
      beginObject()
      if note & 1 == ObjectNote.bytes(0) {
        let count = Int(note &>> 1)
        precondition((count + 3) / 4 <= words.count - position)
        unsafe store(words.baseAddress! + position, byteCount: count)
        position &+= (count &+ 3) / 4
        continue
      }
      var count = Int(note &>> 2)
      if note & 3 == ObjectNote.dictionary(0) {
        let shape = unsafe shapes[count].keys
        count = shape.upperBound &- shape.lowerBound
        store(PlistMarker(0xD0, count: count))
        var key = shape.lowerBound
        while key < shape.upperBound {
          store(UInt64(unsafe keys[key]), size: referenceSize)
          key &+= 1
        }
      } else {
        store(PlistMarker(0xA0, count: count))
      }
      let end = position &+ count
      while position < end {
        store(reference: unsafe words[position])
        position &+= 1
      }
    }
  }

  private mutating func emitUIDs(_ count: Int, _ forwarded: [Int: Int]) {
    let isForwarding = !forwarded.isEmpty
    for entry in 0..<count {
      beginObject()
      let object = isForwarding ? forwarded[entry] ?? entry : entry
      let width = Self.uidWidth(object)
      // The marker and the number.
      store(UInt64(0x80 &+ width &- 1) &<< UInt64(8 &* width) | UInt64(object), size: 1 &+ width)
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

/// A growable buffer of 32-bit words, in which a writer notes its output before sizes are known.
///
/// A writer owns one copy and uses no other. Copies share their memory, which is freed with the last of them.
@safe
struct WordBuffer {
  @safe
  private final class Storage {
    // Safe: it allocates and frees the memory; the buffer grows before it writes.
    var base: UnsafeMutablePointer<UInt32>
    init(capacity: Int) {
      unsafe base = malloc(capacity * 4)!.bindMemory(to: UInt32.self, capacity: capacity)
    }
    deinit { unsafe free(base) }
  }

  private let storage: Storage
  private var base: UnsafeMutablePointer<UInt32>
  private var capacity = 256
  /// The number of words in use.
  var count: Int = 0

  init() {
    storage = Storage(capacity: capacity)
    unsafe base = storage.base
  }

  @inline(never)
  private mutating func grow(_ extra: Int) {
    capacity = max(capacity * 2, count + extra)
    // `realloc` moves large blocks by remapping their pages; `allocate` and a copy would touch every page.
    unsafe base = realloc(base, capacity * 4)!.bindMemory(to: UInt32.self, capacity: capacity)
    unsafe LargeMemory.willFill(base, byteCount: capacity * 4)
    unsafe storage.base = base
  }

  /// Makes room for `extra` words.
  @inline(__always)
  private mutating func reserve(_ extra: Int) {
    if capacity &- count < extra { grow(extra) }
  }

  @inline(__always)
  mutating func append(_ word: UInt32) {
    reserve(1)
    // SAFETY: room for one word was just made.
    unsafe base[count] = word
    count &+= 1
  }

  /// Appends a word and room for bytes, padded to whole words. The caller fills the room, and may store or load up to
  /// three words beyond it.
  @unsafe @inline(__always)
  mutating func append(_ word: UInt32, byteCount: Int) -> UnsafeMutableRawPointer {
    let words = (byteCount &+ 3) / 4
    reserve(words &+ 4)
    // SAFETY: room for the word, the bytes and three words more was just made.
    unsafe base[count] = word
    let room = unsafe UnsafeMutableRawPointer(base + (count &+ 1))
    count &+= words &+ 1
    return unsafe room
  }

  @inline(__always)
  subscript(position: Int) -> UInt32 {
    get {
      precondition(position >= 0 && position < count, "word \(position) is outside the buffer")
      return unsafe base[position]
    }
    set {
      precondition(position >= 0 && position < count, "word \(position) is outside the buffer")
      unsafe base[position] = newValue
    }
  }

  /// Appends `added` words of `other` from `start` on.
  @inline(__always)
  mutating func append(contentsOf other: WordBuffer, from start: Int, count added: Int) {
    precondition(
      start >= 0 && added >= 0 && added <= other.count &- start, "there are no words from \(start) on")
    reserve(added)
    // SAFETY: the source range was checked and room was made; the two buffers are distinct.
    unsafe (base + count).update(from: other.base + start, count: added)
    count &+= added
  }

  /// The words in use, valid until the buffer grows or is freed.
  @unsafe @inline(__always)
  var unsafeWords: UnsafeBufferPointer<UInt32> { unsafe UnsafeBufferPointer(start: base, count: count) }
}
