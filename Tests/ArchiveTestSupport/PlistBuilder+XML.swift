import Foundation

extension PlistBuilder {
  /// The archive as text, as Apple's programs write it: keys in the order of the alphabet, references as dictionaries of
  /// `CF$UID`. Labels and raw bytes have no words there.
  public func xml() -> Data {
    let start = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """
    return Data((start + Self.text(content, "") + "</plist>\n").utf8)
  }

  private static func text(_ item: Item, _ indent: String) -> String {
    func line(_ name: String, _ content: String) -> String { "\(indent)<\(name)>\(content)</\(name)>\n" }
    func lines(_ name: String, _ content: [String]) -> String {
      content.isEmpty
        ? "\(indent)<\(name)/>\n" : "\(indent)<\(name)>\n\(content.joined())\(indent)</\(name)>\n"
    }
    switch item {
    case .uid(let value):
      return text(.dictionary([(.string("CF$UID"), .integer(Int64(value)))]), indent)
    case .integer(let value): return line("integer", "\(value)")
    case .real(let value): return line("real", value == value.rounded() ? "\(Int64(value))" : "\(value)")
    case .bool(let value): return "\(indent)<\(value)/>\n"
    case .string(let value): return line("string", escaped(value))
    case .data(let value):
      return lines("data", [indent + Data(value).base64EncodedString() + "\n"])
    case .array(let items): return lines("array", items.map { text($0, indent + "  ") })
    case .dictionary(let entries):
      let pairs = entries.map { entry in
        guard case .string(let key) = entry.key else { preconditionFailure("a key that is no string") }
        return (key, text(entry.value, indent + "  "))
      }
      return lines(
        "dict",
        pairs.sorted { $0.0 < $1.0 }.map { "\(indent)  <key>\(escaped($0.0))</key>\n\($0.1)" })
    case .labelled(_, let item): return text(item, indent)
    case .raw, .label, .reference: preconditionFailure("only in binary lists")
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }
}
