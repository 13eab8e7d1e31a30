/// Remembers the numbers of strings by the bits of the `String` itself: its characters, if it is short, or the
/// address of its object. Strings with the same bits are equal, so their characters need not be read. Strings with
/// different bits may be equal too.
///
/// A new string replaces the earlier string in its slot.
///
/// Benchmarks `log` and `minecraft_savedata`: encoding takes 5.8 and 3.1 million instructions, and 8.5 and 6.8
/// million without it.
@safe
struct SameStrings {
  // Safe: the mask keeps slots inside the memory.
  private struct Slot {
    var bits: (UInt64, UInt64)
    /// The number plus one; 0 if the slot is free.
    var number: UInt64
  }
  private let slots: UnsafeMutablePointer<Slot>

  /// The number of slots that stay in the processor's first-level cache.
  private static let slotCount = 256

  /// Calls `body` with an empty memory.
  static func with<Result>(_ body: (SameStrings) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: Slot.self, capacity: slotCount) { slots in
      unsafe slots.initialize(repeating: Slot(bits: (0, 0), number: 0))
      return unsafe body(SameStrings(slots: slots.baseAddress!))
    }
  }

  /// Returns the number of the string at an address. If it is not known, returns the result of `find`, and remembers
  /// it unless it is `nil`.
  @inline(__always)
  func number(ofStringAt address: UnsafeRawPointer, else find: () -> UInt32?) -> UInt32? {
    var bits: (UInt64, UInt64) = (0, 0)
    unsafe withUnsafeMutableBytes(of: &bits) {
      // SAFETY: the caller passes the address of a string, which takes 16 bytes, or 12 on 32-bit processors.
      unsafe $0.baseAddress!.copyMemory(from: address, byteCount: MemoryLayout<String>.size)
    }
    let (first, second) = bits
    let mixed = (first ^ second &<< 31 ^ second &>> 33) &* 0x9E37_79B9_7F4A_7C15
    let slot = unsafe slots + Int(truncatingIfNeeded: mixed &>> 56) & (Self.slotCount - 1)
    if unsafe slot.pointee.bits.0 == first, unsafe slot.pointee.bits.1 == second,
      unsafe slot.pointee.number > 0
    {
      return unsafe UInt32(truncatingIfNeeded: slot.pointee.number &- 1)
    }
    guard let number = find() else { return nil }
    unsafe slot.pointee = Slot(bits: (first, second), number: UInt64(number) &+ 1)
    return number
  }
}
