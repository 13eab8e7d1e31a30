import Foundation
import StructCoding

/// Why the program stops: what it says, and what it exits with.
struct Failure: Error {
  let message: String
  let code: Int32

  /// An archive that cannot be read or written.
  static let unreadable: Int32 = 1
  /// Everything that is not the archive's fault.
  static let trouble: Int32 = 2

  /// Trouble with arguments or files.
  static func trouble(_ message: String) -> Failure { Failure(message: message, code: trouble) }

  /// An archive that cannot be read: where, why, and what to do about it.
  static func unreadable(_ file: InputFile, _ error: any Error, code: Int32 = unreadable) -> Failure {
    Failure(message: "\(file.name): \(printable("\(error)"))", code: code)
  }
}

/// A text without characters that a terminal or a reader would not show as they are: these are written as escapes.
///
/// Control characters could move the cursor of a terminal, or change what is read in which direction.
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
  // Joiners are part of words and emoji; what changes the direction of a text is not.
  case .format: scalar.value != 0x200D && scalar.value != 0x200C
  default: false
  }
}
