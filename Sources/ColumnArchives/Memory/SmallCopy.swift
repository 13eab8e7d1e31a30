/// Copies of few bytes without a call, and without a branch a byte.
@safe
enum SmallCopy {
  /// Copies bytes to memory with room for eight more behind them.
  ///
  /// The source is preceded by at least eight bytes that may be read, such as the header of an array's storage: the
  /// last bytes are taken from the word that ends with them.
  @inline(__always)
  static func copy(precededSource source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int)
  {
    guard count <= 64 else { return unsafe target.copyMemory(from: source, byteCount: count) }
    var position = 0
    while position + 8 <= count {
      let word = unsafe source.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      unsafe target.storeBytes(of: word, toByteOffset: position, as: UInt64.self)
      position += 8
    }
    let rest = count - position
    if rest > 0 {
      let word = unsafe UInt64(littleEndian: source.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
      let bytes = (word >> UInt64(truncatingIfNeeded: 64 - 8 * rest)).littleEndian
      unsafe target.storeBytes(of: bytes, toByteOffset: position, as: UInt64.self)
    }
  }

  /// Copies bytes from memory with eight more behind them that may be read, to memory with as much room.
  @inline(__always)
  static func copy(followedSource source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, _ count: Int)
  {
    guard count <= 64 else { return unsafe target.copyMemory(from: source, byteCount: count) }
    var position = 0
    while position < count {
      let word = unsafe source.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      unsafe target.storeBytes(of: word, toByteOffset: position, as: UInt64.self)
      position += 8
    }
  }
}
