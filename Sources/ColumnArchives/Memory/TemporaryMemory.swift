internal import Foundation

/// Memory that is taken and given back in the manner of a stack, for values on their way.
///
/// The system's allocator takes far longer for blocks of some kilobytes that come and go thousands of times between
/// small ones that stay.
@safe
final class TemporaryMemory {
  /// The blocks in use, each at least twice as large as the one before.
  private var blocks: [UnsafeMutableRawBufferPointer] = []
  /// The block that is taken from, and how much of it is.
  private var current = -1
  private var used = 0

  /// That of the most demanding types there are.
  private static let alignment = 64
  /// More is not kept for the next call.
  private static let keptByteCount = 4 << 20
  private static let spare = Spare<TemporaryMemory>()

  deinit { for index in blocks.indices { unsafe blocks[index].deallocate() } }

  /// Memory that an earlier call has used, or new one.
  static func take() -> TemporaryMemory { spare.take() ?? TemporaryMemory() }

  /// Keeps the memory for a later call. It must not be in use.
  func putBack() {
    trim()
    Self.spare.put(self)
  }

  /// Gives back what is more than to be kept. It must not be in use.
  func trim() {
    while let last = unsafe blocks.last, last.count > Self.keptByteCount / 2 {
      unsafe last.deallocate()
      unsafe blocks.removeLast()
    }
  }

  var heldByteCount: Int { unsafe blocks.reduce(0) { $0 + $1.count } }

  /// Calls `body` with memory for so many bytes, aligned for any type.
  @inline(__always)
  func with<Result>(byteCount: Int, _ body: (UnsafeMutableRawPointer) throws -> Result) rethrows -> Result {
    let (block, start) = (current, used)
    defer { (current, used) = (block, start) }
    return try unsafe body(take(byteCount))
  }

  private func take(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let size = (byteCount + Self.alignment) & -Self.alignment
    while true {
      if current >= 0, unsafe size <= blocks[current].count - used {
        defer { used += size }
        return unsafe blocks[current].baseAddress! + used
      }
      current += 1
      used = 0
      if current == blocks.count {
        let last = unsafe blocks.last?.count ?? 8 << 10
        unsafe blocks.append(.allocate(byteCount: max(last * 2, size), alignment: Self.alignment))
      }
    }
  }
}
