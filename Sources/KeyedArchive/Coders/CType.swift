internal import ArchiveBytes

/// A type of C by its Objective-C encoding, as `encodeValue(ofObjCType:at:)` is given it: one letter, or an array of so
/// many.
struct CType: Equatable {
  /// The letter, of the element in an array.
  let letter: Character
  /// How many there are; `nil` when it is no array.
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

  /// The bytes of one element.
  var size: Int {
    switch letter {
    case "c", "C", "B": 1
    case "s", "S": 2
    // A long of the encoding has four bytes, on machines of 64 bits as well.
    case "i", "I", "l", "L", "f": 4
    case "q", "Q", "d": 8
    case "*": MemoryLayout<UnsafePointer<CChar>>.size
    default: MemoryLayout<CObject>.stride
    }
  }

  /// The class of Apple's that stands for an array in archives.
  static let arrayClass = "_NSKeyedCoderOldStyleArray"
}

#if canImport(ObjectiveC)
  /// What `@` encodes.
  typealias CObject = AnyObject?
#else
  /// What `@` encodes: Foundation on Linux passes the address of an `Any?`.
  typealias CObject = Any?
#endif
