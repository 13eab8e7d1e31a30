internal import ArchiveBytes
internal import Foundation

// C values, by address.
extension KeyedArchiver {
  /// Stores the value at an address as the value of the next key.
  func encodeCValue(_ type: CType, at address: UnsafeRawPointer) throws {
    if let count = type.count { return try unsafe encodeArray(of: type.letter, count: count, at: address) }
    func integer<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number.Type) {
      let value = unsafe address.loadUnaligned(as: number)
      if let value = Int64(exactly: value) { writer.encode(value) } else { writer.encode(UInt64(value)) }
    }
    switch type.letter {
    case "c": integer(Int8.self)
    case "C": integer(UInt8.self)
    case "s": integer(Int16.self)
    case "S": integer(UInt16.self)
    case "i", "l": integer(Int32.self)
    case "I", "L": integer(UInt32.self)
    case "q": integer(Int64.self)
    case "Q": integer(UInt64.self)
    case "f": writer.encode(unsafe address.loadUnaligned(as: Float.self))
    case "d": writer.encode(unsafe address.loadUnaligned(as: Double.self))
    case "B": writer.encode(unsafe address.loadUnaligned(as: UInt8.self) != 0)
    case "*":
      let text = unsafe address.loadUnaligned(as: UnsafePointer<CChar>?.self)
      try encodePlace(unsafe text.map { unsafe String(cString: $0) })
    default:
      // The caller guarantees that there is an object.
      try encodePlace(unsafe address.assumingMemoryBound(to: CObject.self).pointee)
    }
  }

  /// Stores a C array as the object that Apple's archiver creates for it.
  private func encodeArray(of letter: Character, count: Int, at address: UnsafeRawPointer) throws {
    let element = CType(letter: letter)
    writer.place.mode = .boxed
    try encodeParts(classNames: [CType.arrayClass, "NSObject"]) {
      encode(count, forKey: "NS.count")
      encode(element.size, forKey: "NS.size")
      encode(Int(letter.asciiValue ?? 0), forKey: "NS.type")
      for position in 0..<count {
        encodeUnkeyed { try unsafe encodeCValue(element, at: address + position * element.size) }
      }
    }
  }
}
