internal import ArchiveBytes

/// Parses paths and queries; see ``ArchiveNodePath`` and ``ArchiveNodeQuery``.
struct PathParser {
  /// A step, and the position of its first character.
  struct Step {
    let kind: Kind
    let position: Int
  }

  /// The kinds of step.
  enum Kind: Hashable, CustomStringConvertible {
    case one(ArchiveError.PathComponent)
    /// Every field, or value of a dictionary: `*`.
    case everyName
    /// Every element, or value of a dictionary: `[*]`.
    case everyElement
    /// Any number of steps: `**`.
    case anyDepth

    var description: String {
      switch self {
      case .one(let component): component.description
      case .everyName: "*"
      case .everyElement: "[*]"
      case .anyDepth: "**"
      }
    }
  }

  private let text: [Unicode.Scalar]
  private var position = 0

  init(_ text: String) { self.text = Array(text.unicodeScalars) }

  private var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

  func failure(
    _ expected: String, found: String? = nil, at position: Int? = nil, advice: ArchiveError.Advice? = nil
  ) -> ArchiveError {
    let position = position ?? self.position
    let rest = String(String.UnicodeScalarView(text.dropFirst(position).prefix(20)))
    return ArchiveError(
      .malformed, expected: "\(expected) at character \(position + 1) of the path",
      found: found ?? (rest.isEmpty ? "its end" : "“\(rest)”"),
      advice: advice ?? "A path looks like sessions[3].events[0].timeStamp or owners[\"Ann\"].`first.name`.")
  }

  /// Parses the steps of the whole text.
  mutating func parse() throws -> [Step] {
    var steps: [Step] = []
    while let character = next {
      let start = position
      if character == "[" {
        steps.append(Step(kind: try bracket(), position: start))
      } else {
        // No dot precedes the first name.
        if !steps.isEmpty {
          guard character == "." else { throw failure("a dot or a bracket") }
          position += 1
        }
        steps.append(Step(kind: try name(), position: start))
      }
    }
    return steps
  }

  /// Parses a number, a key or an asterisk in brackets.
  private mutating func bracket() throws -> Kind {
    position += 1
    let kind: Kind
    switch next {
    case "\"": kind = .one(.key(try quoted()))
    case "*":
      position += 1
      kind = .everyElement
    default:
      let start = position
      while let digit = next, ("0"..."9").contains(digit) { position += 1 }
      guard position > start else { throw failure("a number, a key in quotes, or an asterisk") }
      guard let number = Int(String(String.UnicodeScalarView(text[start..<position]))) else {
        throw failure("a smaller number", at: start)
      }
      kind = .one(.index(number))
    }
    guard next == "]" else { throw failure("a closing bracket") }
    position += 1
    return kind
  }

  private mutating func name() throws -> Kind {
    if next == "`" { return .one(.field(try quoted())) }
    let prefix = Array(ArchiveError.PathComponent.foundationPrefix.unicodeScalars)
    var name = String.UnicodeScalarView()
    if text[position...].starts(with: prefix) {
      name.append(contentsOf: prefix)
      position += prefix.count
    }
    let start = position
    while let character = next, !".[]`\"\\".unicodeScalars.contains(character) {
      name.append(character)
      position += 1
    }
    guard position > start else { throw failure("a name") }
    switch String(name) {
    case "*": return .everyName
    case "**": return .anyDepth
    case let name: return .one(.field(name))
    }
  }

  /// Parses quoted text; the opening quote is next.
  private mutating func quoted() throws -> String {
    let (start, mark) = (position, text[position])
    position += 1
    var result = String.UnicodeScalarView()
    while let character = next {
      position += 1
      if character == mark { return String(result) }
      result.append(character == "\\" ? try escaped() : character)
    }
    throw failure("a closing quote", found: "none", at: start)
  }

  /// Parses the rest of an escape sequence, after the backslash.
  private mutating func escaped() throws -> Unicode.Scalar {
    let start = position - 1
    let character = next
    position += 1
    switch character {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "\\", "\"", "`": return character ?? "\\"
    case "u":
      guard next == "{", let end = text[position...].firstIndex(of: "}") else { break }
      let digits = String(String.UnicodeScalarView(text[(position + 1)..<end]))
      guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else { break }
      position = end + 1
      return scalar
    default: break
    }
    throw failure("a valid escape sequence", at: start)
  }
}
