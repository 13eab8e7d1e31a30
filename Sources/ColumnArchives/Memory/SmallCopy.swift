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

  /// Copies bytes from memory in which eight more are readable, to memory that has room for as many.
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
