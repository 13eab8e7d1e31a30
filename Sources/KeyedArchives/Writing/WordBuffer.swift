internal import ArchiveBytes
internal import Foundation

/// A growable buffer of 32-bit words, in which a writer notes what it will emit before sizes are known.
///
/// A writer owns one copy and uses no other. Copies share their memory, which is freed with the last of them.
@safe
struct WordBuffer {
  @safe
  final class Storage {
    // Safe: it allocates and frees the memory; the buffer grows before it writes.
    var base: UnsafeMutablePointer<UInt32>
    init(capacity: Int) {
      unsafe base = malloc(capacity * 4)!.bindMemory(to: UInt32.self, capacity: capacity)
    }
    deinit { unsafe free(base) }

    /// Returns the memory of several new buffers.
    static func forBuffers(_ count: Int) -> Storage { Storage(capacity: count * firstCapacity) }
  }

  private static let firstCapacity = 256

  private var storage: Storage
  /// Whether the storage is a part of one that the buffers of a writer share: small archives need no more.
  private var isShared = true
  private var base: UnsafeMutablePointer<UInt32>
  private var capacity = firstCapacity
  /// The number of words in use.
  var count: Int = 0

  /// Creates a buffer in its part of the storage of several.
  init(_ part: Int, of storage: Storage) {
    self.storage = storage
    unsafe base = storage.base + part * Self.firstCapacity
  }

  @inline(never)
  mutating func grow(_ extra: Int) {
    let newCapacity = max(capacity * 2, count + extra)
    if isShared {
      let own = Storage(capacity: newCapacity)
      // SAFETY: the new memory has room for more than the words in use. The old is kept until they are copied.
      unsafe own.base.update(from: base, count: count)
      storage = own
      isShared = false
    } else {
      // `realloc` moves large blocks by remapping their pages; `allocate` and a copy would touch every page.
      let newBase = unsafe realloc(base, newCapacity * 4)!.bindMemory(to: UInt32.self, capacity: newCapacity)
      unsafe LargeMemory.willFill(newBase, byteCount: newCapacity * 4)
      unsafe storage.base = newBase
    }
    unsafe base = storage.base
    capacity = newCapacity
  }

  /// Makes room for `extra` words.
  @inline(__always)
  mutating func reserve(_ extra: Int) {
    if capacity &- count < extra { grow(extra) }
  }

  @inline(__always)
  mutating func append(_ word: UInt32) {
    reserve(1)
    // SAFETY: room for one word was just made.
    unsafe base[count] = word
    count &+= 1
  }

  /// Appends a word and the two halves of `bits`, low half first.
  @inline(__always)
  mutating func append(_ word: UInt32, bits: UInt64) {
    reserve(3)
    // SAFETY: room for three words was just made.
    unsafe base[count] = word
    unsafe base[count &+ 1] = UInt32(truncatingIfNeeded: bits)
    unsafe base[count &+ 2] = UInt32(truncatingIfNeeded: bits &>> 32)
    count &+= 3
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

  /// Appends the words of `other` from `start` on.
  @inline(__always)
  mutating func append(contentsOf other: WordBuffer, from start: Int) {
    append(contentsOf: other, from: start, count: other.count &- start)
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

  /// Appends bytes, padded with zeros to a whole number of words.
  mutating func append(bytes: UnsafeRawBufferPointer) {
    let words = (bytes.count &+ 3) / 4
    guard words > 0 else { return }
    reserve(words)
    // SAFETY: room for `words` words was just made; the last is zeroed before the bytes cover part of it.
    unsafe base[count &+ words &- 1] = 0
    unsafe UnsafeMutableRawPointer(base + count).copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
    count &+= words
  }

  /// The address of the words, valid until the buffer grows or is freed.
  @unsafe @inline(__always)
  var unsafeBase: UnsafePointer<UInt32> { unsafe UnsafePointer(base) }

  /// Calls `body` with the words in use. `body` must not keep them.
  func withWords<Result>(_ body: (UnsafeBufferPointer<UInt32>) throws -> Result) rethrows -> Result {
    try unsafe body(UnsafeBufferPointer(start: base, count: count))
  }
}
