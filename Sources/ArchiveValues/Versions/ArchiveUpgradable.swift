internal import ArchiveBytes
public import ArchiveNodes
internal import Foundation

/// A type that makes records of its older versions into present ones, where names alone cannot say what changed.
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
/// `@Archivable(version:)` states the conformance for a version above 1, so that the hook cannot be forgotten. It is for
/// structs; an enumeration has no version. Types that do not conform are read by the names of their fields,
/// whatever the version.
public protocol ArchiveUpgradable: SendableMetatype {
  /// Makes the fields of a version into those of the next one.
  ///
  /// A record of version 1 is upgraded from 1, then from 2, and so on, until it has the version of the type; then the
  /// value is decoded from the result. All fields of the archive are there, those that the type does not have any more
  /// included. Records among them have versions of their own, and are upgraded by themselves when they are decoded.
  ///
  /// In a column archive, a value whose type has an ``ArchiveValue/archiveColumn`` of its own is there in the form of
  /// that column.
  ///
  /// - Parameters:
  ///   - fields: The fields of the record, to be changed in place.
  ///   - version: The version that they are of: at least 1, and less than that of the type.
  /// - Throws: What it likes, when they cannot be upgraded; the error that reading throws then names the record.
  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws
}

extension ArchiveNode.Fields {
  /// Upgrades the record, step by step, to the version of a type.
  ///
  /// A type that is not ``ArchiveUpgradable`` takes the fields as they are.
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
