import SwiftSyntax

extension TokenSyntax {
  /// The name without the backticks of an escaped or raw identifier.
  var unescapedText: String {
    let text = self.text
    guard text.count > 2, text.hasPrefix("`"), text.hasSuffix("`") else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// The name as an argument label, where keywords need no backticks.
  var labelText: String {
    let name = unescapedText
    let isWord = name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "_" }
    return isWord && !["inout", "let", "var"].contains(name) ? name : text
  }

  /// Whether the token is a name rather than a keyword or punctuation.
  var isIdentifier: Bool {
    if case .identifier = tokenKind { true } else { false }
  }
}
