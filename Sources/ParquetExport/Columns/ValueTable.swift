internal import ColumnArchives
internal import Foundation

/// The distinct values of a column in a row group, one after the other, and a number for each.
///
/// It is not a `Dictionary`, because a value is looked up for each row: `Dictionary` needs an object for each text, and
/// takes several times as long to hash it.
struct ValueTable {
  private(set) var entries = ExportRun()
  /// The upper half of a slot is part of the hash, the lower half is the number of an entry plus one; 0 marks a free
  /// slot.
  private var slots = [UInt64](repeating: 0, count: 256)

  /// The number of slots probed before the values count as too different. The hash is not secret, so collisions can be
  /// constructed.
  private static let probeLimit = 64

  var count: Int { entries.ends.count }

  /// Returns the number of an entry, which is added if it is new; `nil` if too many entries have similar hashes.
  mutating func number(of value: UnsafeRawBufferPointer) -> UInt32? {
    let hash = unsafe Self.hash(value)
    guard var slot = firstSlot(hash, where: { unsafe isEqual($0, value) }) else { return nil }
    if slots[slot] != 0 { return UInt32(truncatingIfNeeded: slots[slot]) - 1 }
    if (count + 1) * 2 > slots.count {
      guard grow(), let other = firstSlot(hash, where: { _ in false }) else { return nil }
      slot = other
    }
    unsafe entries.append(value)
    slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(count)
    return UInt32(count - 1)
  }

  /// Returns the slot of an entry with a hash, or a free slot for it; `nil` if too many slots were probed.
  @inline(__always)
  private func firstSlot(_ hash: UInt64, where isEqual: (Int) -> Bool) -> Int? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    for _ in 0...Self.probeLimit {
      let found = slots[slot]
      if found == 0 { return slot }
      if (found ^ hash) >> 32 == 0, isEqual(Int(UInt32(truncatingIfNeeded: found)) - 1) { return slot }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private mutating func grow() -> Bool {
    slots = [UInt64](repeating: 0, count: slots.count * 4)
    for number in 0..<count {
      let range = entries.range(of: number)
      let hash = unsafe entries.bytes.withUnsafeBytes {
        unsafe Self.hash(UnsafeRawBufferPointer(rebasing: $0[range]))
      }
      guard let slot = firstSlot(hash, where: { _ in false }) else { return false }
      slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(number + 1)
    }
    return true
  }

  private func isEqual(_ entry: Int, _ value: UnsafeRawBufferPointer) -> Bool {
    let range = entries.range(of: entry)
    guard range.count == value.count else { return false }
    return unsafe entries.bytes.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress, let second = value.baseAddress else { return true }
      // SAFETY: the entry is within the bytes, and both have the same count.
      return unsafe memcmp(first + range.lowerBound, second, value.count) == 0
    }
  }

  private static func hash(_ value: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(value.count) &* 0x9E37_79B9_7F4A_7C15
    func add(_ word: UInt64) {
      let (high, low) = (hash ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      hash = high ^ low
    }
    var position = 0
    while position + 8 <= value.count {
      add(unsafe value.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      position += 8
    }
    var word: UInt64 = 0
    while position < value.count {
      word = unsafe word << 8 | UInt64(value[position])
      position += 1
    }
    add(word)
    return hash
  }
}

extension ExportRun {
  init(_ texts: [String]) {
    self.init()
    for text in texts { append(text.utf8) }
  }

  func range(of value: Int) -> Range<Int> { (value > 0 ? ends[value - 1] : 0)..<ends[value] }

  mutating func append(_ value: some Sequence<UInt8>) {
    bytes.append(contentsOf: value)
    ends.append(bytes.count)
  }
}
