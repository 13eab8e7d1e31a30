package import ArchiveBytes
public import ArchiveNodes

/// A type that upgrades records of its older versions, for changes that names alone cannot express.
///
/// ```swift
/// @Archivable(version: 3)
/// struct Session {
///   var startTime: Date
///   var duration: Double
/// }
///
/// extension Session: ArchiveUpgradable {
///   static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
///     switch version {
///     case 1:
///       fields.rename("begin", to: "startTime")
///     case 2:
///       let start = try fields.decode(Date.self, "startTime")
///       let end = try fields.decode(Date?.self, "endTime") ?? start
///       try fields.encode(end.timeIntervalSince(start), as: "duration")
///       fields.remove("endTime")
///     default: break
///     }
///   }
/// }
/// ```
///
/// For a version above 1, `@Archivable(version:)` declares the conformance, so that you cannot forget the method.
/// Only structs can conform; an enumeration has no version. Records of types that do not conform are read by the
/// names of their fields, whatever their version.
public protocol ArchiveUpgradable: SendableMetatype {
  /// Converts the fields of one version to the fields of the next version.
  ///
  /// A record of version 1 is upgraded from 1, then from 2, and so on, until it has the version of the type. Then the
  /// value is decoded from the result. The fields include all fields of the archive, even fields that the type no
  /// longer has. Nested records have their own versions, and are upgraded separately when they are decoded. The
  /// fields contain all their content: class instances among them are copies.
  ///
  /// In a column archive, a value that is stored as another value, such as an ``ArchiveRepresentable`` value, appears
  /// in its stored form.
  ///
  /// - Parameters:
  ///   - fields: The fields of the record. Change them in place.
  ///   - version: The version of these fields: at least 1, and less than the version of the type.
  /// - Throws: Any error, if the fields cannot be upgraded. The decoder then throws an error that names the record.
  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws
}

extension ArchiveNode.Fields {
  /// Upgrades the record to the version of a type, step by step.
  ///
  /// If the type is not ``ArchiveUpgradable``, the fields stay as they are.
  package mutating func upgrade(to type: any ArchiveRecord.Type) throws {
    guard let upgradable = type as? any ArchiveUpgradable.Type else { return }
    let current = type.archiveSchema.version
    while version < current {
      let next = version + 1
      do {
        try upgradable.upgrade(&self, from: version)
      } catch {
        throw ArchiveError.wrapping(error)
      }
      version = next
    }
  }
}

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
