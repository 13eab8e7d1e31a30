extension UnsafeRawPointer {
  /// Loads a number that is stored lowest byte first, at any address. All its bytes must be there.
  @inline(__always)
  func loadLittleEndian<Number: FixedWidthInteger>(fromByteOffset offset: Int = 0, as type: Number.Type)
    -> Number
  {
    unsafe Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}
