internal import Foundation

/// The memory layout of a Swift optional: its content at the start. If the content's type has no spare bit pattern for
/// `nil`, one byte follows: 0 for a value and 1 for `nil`. See the Swift ABI, "Type Layout, Single-Payload Enums".
enum OptionalLayout {
  /// Checks the layout with numbers, which have the byte, and with types that have spare bit patterns.
  static let isKnown: Bool =
    hasTag(1) && hasTag(-1 as Int16) && hasTag(2 as UInt8) && hasTag(0 as UInt32) && hasTag(0.5)
    && hasTag(0.5 as Float) && hasTag(Date(timeIntervalSinceReferenceDate: 1))
    && hasTag(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
    && hasSpareBits(false) && hasSpareBits(true) && hasSpareBits(Sample.second)
    && hasSpareBits("short") && hasSpareBits("a string that is longer than its words") && hasSpareBits("")
    && hasSpareBits([Int]()) && hasSpareBits([1, 2]) && hasSpareBits(["a"])
    && hasSpareBits(Parts(number: 1, text: "text"))

  private enum Sample: Equatable { case first, second }

  private struct Parts: Equatable {
    var number: Int
    var text: String
  }

  private static func bytes<Value>(of value: Value) -> [UInt8] {
    // SAFETY: none of the samples has padding between its parts.
    unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
  }

  private static func hasTag<Value: Equatable>(_ value: Value) -> Bool {
    let size = MemoryLayout<Value>.size
    guard MemoryLayout<Value?>.size == size + 1 else { return false }
    return bytes(of: value as Value?) == bytes(of: value) + [0] && bytes(of: nil as Value?).last == 1
      && isMade(of: value, tag: 0)
  }

  private static func hasSpareBits<Value: Equatable>(_ value: Value) -> Bool {
    guard MemoryLayout<Value?>.size == MemoryLayout<Value>.size else { return false }
    return bytes(of: value as Value?) == bytes(of: value) && bytes(of: nil as Value?) != bytes(of: value)
      && isMade(of: value, tag: nil)
  }

  /// Returns whether an optional made from the bytes of a value, and the byte after them, equals that value.
  private static func isMade<Value: Equatable>(of value: Value, tag: UInt8?) -> Bool {
    let memory = UnsafeMutablePointer<Value?>.allocate(capacity: 1)
    defer { unsafe memory.deallocate() }
    let raw = UnsafeMutableRawPointer(memory)
    unsafe raw.initializeMemory(as: Value.self, to: value)
    if let tag { unsafe raw.storeBytes(of: tag, toByteOffset: MemoryLayout<Value>.size, as: UInt8.self) }
    return unsafe memory.move() == value
  }
}
