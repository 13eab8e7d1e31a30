internal import ArchiveBytes

/// A C type by its Objective-C encoding, as passed to `encodeValue(ofObjCType:at:)`: one letter, or an array of such
/// elements.
struct CType: Equatable {
  /// The letter; for an array, that of its elements.
  let letter: Character
  /// The number of elements; `nil` if it is not an array.
  let count: Int?

  /// - Throws: ``ArchiveError/Code/unsupported`` for pointers, structures and arrays of arrays.
  init(_ encoding: UnsafePointer<CChar>) throws {
    let text = unsafe String(cString: encoding)
    var letters = Substring(text)
    if letters.first == "[", letters.last == "]" {
      letters = letters.dropFirst().dropLast()
      let digits = letters.prefix { $0.isASCII && $0.isNumber }
      letters.removeFirst(digits.count)
      count = Int(digits)
    } else {
      count = nil
    }
    guard letters.count == 1, let letter = letters.first, "cCsSiIlLqQfdB@*".contains(letter),
      text.hasPrefix("[") == (count != nil)
    else {
      throw ArchiveError(
        .unsupported, expected: "the encoding of a number, a string or an object, or of an array of these",
        found: "“\(text)”", advice: "Store the parts under separate keys.")
    }
    self.letter = letter
  }

  init(letter: Character) {
    self.letter = letter
    count = nil
  }

  /// The size of one element in bytes.
  var size: Int {
    switch letter {
    case "c", "C", "B": 1
    case "s", "S": 2
    // A long in the encoding has four bytes, even on 64-bit machines.
    case "i", "I", "l", "L", "f": 4
    case "q", "Q", "d": 8
    case "*": unsafe MemoryLayout<UnsafePointer<CChar>>.size
    default: MemoryLayout<CObject>.stride
    }
  }

  /// Apple's class for a C array in archives.
  static let arrayClass = "_NSKeyedCoderOldStyleArray"
}

#if canImport(ObjectiveC)
  /// The type encoded as `@`.
  typealias CObject = AnyObject?
#else
  /// The type encoded as `@`: Foundation on Linux passes the address of an `Any?`.
  typealias CObject = Any?
#endif
