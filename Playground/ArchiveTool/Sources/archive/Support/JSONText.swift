import Foundation

/// A JSON value that keeps the order of its keys.
indirect enum JSONText {
  case null
  case bool(Bool)
  case integer(Int)
  case string(String)
  case array([JSONText])
  case object([(String, JSONText)])

  init(_ number: Int?) { self = number.map { .integer($0) } ?? .null }

  /// Returns the text, with line breaks and indents if `isPretty`.
  func text(isPretty: Bool) -> String {
    var text = ""
    write(to: &text, indent: isPretty ? "\n" : nil)
    return text
  }

  private func write(to text: inout String, indent: String?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += "\(value)"
    case .integer(let value): text += "\(value)"
    case .string(let value): Self.write(value, to: &text)
    case .array(let elements):
      Self.write(elements, "[", "]", to: &text, indent) { element, text, indent in
        element.write(to: &text, indent: indent)
      }
    case .object(let fields):
      Self.write(fields, "{", "}", to: &text, indent) { field, text, indent in
        Self.write(field.0, to: &text)
        text += indent == nil ? ":" : ": "
        field.1.write(to: &text, indent: indent)
      }
    }
  }

  private static func write<Part>(
    _ parts: [Part], _ open: String, _ close: String, to text: inout String, _ indent: String?,
    _ body: (Part, inout String, String?) -> Void
  ) {
    let inner = indent.map { $0 + "  " }
    text += open
    for (position, part) in parts.enumerated() {
      if position > 0 { text += "," }
      text += inner ?? ""
      body(part, &text, inner)
    }
    if !parts.isEmpty { text += indent ?? "" }
    text += close
  }

  /// Writes a string, and escapes everything that ends a script or begins markup, so that the text can be part of a
  /// page.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
