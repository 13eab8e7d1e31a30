/// For speed alone: the strings of `log` and the short arrays of `mk48`. Without it, `mk48` took 1.12 times as long to
/// encode, and `log` 1.03 times.
///
/// Copies a few bytes without a call, and without a step for each byte: it copies the first and the last bytes in
/// blocks, which may overlap.
@safe
enum SmallCopy {
  /// Copies bytes to memory that has room for them, and does not overlap them.
  @inline(__always)
  static func copy(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int) {
    switch count {
    case ...0: return
    case 1: unsafe copyEnds(source, to: target, count, as: UInt8.self)
    case ...3: unsafe copyEnds(source, to: target, count, as: UInt16.self)
    case ...7: unsafe copyEnds(source, to: target, count, as: UInt32.self)
    case ...16: unsafe copyEnds(source, to: target, count, as: UInt64.self)
    case ...32: unsafe copyEnds(source, to: target, count, as: SIMD2<UInt64>.self)
    case ...64: unsafe copyEnds(source, to: target, count, as: SIMD4<UInt64>.self)
    default: unsafe target.copyMemory(from: source, byteCount: count)
    }
  }

  /// Calls `body` with a function that copies a fixed number of bytes. `body` is compiled for each size of numbers.
  @inline(__always)
  static func specialised(
    _ size: Int, _ body: (_ copy: (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void) -> Void
  ) {
    switch size {
    case 1: unsafe body { unsafe copyEnds($0, to: $1, 1, as: UInt8.self) }
    case 2: unsafe body { unsafe copyEnds($0, to: $1, 2, as: UInt16.self) }
    case 4: unsafe body { unsafe copyEnds($0, to: $1, 4, as: UInt32.self) }
    case 8: unsafe body { unsafe copyEnds($0, to: $1, 8, as: UInt64.self) }
    default: unsafe body { unsafe copy($0, to: $1, size) }
    }
  }

  /// - Parameter type: A type with at most as many bytes as are copied, and at least half as many.
  @inline(__always)
  private static func copyEnds<Block: BitwiseCopyable>(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int, as type: Block.Type
  ) {
    let rest = count &- MemoryLayout<Block>.size
    // SAFETY: a block at the beginning and a block at the end are inside the bytes. Both are loaded before they are
    // stored.
    let first = unsafe source.loadUnaligned(as: Block.self)
    let last = unsafe source.loadUnaligned(fromByteOffset: rest, as: Block.self)
    unsafe target.storeBytes(of: first, as: Block.self)
    unsafe target.storeBytes(of: last, toByteOffset: rest, as: Block.self)
  }
}
