import Foundation
import StructCoding

/// The reason the program stops: its message and exit code.
struct Failure: Error {
  let message: String
  let code: Int32

  /// An archive that cannot be read or written.
  static let unreadable: Int32 = 1
  /// Any error that the archive does not cause.
  static let trouble: Int32 = 2

  /// Returns a failure because of arguments or files.
  static func trouble(_ message: String) -> Failure { Failure(message: message, code: trouble) }

  /// Returns a failure because an archive cannot be read: where, why, and what to do about it.
  static func unreadable(_ file: InputFile, _ error: any Error, code: Int32 = unreadable) -> Failure {
    Failure(message: "\(file.name): \(printable(words(for: error)))", code: code)
  }
}

/// Returns a text in which characters that a terminal or a reader would not show as they are become escapes.
///
/// Control characters could move the cursor of a terminal, or change the direction in which text is read.
func printable(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isHidden) else { return text }
  var shown = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": shown += "\\n"
    case "\t": shown += "\\t"
    case "\r": shown += "\\r"
    case _ where isHidden(scalar): shown += "\\u{\(String(scalar.value, radix: 16))}"
    default: shown.unicodeScalars.append(scalar)
    }
  }
  return shown
}

private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .surrogate, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator: true
  // Joiners are part of words and emoji; other format characters may change the direction of a text.
  case .format: scalar.value != 0x200D && scalar.value != 0x200C
  default: false
  }
}
