internal import ArchiveBytes

/// The strings already in an archive, found by their bytes.
///
/// By bytes, not by Swift's equality: `é` and `e` with a combining accent are equal in Swift but different in an
/// archive.
@safe
struct WrittenStrings {
  // Safe: `entries` and `slots` are the memory of `storage`; the mask and the growth keep all indices inside.
  private struct Entry {
    /// The position of the string's note in the writer's buffer; or, as its complement, in `kept`.
    var note: Int
    var object: Int
  }

  /// The hash table, with open addressing. The low half of a slot is the number of an entry plus one, or 0 if free;
  /// the high half is that of the string's hash, so that most searches never touch another string's entry.
  @safe
  private final class Storage {
    // Safe: it allocates and frees the memory, and `capacity` says how much.
    let entries: UnsafeMutablePointer<Entry>
    let slots: UnsafeMutablePointer<UInt64>
    let capacity: Int

    /// Allocates `capacity` entries, a power of two, and twice as many slots.
    init(capacity: Int) {
      self.capacity = capacity
      unsafe entries = .allocate(capacity: capacity)
      unsafe slots = .allocate(capacity: capacity * 2)
      unsafe slots.initialize(repeating: 0, count: capacity * 2)
    }

    deinit {
      unsafe entries.deallocate()
      unsafe slots.deallocate()
    }
  }

  private var storage: Storage
  /// The memory of `storage`, cached.
  private var entries: UnsafeMutablePointer<Entry>
  private var slots: UnsafeMutablePointer<UInt64>
  private var mask: Int
  private var count = 0
  /// The notes that are no longer in the writer's buffer, and the number of strings that have theirs here.
  private var kept = WordBuffer(capacity: 1)
  private var keptCount = 0
  private var nonASCII: [ExactName: Int] = [:]
  private let seed = HashSeed.process

  /// The number of strings for which it has memory.
  var capacity: Int { storage.capacity }

  init() {
    storage = Storage(capacity: 64)
    unsafe (entries, slots, mask) = (storage.entries, storage.slots, storage.capacity * 2 - 1)
  }

  /// Forgets all strings, and keeps the memory.
  mutating func removeAll() {
    if !nonASCII.isEmpty { nonASCII = [:] }
    if count == 0 { return }
    (kept.count, keptCount) = (0, 0)
    unsafe slots.update(repeating: 0, count: mask + 1)
    count = 0
  }

  /// Returns a seeded hash of the bytes, and whether all of them are ASCII.
  @inline(__always)
  func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> (hash: UInt64, isASCII: Bool) {
    let count = bytes.count
    var hash = seed ^ UInt64(truncatingIfNeeded: count)
    guard count > 0 else { return (hash, true) }
    let raw = unsafe UnsafeRawPointer(bytes.baseAddress!)
    // SAFETY: every load ends at or before `count`; the last one of each branch may overlap the one before.
    var seen: UInt64
    if count >= 8 {
      seen = 0
      var offset = 0
      while offset &+ 8 <= count {
        let word = unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        seen |= word
        hash = Self.mix(hash ^ word)
        offset &+= 8
      }
      let word = unsafe raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      seen |= word
      hash = Self.mix(hash ^ word)
    } else if count >= 4 {
      let low = unsafe raw.loadUnaligned(as: UInt32.self)
      let high = unsafe raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      seen = UInt64(low) | UInt64(high) &<< 32
      hash = Self.mix(hash ^ seen)
    } else {
      let first = unsafe UInt64(raw.load(as: UInt8.self))
      let middle = unsafe UInt64(raw.load(fromByteOffset: count / 2, as: UInt8.self))
      let last = unsafe UInt64(raw.load(fromByteOffset: count &- 1, as: UInt8.self))
      seen = first | middle &<< 8 | last &<< 16
      hash = Self.mix(hash ^ seen)
    }
    return (hash, seen & 0x8080_8080_8080_8080 == 0)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  /// Returns the object of the ASCII string `bytes`; its note is in the buffer at `notes`.
  @inline(__always)
  func find(
    ascii bytes: UnsafeBufferPointer<UInt8>, hash: UInt64, in notes: UnsafePointer<UInt32>
  ) -> Int? {
    var slot = Int(truncatingIfNeeded: hash &>> 32) & mask
    // SAFETY: slot indexes are masked; the entry numbers in slots are those of initialised entries; each entry
    // belongs to a note of `TableOperation.ascii`, whose length is followed by that many bytes.
    while true {
      let found = unsafe slots[slot]
      if found == 0 { return nil }
      if found &>> 32 == hash &>> 32 {
        let entry = unsafe entries[Int(found & 0xFFFF_FFFF) &- 1]
        let note = unsafe entry.note >= 0 ? notes + entry.note : kept.unsafeBase + ~entry.note
        if unsafe Int(note[1]) == bytes.count,
          unsafe Self.equal(UnsafeRawPointer(note + 2), UnsafeRawBufferPointer(bytes))
        {
          return entry.object
        }
      }
      slot = (slot &+ 1) & mask
    }
  }

  /// Copies the notes of all strings, since those of the writer's buffer will be gone.
  mutating func keep(_ notes: WordBuffer) {
    for number in keptCount..<count {
      // SAFETY: the entries before `count` are initialised.
      let note = unsafe entries[number].note
      unsafe entries[number].note = ~kept.count
      kept.append(contentsOf: notes, from: note, count: 2 + (Int(notes[note + 1]) + 3) / 4)
    }
    keptCount = count
  }

  /// Inserts an ASCII string that was not found.
  mutating func insert(hash: UInt64, note: Int, object: Int) {
    if count == storage.capacity { grow() }
    unsafe (entries + count).initialize(to: Entry(note: note, object: object))
    count += 1
    place(hash & ~0xFFFF_FFFF | UInt64(count))
  }

  /// Fills the slot for the hash in its high half, or the next free one.
  private func place(_ found: UInt64) {
    var slot = Int(truncatingIfNeeded: found &>> 32) & mask
    // SAFETY: at least half of the slots are free, so the search ends.
    while unsafe slots[slot] != 0 { slot = (slot + 1) & mask }
    unsafe slots[slot] = found
  }

  private mutating func grow() {
    let larger = Storage(capacity: storage.capacity * 2)
    let oldSlots = unsafe slots
    let oldCount = mask + 1
    unsafe larger.entries.update(from: entries, count: count)
    let old = storage
    unsafe (entries, slots, mask) = (larger.entries, larger.slots, larger.capacity * 2 - 1)
    storage = larger
    for slot in 0..<oldCount where unsafe oldSlots[slot] != 0 {
      place(unsafe oldSlots[slot])
    }
    withExtendedLifetime(old) {}
  }

  /// Returns whether the bytes at `stored` equal `bytes`.
  @inline(__always)
  private static func equal(_ stored: UnsafeRawPointer, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let other = bytes.baseAddress else { return true }
    func equal<Word: BitwiseCopyable & Equatable>(at offset: Int, as type: Word.Type) -> Bool {
      unsafe stored.loadUnaligned(fromByteOffset: offset, as: type)
        == other.loadUnaligned(fromByteOffset: offset, as: type)
    }
    // SAFETY: both ranges have `bytes.count` bytes; the last load of a branch may overlap the one before.
    if bytes.count >= 8 {
      var offset = 0
      while offset &+ 8 <= bytes.count {
        guard equal(at: offset, as: UInt64.self) else { return false }
        offset &+= 8
      }
      return equal(at: bytes.count &- 8, as: UInt64.self)
    }
    if bytes.count >= 4 {
      return equal(at: 0, as: UInt32.self) && equal(at: bytes.count &- 4, as: UInt32.self)
    }
    for offset in 0..<bytes.count where !equal(at: offset, as: UInt8.self) { return false }
    return true
  }

  subscript(nonASCII string: String) -> Int? {
    get { nonASCII[ExactName(string)] }
    set { nonASCII[ExactName(string)] = newValue }
  }
}
