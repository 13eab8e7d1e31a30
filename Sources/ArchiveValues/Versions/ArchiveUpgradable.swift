internal import ArchiveBytes
public import ArchiveNodes
internal import Foundation

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
