import SwiftSyntax

extension String {
  /// The text with everything but ASCII letters, digits and `_` replaced by `_`.
  var identifierSafe: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isIdentifierPart ? $0 : "_" }))
  }

  /// The text as a part of an identifier whose parts are joined by `_`. Different texts give different parts. Any
  /// character other than an ASCII letter, or a digit after one, becomes its number in hexadecimal digits: `ö` becomes
  /// `_0f6_`. The leading zero distinguishes this number from the part after a joint, which never begins with a zero.
  var identifierPart: String {
    var part = ""
    for scalar in unicodeScalars {
      let isDigit = ("0"..."9").contains(scalar)
      if scalar.isIdentifierPart, scalar != "_", !(isDigit && part.isEmpty) {
        part.unicodeScalars.append(scalar)
      } else {
        part += "_0\(String(scalar.value, radix: 16))_"
      }
    }
    return part
  }

  /// Whether the text can be a class name in archives: the name of an Objective-C class, `Order`, or of a Swift class
  /// with its module, `Shop.Order`.
  var isArchivedClassName: Bool {
    unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      guard let first = part.first, !("0"..."9").contains(first) else { return false }
      return part.allSatisfy(\.isIdentifierPart)
    }
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
