internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

// C values, by address. If a value cannot be read, the memory stays unchanged; where there is Objective-C, that of an
// object is then `nil`.
extension KeyedUnarchiver {
  /// Reads the value at the reader's place into the memory at an address.
  func decodeCValue(_ type: CType, at address: UnsafeMutableRawPointer) throws {
    if let count = type.count { return try unsafe decodeArray(of: type.letter, count: count, at: address) }
    func integer<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number.Type) throws {
      let value =
        Number.isSigned
        ? Number(exactly: try reader.decodeInt64()) : Number(exactly: try reader.decodeUInt64())
      guard let value else {
        throw reader.invalid("another number", expected: "an integer of \(Number.bitWidth) bits")
      }
      unsafe address.storeBytes(of: value, as: number)
    }
    switch type.letter {
    case "c": try integer(Int8.self)
    case "C": try integer(UInt8.self)
    case "s": try integer(Int16.self)
    case "S": try integer(UInt16.self)
    case "i", "l": try integer(Int32.self)
    case "I", "L": try integer(UInt32.self)
    case "q": try integer(Int64.self)
    case "Q": try integer(UInt64.self)
    case "f": unsafe address.storeBytes(of: try reader.decodeFloat(), as: Float.self)
    case "d": unsafe address.storeBytes(of: try reader.decodeDouble(), as: Double.self)
    case "B": unsafe address.storeBytes(of: try reader.decodeBool() ? 1 : 0, as: UInt8.self)
    case "*": try unsafe lendText(at: address)
    default:
      let object = try decodeUnkeyedPlace("decodeValue(ofObjCType:at:)")
      #if canImport(ObjectiveC)
        // The memory is `nil`, and the caller owns the object: this retains it and releases nothing.
        unsafe address.initializeMemory(as: CObject.self, to: object)
      #else
        // The caller guarantees that there is an object to replace.
        unsafe address.assumingMemoryBound(to: CObject.self).pointee = object
      #endif
    }
  }

  #if canImport(ObjectiveC)
    /// Sets the memory of objects to `nil`, before anything can fail. It may hold anything, and a caller without ARC owns
    /// what it finds there afterwards. Memory of other types stays unchanged.
    func clearObjects(_ type: CType, at address: UnsafeMutableRawPointer) {
      guard type.letter == "@" else { return }
      // SAFETY: the caller has memory for as many objects as the type says.
      unsafe address.initializeMemory(as: CObject.self, repeating: nil, count: type.count ?? 1)
    }
  #endif

  /// Reads a C string. Its characters are valid as long as the coder exists.
  private func lendText(at address: UnsafeMutableRawPointer) throws {
    guard try !reader.decodeNil() else {
      return unsafe address.storeBytes(of: nil, as: UnsafeRawPointer?.self)
    }
    let bytes = Array(try reader.decodeString().utf8CString)
    let data = unsafe bytes.withUnsafeBytes { unsafe NSData(bytes: $0.baseAddress, length: $0.count) }
    lentData.append(data)
    unsafe address.storeBytes(of: data.bytes, as: UnsafeRawPointer?.self)
  }

  /// Reads a C array from the object that Apple's archiver creates for it.
  private func decodeArray(of letter: Character, count: Int, at address: UnsafeMutableRawPointer) throws {
    let element = CType(letter: letter)
    guard let reference = try classReference(), try className(at: reference) == CType.arrayClass else {
      throw reader.mismatch("an array of C")
    }
    try decodeParts(allowed: frames.last?.allowed) {
      let stored = (decodeInteger(forKey: "NS.count"), decodeInteger(forKey: "NS.type"))
      guard failure == nil, stored == (count, Int(letter.asciiValue ?? 0)) else {
        return failWithError(
          reader.invalid(
            "\(stored.0) of the type \(stored.1)", expected: "\(count) values of the type \(letter)"))
      }
      for position in 0..<count where failure == nil {
        unsafe readCValue(element, at: address + position * element.size)
      }
    }
  }
}
