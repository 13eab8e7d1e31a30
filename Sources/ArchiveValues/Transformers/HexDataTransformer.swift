internal import ArchiveBytes
public import Foundation

/// Stores data as a string of hexadecimal digits, two per byte, in lower case: `01ff`.
///
/// Decoding also accepts upper case, but no other characters between or around the digits. It throws ``ArchiveError``
/// with the position of the first character that is not a digit, or if the number of digits is odd.
public struct HexDataTransformer: ArchiveTransformer {
  public init() {}

  public func encode(_ value: Data) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * value.count)
    for byte in value {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  public func decode(_ stored: String) throws -> Data {
    var data = Data(capacity: stored.utf8.count / 2)
    var high: UInt8?
    for (offset, character) in stored.utf8.enumerated() {
      guard let digit = Self.value(of: character) else {
        throw ArchiveError(
          .malformed, expected: "hexadecimal digits",
          found: "another character, at byte \(offset) of the text")
      }
      if let first = high { data.append(first << 4 | digit) }
      high = high == nil ? digit : nil
    }
    guard high == nil else {
      throw ArchiveError(
        .truncated, expected: "two hexadecimal digits for each byte",
        found: "\(stored.utf8.count) digits")
    }
    return data
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
