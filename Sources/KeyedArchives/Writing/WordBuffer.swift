internal import ArchiveBytes
internal import Foundation

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
