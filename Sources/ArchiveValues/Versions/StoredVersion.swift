package import ArchiveBytes
internal import ArchiveNodes

extension ArchiveSchema {
  /// Compares the version that is stored with a record with that of the type.
  ///
  /// - Returns: Whether the record is older.
  /// - Throws: ``ArchiveError/Code/newerVersion`` when it is newer, and the type accepts none that is;
  ///   ``ArchiveError/Code/invalidValue`` when it is no version at all.
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
      advice: "Update the program that reads it, or accept newer versions: "
        + "@Archivable(version: \(version), acceptsNewerVersions: true).")
  }

  /// The error for something stored under ``versionKey`` that is no version.
  package func noVersion(found: String) -> ArchiveError {
    ArchiveError(
      .invalidValue, expected: "a version of \(className), an integer of 1 or more", found: found,
      advice: "The archive is damaged, or “\(Self.versionKey)” is a field of another program's object.")
  }
}

extension ArchiveNode.Fields {
  /// Takes the version out of the fields of a struct as an archive has them. Something that is none stays, for
  /// whoever decodes the record to refuse.
  package mutating func takeVersion() {
    guard caseName == nil, case .integer(let number)? = self[ArchiveSchema.versionKey], number > 0,
      let version = Int(exactly: number)
    else { return }
    self.version = version
    self[ArchiveSchema.versionKey] = nil
  }
}
