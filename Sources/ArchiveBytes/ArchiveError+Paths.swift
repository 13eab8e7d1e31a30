extension ArchiveError.PathComponent: CustomStringConvertible {
  /// The step as it is printed in a path: `name`, `[3]` or `["key"]`.
  ///
  /// A name that would be parsed as several steps is in backticks. In quoted text, quotes and backslashes are escaped
  /// with a backslash.
  public var description: String {
    var text = ""
    append(to: &text)
    return text
  }

  /// Appends the step to the text of a path.
  ///
  /// - Parameter quotesDots: Whether to put a name with dots in backticks. Errors do not: their names with dots are
  ///   flattened fields, which read like the path to the field.
  package func append(to path: inout String, quotesDots: Bool = true) {
    switch self {
    case .field(let name):
      if !path.isEmpty { path += "." }
      let checked = quotesDots ? name : name.filter { $0 != "." }
      path += Self.isPlain(checked) ? name : Self.quoted(name, "`")
    case .index(let position): path += "[\(position)]"
    case .key(let key): path += "[\(Self.quoted(key, "\""))]"
    }
  }

  /// The prefix of the field names of Foundation's classes. Its dot is part of the name.
  package static var foundationPrefix: String { "NS." }

  /// Returns whether a name can appear in a path without quotes.
  package static func isPlain(_ name: String) -> Bool {
    let name = name.hasPrefix(foundationPrefix) ? name.dropFirst(foundationPrefix.count) : name[...]
    return !name.isEmpty && name != "*" && name != "**"
      && name.unicodeScalars.allSatisfy { !".[]`\"\\".unicodeScalars.contains($0) && $0.value >= 0x20 }
  }

  /// Returns a text in quotes, with escaped control characters, so that it cannot control a terminal.
  package static func quoted(_ text: String, _ mark: String) -> String {
    var quoted = mark
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case "\0"..<" ", "\u{7F}"..."\u{9F}":
        quoted += "\\u{\(String(scalar.value, radix: 16))}"
      case _ where String(scalar) == mark: quoted += "\\\(mark)"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + mark
  }
}
