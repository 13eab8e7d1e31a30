internal import ArchiveValues
internal import Foundation

/// A comparison of strings by their bytes, for a column of ASCII text.
///
/// A string of ASCII is canonically equivalent to no other string of ASCII, and comes before another if its bytes do. So
/// no strings have to be made. Other strings may be equal although their bytes differ.
struct TextTest {
  private let bytes: [UInt8]
  private let kind: ConditionComparison.Kind

  /// Returns `nil` if the comparison is not one with a string of ASCII.
  init?(_ comparison: ConditionComparison) {
    guard case .text(let text) = comparison.operand else { return nil }
    bytes = Array(text.utf8)
    kind = comparison.kind
    // CR and LF together are one character, so a string that begins with them does not have CR as a prefix.
    guard bytes.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) else { return nil }
  }

  /// Returns whether a string of ASCII passes.
  @inline(__always)
  func holds(for text: UnsafeRawBufferPointer) -> Bool {
    switch kind {
    case .prefix: return unsafe text.count >= bytes.count && order(of: text, count: bytes.count) == 0
    case .compare(.equal): return unsafe isOperand(text)
    case .compare(.notEqual): return unsafe !isOperand(text)
    case .compare(let comparison):
      let order = unsafe order(of: text, count: min(text.count, bytes.count))
      let difference = order == 0 ? text.count - bytes.count : order
      return switch comparison {
      case .less: difference < 0
      case .lessOrEqual: difference <= 0
      case .greater: difference > 0
      case .greaterOrEqual: difference >= 0
      case .equal: difference == 0
      case .notEqual: difference != 0
      }
    }
  }

  @inline(__always)
  private func isOperand(_ text: UnsafeRawBufferPointer) -> Bool {
    unsafe text.count == bytes.count && order(of: text, count: text.count) == 0
  }

  /// Compares the first `count` bytes of a string with those of the operand; there must be as many of both.
  @inline(__always)
  private func order(of text: UnsafeRawBufferPointer, count: Int) -> Int {
    guard let start = text.baseAddress, count > 0 else { return 0 }
    // SAFETY: each caller compares the count with both.
    return unsafe Int(memcmp(start, bytes, count))
  }
}
