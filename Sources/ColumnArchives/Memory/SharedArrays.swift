internal import CRuntime

/// The short arrays that a column has made, so that an equal one reuses their storage: flags, small vectors and short
/// lists of numbers repeat. Arrays are values, so the sharing shows only in memory use.
///
/// The table does not own the storage that it knows. It counts how often one is reused, and retains it as often, at
/// once, when another takes its slot or when ``settle()`` is called. So ``settle()`` must be called before any array that
/// was stored may be destroyed; it also forgets all storage.
@safe
final class SharedArrays {
  /// The content of an array of up to 16 bytes, and its storage.
  @safe
  private struct Slot {
    // Safe: the storage is alive until `settle()`, which forgets it.
    var first: UInt64 = 0
    var second: UInt64 = 0
    var storage: UnsafeMutableRawPointer?
    /// The count of bytes, and the number of the turn in which the storage was made. In a later turn the slot is free.
    var key: UInt32 = 0
    /// How many more arrays have this storage than it has references.
    var uses: UInt32 = 0
  }

  private let slots: UnsafeMutablePointer<Slot>
  /// The slots whose storage was reused in this turn, in the order of their first reuse.
  private let used: UnsafeMutablePointer<UInt16>
  private var usedCount = 0
  private var hits = 0
  private var misses = 0
  /// The number of the turn, above the bits of a count of bytes.
  private var turn: UInt32 = turnStep
  private static let turnStep: UInt32 = 32

  /// A power of two minus one. There is about one slot for each array of the column: more would be memory that no bytes
  /// of the archive account for.
  private let slotMask: Int
  private static let greatestSlotCount = 2048
  /// The size in bytes of the longest arrays that are shared.
  static let byteLimit = 16

  /// Creates a table for `count` arrays, at least one.
  init(for count: Int) {
    let slotCount =
      count >= Self.greatestSlotCount
      ? Self.greatestSlotCount : 1 << (Int.bitWidth - count.leadingZeroBitCount)
    slotMask = slotCount - 1
    unsafe slots = .allocate(capacity: slotCount)
    unsafe slots.initialize(repeating: Slot(), count: slotCount)
    unsafe used = .allocate(capacity: slotCount)
  }

  deinit {
    // Whoever stores arrays settles, also after errors.
    assert(usedCount == 0)
    unsafe slots.deallocate()
    unsafe used.deallocate()
  }

  /// Whether enough of the arrays so far were equal to earlier ones.
  var isWorthIt: Bool { misses < 512 || hits * 4 >= misses }

  /// Retains what was reused, and forgets all storage.
  func settle() {
    for index in 0..<usedCount { unsafe Self.retain(&slots[Int(used[index])]) }
    usedCount = 0
    let (next, overflow) = turn.addingReportingOverflow(Self.turnStep)
    if overflow {
      // Slots of earlier turns with the same number would seem to be of this one.
      unsafe slots.update(repeating: Slot(), count: slotMask + 1)
    }
    turn = overflow ? Self.turnStep : next
  }

  /// Gives the storage of a slot the references that its arrays lack.
  @inline(__always)
  private static func retain(_ slot: inout Slot) {
    guard slot.uses > 0, let storage = unsafe slot.storage else { return }
    // SAFETY: the arrays with this storage exist until `settle()` has been called, and only these uses are not counted.
    _ = unsafe swift_retain_n(storage, slot.uses)
    slot.uses = 0
  }

  /// Stores an array of `byteCount` bytes at an address: either one that was made before, or a new one that `make`
  /// stores there.
  ///
  /// - Parameters:
  ///   - elements: The content; 16 bytes must be readable.
  ///   - byteCount: The size of the content, from 1 to ``byteLimit``.
  @inline(__always)
  func store(
    _ elements: UnsafeRawPointer, byteCount: Int, at address: UnsafeMutableRawPointer, make: () -> Void
  ) {
    var first = unsafe elements.loadUnaligned(as: UInt64.self)
    var second = unsafe elements.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    if byteCount < 8 { first &= (1 as UInt64) << UInt64(8 * byteCount) - 1 }
    if byteCount <= 8 {
      second = 0
    } else if byteCount < 16 {
      second &= (1 as UInt64) << UInt64(8 * byteCount - 64) - 1
    }
    let product = (first ^ 0x2D35_8DCC_AA6C_78A5).multipliedFullWidth(by: second ^ 0x8BB8_4B93_962E_ACC9)
    let position =
      Int(truncatingIfNeeded: product.high ^ product.low ^ UInt64(byteCount)) & slotMask
    let slot = unsafe slots + position
    let key = turn | UInt32(truncatingIfNeeded: byteCount)
    // SAFETY: a slot of this turn holds the storage of an array of the same type that was stored in this turn, and so
    // exists.
    if unsafe slot.pointee.key == key, unsafe slot.pointee.first == first,
      unsafe slot.pointee.second == second
    {
      unsafe address.storeBytes(of: slot.pointee.storage, as: UnsafeMutableRawPointer?.self)
      if unsafe slot.pointee.uses == 0 {
        // A slot is here again after another storage took it, so there may be more of these than slots.
        if usedCount > slotMask { retainUsed() }
        unsafe used[usedCount] = UInt16(truncatingIfNeeded: position)
        usedCount += 1
      }
      unsafe slot.pointee.uses &+= 1
      if unsafe slot.pointee.uses == UInt32(Int32.max) { unsafe Self.retain(&slot.pointee) }
      hits += 1
      return
    }
    if unsafe slot.pointee.uses > 0 { unsafe Self.retain(&slot.pointee) }
    make()
    misses += 1
    let storage = unsafe address.load(as: UnsafeMutableRawPointer.self)
    unsafe slot.pointee = Slot(first: first, second: second, storage: storage, key: key)
  }

  @inline(never)
  private func retainUsed() {
    for index in 0..<usedCount { unsafe Self.retain(&slots[Int(used[index])]) }
    usedCount = 0
  }
}
