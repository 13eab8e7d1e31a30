/// The cases of an enumeration without associated values that does not list them, by their numbers in memory.
enum EnumerationCases {
  /// Returns a case; `nil` for a type that is no such enumeration.
  static func any(of type: Any.Type, _ random: inout TestGenerator) -> Any? {
    guard let count = count(of: type), count > 0 else { return nil }
    func value<Value>(_ type: Value.Type) -> Any? {
      guard MemoryLayout<Value>.size == 1, count <= 256 else { return nil }
      // SAFETY: the type takes one byte, and is an enumeration of `count` cases without associated values: in Swift's
      // layout, these are the bytes from 0 up to `count`. An enumeration of C or Objective-C has its raw values there; its
      // `rawValue` is then any byte, and the check below tells.
      let value = unsafe unsafeBitCast(UInt8(random.below(count)), to: Value.self)
      guard let raw = value as? any RawRepresentable, isCase(raw) else { return nil }
      return value
    }
    return _openExistential(type, do: value)
  }

  private static func isCase<Value: RawRepresentable>(_ value: Value) -> Bool {
    Value(rawValue: value.rawValue) != nil
  }

  /// Returns the number of cases; `nil` if a case has associated values, and for other types.
  private static func count(of type: Any.Type) -> Int? {
    // SAFETY: metadata of a type begins with its kind. That of an enumeration has its descriptor next, which has seven
    // numbers of four bytes, the last two being the numbers of cases with and without values (and 8 bits of something
    // else): Swift's stable ABI, which Linux shares.
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard unsafe metadata.load(as: Int.self) == 0x201 else { return nil }
    let descriptor = unsafe metadata.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
    let payloads = unsafe descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
    guard payloads == 0 else { return nil }
    return Int(unsafe descriptor.load(fromByteOffset: 24, as: UInt32.self))
  }
}
