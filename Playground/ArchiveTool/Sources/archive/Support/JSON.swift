import ArchiveDocuments
import StructCoding

// What the program writes as JSON are nodes, which `jsonData` writes.

extension ArchiveNode {
  /// A number, or null.
  static func number(_ number: Int?) -> ArchiveNode { number.map { .integer(Int64($0)) } ?? .null }

  /// The text as JSON. What ends a script, begins markup or controls a terminal is escaped, so that the JSON can be part of
  /// a page.
  func jsonText(isPretty: Bool) throws -> String {
    var text = ""
    let data = try jsonData(isPretty: isPretty, limits: .init(maximumDepth: .max))
    for scalar in String(decoding: data, as: UTF8.self).unicodeScalars {
      switch scalar {
      // These are in strings only.
      case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text.last == "\n" ? String(text.dropLast()) : text
  }
}
