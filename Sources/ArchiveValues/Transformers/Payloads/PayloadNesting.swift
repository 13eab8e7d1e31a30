internal import ArchiveBytes
internal import Foundation

/// Checks a payload before Foundation decodes it.
///
/// A property list may contain itself; decoders of recursive types then recurse until the stack overflows. It may also
/// contain one array many times, at every level. The nesting limit is therefore far below what a stack of 512 KB can
/// hold.
enum PayloadNesting {
  /// The maximum number of levels of arrays and dictionaries in a payload.
  static let maximumDepth = 128

  /// Checks the nesting of JSON. The decoder checks whether it is JSON at all.
  static func check(json data: Data) throws {
    var (depth, isString, isEscaped) = (0, false, false)
    for byte in data {
      // Text in UTF-16 or UTF-32: Foundation reads it too, but other bytes mean brackets there.
      guard byte != 0 else {
        throw ArchiveError(.invalidValue, expected: "JSON in UTF-8", found: "a byte of zero")
      }
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > maximumDepth { throw tooDeep }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
  }

  static var tooDeep: ArchiveError {
    ArchiveError(
      .limitExceeded, expected: "a payload of at most \(maximumDepth) levels", found: "more",
      advice: "Store the property by '.default'.")
  }
}
