/// Calls `body` with memory for `byteCount` bytes, aligned for any number. Values of any type need their own alignment.
// Safe: the memory is of that size. Writes in `body` are marked.
@safe
@inline(__always)
func withTemporaryBytes<Result>(
  _ byteCount: Int, alignment: Int = 16, _ body: (UnsafeMutableRawPointer) throws -> Result
) rethrows -> Result {
  try unsafe withUnsafeTemporaryAllocation(byteCount: max(byteCount, 1), alignment: alignment) {
    try unsafe body($0.baseAddress!)
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
