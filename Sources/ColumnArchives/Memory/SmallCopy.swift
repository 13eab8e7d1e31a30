/// Copies a few bytes without a call, and without a branch for each byte.
@safe
enum SmallCopy {
  /// Copies bytes to memory that has room for eight more after them.
  ///
  /// At least eight bytes before the source must be readable, such as the header of an array's storage: the last bytes
  /// are taken from the word that ends with them.
  @inline(__always)
  static func copy(precededSource source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int)
  {
    switch count {
    case ...16: unsafe copyFew(source, to: target, count)
    case ...32: unsafe copyEnds(source, to: target, count, as: SIMD2<UInt64>.self)
    case ...64: unsafe copyEnds(source, to: target, count, as: SIMD4<UInt64>.self)
    default: unsafe target.copyMemory(from: source, byteCount: count)
    }
  }

  /// Copies up to 16 bytes as two words, the first and the last, which may overlap. How many bytes there are decides no
  /// branch: the processor would mispredict it.
  @inline(__always)
  private static func copyFew(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int) {
    let excess = count &- 8
    // SAFETY: both words begin at most eight bytes before the source, and end at most where the bytes do. If there are
    // fewer than eight, both words end there, and the one that is stored last has the bytes before them shifted out.
    let first = unsafe source.loadUnaligned(fromByteOffset: min(excess, 0), as: UInt64.self)
    let last = unsafe UInt64(littleEndian: source.loadUnaligned(fromByteOffset: excess, as: UInt64.self))
    let shift = UInt64(truncatingIfNeeded: 8 &* max(0 &- excess, 0))
    // SAFETY: the first word is within the eight bytes after the target, and the last one too if there are few bytes.
    unsafe target.storeBytes(of: first, as: UInt64.self)
    unsafe target.storeBytes(
      of: (last >> shift).littleEndian, toByteOffset: max(excess, 0), as: UInt64.self)
  }

  /// Copies the first and the last bytes, which may overlap.
  ///
  /// - Parameter type: A type of at least half as many bytes, and at most as many.
  @inline(__always)
  private static func copyEnds<Block>(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int, as type: Block.Type
  ) {
    let (size, rest) = (MemoryLayout<Block>.size, count &- MemoryLayout<Block>.size)
    unsafe target.copyMemory(from: source, byteCount: size)
    unsafe (target + rest).copyMemory(from: source + rest, byteCount: size)
  }

  /// Copies bytes from memory in which eight more are readable, to memory that has room for as many.
  @inline(__always)
  static func copy(followedSource source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int)
  {
    guard count <= 64 else { return unsafe target.copyMemory(from: source, byteCount: count) }
    var position = 0
    while position < count {
      let word = unsafe source.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      unsafe target.storeBytes(of: word, toByteOffset: position, as: UInt64.self)
      position &+= 8
    }
  }
}
