/// The columns of a compressed batch, in memory of their own.
@safe
final class DecompressedBytes {
  // Safe: the memory is there for as long as the object is. Whoever reads its bytes says why that is long enough.
  let memory: UnsafeMutableRawBufferPointer

  /// - Parameter count: The number of bytes, at least 1. They are not initialised.
  init(count: Int) { unsafe memory = .allocate(byteCount: count, alignment: 16) }

  deinit { unsafe memory.deallocate() }
}
