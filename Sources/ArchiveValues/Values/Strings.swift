internal import ArchiveBytes
internal import Foundation

extension String: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    try encoder.encode(self)
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> String {
    try decoder.decodeString()
  }

  public static var archiveClasses: [AnyClass] { [NSString.self] }
}

extension Substring: ArchiveRepresentable {
  public var archiveForm: String { String(self) }
  public init(archiveForm: String) { self.init(archiveForm) }
}

/// Stored as a string of one character.
extension Character: ArchiveRepresentable {
  public var archiveForm: String { String(self) }

  public init(archiveForm: String) throws {
    guard let character = archiveForm.first,
      archiveForm.index(after: archiveForm.startIndex) == archiveForm.endIndex
    else {
      throw ArchiveError(
        .invalidValue, expected: "one character", found: "a string of \(archiveForm.count) characters")
    }
    self = character
  }
}

/// Stored as a string of one scalar.
extension Unicode.Scalar: ArchiveRepresentable {
  public var archiveForm: String { String(self) }

  public init(archiveForm: String) throws {
    let scalars = archiveForm.unicodeScalars
    guard let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex else {
      throw ArchiveError(
        .invalidValue, expected: "one Unicode scalar", found: "a string of \(scalars.count) scalars")
    }
    self = scalar
  }
}
