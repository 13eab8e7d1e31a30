/// A map from the addresses of objects to small numbers, by open addressing.
///
/// Objects created in sequence are adjacent in memory, and are visited in about that order. Their entries are adjacent
/// too, so looking up one brings the next ones into the cache. Data cannot choose addresses, so the table needs no
/// seed.
package struct AddressTable: Sendable {
  private struct Entry {
    var address: UInt
    var number: Int
  }

  private var entries: [Entry]
  private var mask: Int
  private var used = 0

  package init() {
    entries = Array(repeating: Entry(address: 0, number: 0), count: 64)
    mask = 63
  }

  /// Returns the slot at which the search for an address begins: the page determines a region, the offset in the page
  /// a slot within it.
  @inline(__always)
  private func slot(of address: UInt) -> Int {
    let page = UInt64(address >> 12) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (page >> 24) &+ UInt64(address >> 4 & 0xFF)) & mask
  }

  /// Returns the number stored for an address, or -1.
  package subscript(address: UInt) -> Int {
    var slot = slot(of: address)
    while entries[slot].address != 0 {
      if entries[slot].address == address { return entries[slot].number }
      slot = (slot + 1) & mask
    }
    return -1
  }

  /// Stores a number for an address that has none yet. The address must not be 0.
  package mutating func insert(_ number: Int, for address: UInt) {
    if used * 2 >= mask { grow() }
    var slot = slot(of: address)
    while entries[slot].address != 0 { slot = (slot + 1) & mask }
    entries[slot] = Entry(address: address, number: number)
    used += 1
  }

  private mutating func grow() {
    let old = entries
    mask = (mask + 1) * 4 - 1
    entries = Array(repeating: Entry(address: 0, number: 0), count: mask + 1)
    used = 0
    for entry in old where entry.address != 0 { insert(entry.number, for: entry.address) }
  }
}
