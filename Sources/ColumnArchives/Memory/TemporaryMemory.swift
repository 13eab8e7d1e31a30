/// A stack of temporary memory for values in transit.
///
/// The system's allocator is far slower for blocks of a few kilobytes that are allocated and freed thousands of times
/// among small blocks that stay.
@safe
final class TemporaryMemory {
  /// The allocated blocks. Each is at least twice as large as the one before.
  private var blocks: [UnsafeMutableRawBufferPointer] = unsafe []
  /// The index of the current block (`current`), and the number of bytes used in it (`used`).
  private var current = -1
  private var used = 0

  /// An alignment that suffices for any type.
  private static let alignment = 64

  /// The number of bytes of memory in all blocks.
  private(set) var heldByteCount = 0

  deinit { for index in unsafe blocks.indices { unsafe blocks[index].deallocate() } }

  /// Calls `body` with memory for `byteCount` bytes, aligned for any type.
  // Safe: `take` returns a block of that size, and lends it to no other call before `body` returns. Writes in `body`
  // are marked.
  @safe
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
      if current == (unsafe blocks.count) {
        let last = unsafe blocks.last?.count ?? 8 << 10
        unsafe blocks.append(.allocate(byteCount: max(last * 2, size), alignment: Self.alignment))
        heldByteCount += unsafe blocks[current].count
      }
    }
  }
}

/// The columns of a compressed batch, in memory of their own.
@safe
final class DecompressedBytes {
  // Safe: the memory exists as long as the object. Each place that reads its bytes gives the reason why that is long
  // enough.
  let memory: UnsafeMutableRawBufferPointer

  /// - Parameter count: The number of bytes, at least 1. They are not initialised.
  init(count: Int) { unsafe memory = .allocate(byteCount: count, alignment: 16) }

  deinit { unsafe memory.deallocate() }
}
