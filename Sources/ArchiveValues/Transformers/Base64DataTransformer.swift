internal import ArchiveBytes
public import Foundation

/// Stores data as a string in Base64, with the alphabet of RFC 4648 (`+` and `/`), padding, and no line breaks.
///
/// Decoding accepts nothing else, so each data value has exactly one string. It throws ``ArchiveError`` with the
/// position of the fault: a character outside the alphabet, padding before the end, a length that is not a multiple of
/// four, or non-zero unused bits in the last character.
public struct Base64DataTransformer: ArchiveTransformer {
  public init() {}

  public func encode(_ value: Data) -> String { value.base64EncodedString() }

  public func decode(_ stored: String) throws -> Data {
    let text = stored.utf8
    guard text.count % 4 == 0 else {
      throw ArchiveError(
        .truncated, expected: "Base64 in groups of four characters", found: "\(text.count) characters")
    }
    let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    var data = Data(capacity: text.count / 4 * 3)
    /// The bits that were read and do not make a byte yet, at most 6.
    var (bits, count) = (UInt32(0), 0)
    for (offset, character) in text.dropLast(padding).enumerated() {
      guard let value = Self.value(of: character) else {
        throw Self.malformed(
          character == UInt8(ascii: "=") ? "padding before the end" : "another character", at: offset)
      }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        data.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        bits &= 1 << UInt32(count) - 1
      }
    }
    guard bits == 0 else { throw Self.malformed("non-zero unused bits", at: text.count - padding - 1) }
    return data
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }

  private static func malformed(_ found: String, at offset: Int) -> ArchiveError {
    ArchiveError(
      .malformed, expected: "Base64 with the alphabet of RFC 4648",
      found: "\(found), at byte \(offset) of the text")
  }
}
