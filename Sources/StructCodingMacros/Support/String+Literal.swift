import SwiftSyntax

extension String {
  /// The text with everything but ASCII letters, digits and `_` replaced by `_`.
  var identifierSafe: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isIdentifierPart ? $0 : "_" }))
  }

  /// Whether the text can be an Objective-C class name.
  var isASCIIIdentifier: Bool {
    guard let first = unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return unicodeScalars.allSatisfy(\.isIdentifierPart)
  }

  /// The text as a Swift string literal.
  var literal: String {
    var body = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": body += "\\\(scalar)"
      case "\0"..<" ", "\u{7F}": body += "\\u{\(String(scalar.value, radix: 16))}"
      default: body.unicodeScalars.append(scalar)
      }
    }
    return "\"\(body)\""
  }
}

extension Unicode.Scalar {
  fileprivate var isIdentifierPart: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }
}
