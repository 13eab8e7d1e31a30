/// The short arrays that a column has made, so that an equal one reuses their storage: flags, small vectors and short
/// lists of numbers repeat. Arrays are values, so the sharing shows only in memory use.
@safe
final class SharedArrays {
  /// The content of an array of up to 16 bytes, and its storage, which is retained; the storage of a free slot is
  /// `nil`.
  private struct Slot {
    var first: UInt64 = 0
    var second: UInt64 = 0
    var byteCount = 0
    var storage: UnsafeRawPointer?
  }

  private let slots: UnsafeMutablePointer<Slot>
  private var hits = 0
  private var misses = 0

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
  }

  deinit {
    for position in 0...slotMask {
      if let storage = unsafe slots[position].storage {
        unsafe Unmanaged<AnyObject>.fromOpaque(storage).release()
      }
    }
    unsafe slots.deallocate()
  }

  /// Whether enough of the arrays so far were equal to earlier ones.
  var isWorthIt: Bool { misses < 512 || hits * 4 >= misses }

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
    let slot =
      unsafe slots
      + Int(truncatingIfNeeded: product.high ^ product.low ^ UInt64(byteCount)) & slotMask
    // SAFETY: a slot holds the storage of an array of the same type, and retains it.
    if let storage = unsafe slot.pointee.storage, unsafe slot.pointee.byteCount == byteCount,
      unsafe slot.pointee.first == first, unsafe slot.pointee.second == second
    {
      _ = unsafe Unmanaged<AnyObject>.fromOpaque(storage).retain()
      unsafe address.storeBytes(of: storage, as: UnsafeRawPointer.self)
      hits += 1
      return
    }
    make()
    misses += 1
    if let storage = unsafe slot.pointee.storage { unsafe Unmanaged<AnyObject>.fromOpaque(storage).release() }
    let storage = unsafe address.load(as: UnsafeRawPointer.self)
    _ = unsafe Unmanaged<AnyObject>.fromOpaque(storage).retain()
    unsafe slot.pointee = Slot(first: first, second: second, byteCount: byteCount, storage: storage)
  }
}
