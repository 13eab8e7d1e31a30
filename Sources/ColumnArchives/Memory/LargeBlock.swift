internal import ArchiveBytes

#if canImport(Glibc)
  internal import Glibc
#endif

/// Blocks of temporary memory, which goes back to the system at once if it is large.
///
/// The GNU C library keeps up to 64 MB of freed blocks, once it has seen blocks of that size come and go. So large blocks
/// are mapped by themselves. Elsewhere, the allocator gives them back.
enum LargeBlock {
  /// Blocks of at least this size are mapped. To fill one takes far longer than to map it.
  static let threshold = 4 << 20

  /// Allocates a block of at least `byteCount` bytes, which is not initialised.
  static func allocate(byteCount: Int, alignment: Int) -> UnsafeMutableRawBufferPointer {
    #if canImport(Glibc)
      if byteCount >= threshold {
        let protection = PROT_READ | PROT_WRITE
        let block = unsafe mmap(nil, byteCount, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let block = unsafe block, unsafe block != MAP_FAILED else {
          fatalError("no memory for \(byteCount) bytes")
        }
        unsafe LargeMemory.willFill(block, byteCount: byteCount)
        return unsafe UnsafeMutableRawBufferPointer(start: block, count: byteCount)
      }
    #endif
    return .allocate(byteCount: byteCount, alignment: alignment)
  }

  /// Frees a block that ``allocate(byteCount:alignment:)`` returned.
  static func deallocate(_ block: UnsafeMutableRawBufferPointer) {
    #if canImport(Glibc)
      // SAFETY: the count of a block tells how it was allocated, and no part of it is used any more.
      if block.count >= threshold, let start = block.baseAddress {
        _ = unsafe munmap(start, block.count)
        return
      }
    #endif
    unsafe block.deallocate()
  }
}
