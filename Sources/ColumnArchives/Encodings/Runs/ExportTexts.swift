internal import ArchiveBytes

/// Strings or data read from a column, in the form in which the column stores them.
package enum ExportTexts {
  case plain(ExportRun)
  /// The number of the distinct value for each row. Later reads of the same column return the same values.
  case numbers([UInt32], of: ExportDictionary)

  /// Each value, or each distinct one.
  var distinct: ExportRun {
    switch self {
    case .plain(let run): run
    case .numbers(_, let dictionary): dictionary.run
    }
  }
}

/// Values one after the other.
package struct ExportRun {
  package var bytes: [UInt8]
  /// The end of each value in the bytes.
  package var ends: [Int]

  package init(bytes: [UInt8] = [], ends: [Int] = []) { (self.bytes, self.ends) = (bytes, ends) }
}

/// The distinct values of a column. It is an object, so that users can keep facts about the values with it.
package final class ExportDictionary {
  package let run: ExportRun
  /// The numbers of the values in another dictionary, or `UInt32.max`; the reader of the column keeps them here.
  package var otherNumbers: [UInt32] = []
  /// The owner of the other numbers.
  package var owner: AnyObject?

  package init(_ run: ExportRun) { self.run = run }
}

extension ExportRun {
  /// Throws unless each value is valid UTF-8: all values together are valid, and none begins inside a character.
  func checkText(in context: ReadContext) throws {
    var start = 0
    for end in ends {
      if start < end, bytes[start] & 0xC0 == 0x80 {
        throw context.malformed("a string in UTF-8", "invalid UTF-8")
      }
      start = end
    }
    guard String(validUTF8: bytes) != nil else {
      throw context.malformed("a string in UTF-8", "invalid UTF-8")
    }
  }
}
