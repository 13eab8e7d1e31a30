/// Integers in the text of XML lists.
enum XMLNumber {
  case signed(Int64)
  case unsigned(UInt64)

  /// Returns an integer of at most 18 digits and nothing else, as nearly all are.
  static func small(_ text: ArraySlice<UInt8>) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text
    guard (1...18).contains(digits.count) else { return nil }
    var number: Int64 = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      // Eighteen digits cannot overflow.
      number = number &* 10 &+ Int64(digit)
    }
    return isNegative ? -number : number
  }

  /// Returns any integer of 64 bits, decimal or hexadecimal.
  static func integer(_ text: String) -> XMLNumber? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let isHexadecimal = digits.lowercased().hasPrefix("0x")
    guard let first = digits.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+"),
      let size = UInt64(isHexadecimal ? digits.dropFirst(2) : digits, radix: isHexadecimal ? 16 : 10)
    else { return nil }
    if !isNegative { return Int64(exactly: size).map { .signed($0) } ?? .unsigned(size) }
    return size <= 1 << 63 ? .signed(Int64(truncatingIfNeeded: 0 &- size)) : nil
  }

  /// Whether a byte is a visible ASCII character.
  static func isGraphic(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }
}
