package import ArchiveBytes

extension ArchiveSchema {
  /// Compares the stored version of a record with the version of the type.
  ///
  /// - Returns: Whether the record is older.
  /// - Throws: ``ArchiveError/Code/newerVersion`` if the record is newer and the type does not accept newer versions;
  ///   ``ArchiveError/Code/invalidValue`` if the stored number is not a version.
  package func isOlder(_ stored: Int64) throws -> Bool {
    if stored == version { return false }
    guard stored > 0 else { throw noVersion(found: "\(stored)") }
    guard stored > version else { return true }
    guard acceptsNewerVersions else { throw newerVersion(stored) }
    return false
  }

  private func newerVersion(_ stored: Int64) -> ArchiveError {
    ArchiveError(
      .newerVersion, expected: "\(className) of version \(version)\(version > 1 ? " or older" : "")",
      found: "version \(stored)",
      advice: .changeCode(
        "Update the program that reads it, or accept newer versions: "
          + "@Archivable(version: \(version), acceptsNewerVersions: true)."))
  }

  /// Returns the error for a value under ``versionKey`` that is not a version.
  package func noVersion(found: String) -> ArchiveError {
    ArchiveError(
      .invalidValue, expected: "a version of \(className), an integer of 1 or more", found: found,
      advice: "The archive is damaged, or “\(Self.versionKey)” is a field of another program's object.")
  }
}
