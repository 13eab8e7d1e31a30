/// The seed of hash tables. It is random, since asking the system for another one takes longer than a small archive.
enum HashSeed {
  static let process = UInt64.random(in: .min ... .max)
}

/// A map from machine words (addresses of types and objects, or raw values) to small numbers, by open addressing.
///
/// Faster than a `Dictionary` for the one lookup a coder makes per value. The table mixes keys with a random seed, so
/// that hostile data cannot choose colliding keys.
package struct IdentityTable: Sendable {
  /// An empty table that takes no further memory, since its copies share it.
  static let empty = IdentityTable()

  private var keys: [UInt64]
  private var values: [Int32]  // -1: free
  private var mask: Int
  private var used = 0
  private let seed: UInt64

  package init() {
    keys = Array(repeating: 0, count: 16)
    values = Array(repeating: -1, count: 16)
    mask = 15
    seed = HashSeed.process | 1
  }

  @inline(__always)
  private func slot(of key: UInt64) -> Int {
    let product = (key ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: product.high ^ product.low) & mask
  }

  /// The number stored for `key`, or `nil`.
  package subscript(key: UInt64) -> Int? {
    var slot = slot(of: key)
    while values[slot] >= 0 {
      if keys[slot] == key { return Int(values[slot]) }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Stores `value`, at least 0 and below 2^31, for a key that has no value yet.
  package mutating func insert(_ value: Int, for key: UInt64) {
    if used * 2 >= mask { grow() }
    var slot = slot(of: key)
    while values[slot] >= 0 { slot = (slot + 1) & mask }
    keys[slot] = key
    values[slot] = Int32(value)
    used += 1
  }

  /// The number of keys for which it has memory.
  var capacity: Int { mask / 2 }

  /// Forgets all keys, and keeps the memory.
  mutating func removeAll() {
    if used == 0 { return }
    for slot in values.indices { values[slot] = -1 }
    used = 0
  }

  private mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    mask = (mask + 1) * 2 - 1
    keys = Array(repeating: 0, count: mask + 1)
    values = Array(repeating: -1, count: mask + 1)
    used = 0
    for (key, value) in zip(oldKeys, oldValues) where value >= 0 { insert(Int(value), for: key) }
  }
}
