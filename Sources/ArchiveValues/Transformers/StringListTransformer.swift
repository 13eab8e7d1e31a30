internal import ArchiveBytes

/// Stores a list of strings as one string, with commas between them.
///
/// | list | stored |
/// |---|---|
/// | `["red", "green"]` | `red,green` |
/// | `["a,b", #"c\d"#]` | `a\,b,c\\d` |
/// | `[]` | the empty string |
/// | `[""]` | `\e` |
/// | `["", ""]` | `,` |
///
/// Every list is restored exactly, whatever its strings contain. A comma or a backslash in a string gets a backslash
/// before it; all other characters are unchanged, including line breaks and spaces. `\e` represents an empty string
/// where it would otherwise be invisible. Decoding throws ``ArchiveError`` for other uses of a backslash.
public struct StringListTransformer: ArchiveTransformer {
  public init() {}

  public func encode(_ value: [String]) -> String {
    guard value != [""] else { return "\\e" }
    // Splits bytes, because a comma and a combining accent after it are one character.
    var bytes: [UInt8] = []
    for (position, string) in value.enumerated() {
      if position > 0 { bytes.append(Self.comma) }
      for byte in string.utf8 {
        if byte == Self.comma || byte == Self.backslash { bytes.append(Self.backslash) }
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  public func decode(_ stored: String) throws -> [String] {
    if stored.isEmpty { return [] }
    var strings: [String] = []
    var bytes: [UInt8] = []
    /// Whether the current string is written as `\e`. Nothing else may follow in it.
    var isMarkedEmpty = false
    var isEscaped = false
    for (offset, byte) in stored.utf8.enumerated() {
      if isEscaped {
        isEscaped = false
        switch byte {
        case Self.comma, Self.backslash: bytes.append(byte)
        case UInt8(ascii: "e") where bytes.isEmpty && !isMarkedEmpty: isMarkedEmpty = true
        default: throw Self.malformed("a backslash before something else", at: offset)
        }
      } else if byte == Self.comma {
        strings.append(String(decoding: bytes, as: UTF8.self))
        bytes.removeAll(keepingCapacity: true)
        isMarkedEmpty = false
      } else {
        isEscaped = byte == Self.backslash
        if !isEscaped { bytes.append(byte) }
      }
      guard !isMarkedEmpty || bytes.isEmpty else { throw Self.malformed("\\e inside a string", at: offset) }
    }
    guard !isEscaped else { throw Self.malformed("a backslash at the end", at: stored.utf8.count) }
    return strings + [String(decoding: bytes, as: UTF8.self)]
  }

  private static let comma = UInt8(ascii: ",")
  private static let backslash = UInt8(ascii: "\\")

  private static func malformed(_ found: String, at offset: Int) -> ArchiveError {
    ArchiveError(
      .malformed, expected: "strings with commas between them, where a backslash stands before , \\ or e",
      found: "\(found), at byte \(offset) of the text")
  }
}
