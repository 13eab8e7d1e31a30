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
    guard acceptsNewerVersions else {
      throw ArchiveError(
        .newerVersion, expected: "\(className) of version \(version)\(version > 1 ? " or older" : "")",
        found: "version \(stored)",
        advice: .changeCode(
          "Update the program that reads it, or accept newer versions: "
            + "@Archivable(version: \(version), acceptsNewerVersions: true)."))
    }
    return false
  }

  /// Returns the error for a value under ``versionKey`` that is not a version.
  package func noVersion(found: String) -> ArchiveError {
    ArchiveError(
      .invalidValue, expected: "a version of \(className), an integer of 1 or more", found: found,
      advice: "The archive is damaged, or “\(Self.versionKey)” is a field of another program's object.")
  }
}

/// A type that validates or adjusts its values after they are decoded.
///
/// ```swift
/// extension Session: AwakesAfterDecoding {
///   mutating func awakeAfterDecoding() throws {
///     guard endTime ?? startTime >= startTime else { throw SessionError.endsBeforeItStarts }
///     events.sort { $0.timeStamp < $1.timeStamp }
///   }
/// }
/// ```
///
/// If the method is in the body of the type, `@Archivable` declares the conformance. If it is in an extension, declare
/// it there, as above.
///
/// Every decoder calls the method for each decoded value of the type, in every format: innermost values first, and
/// after an upgrade. It costs nothing for types that do not conform.
public protocol AwakesAfterDecoding: SendableMetatype {
  /// Validates or adjusts a decoded value.
  ///
  /// - Throws: Any error, if the value cannot be used. The decoder then throws an error with the place of the value.
  mutating func awakeAfterDecoding() throws
}

/// A class whose decoded instances may be replaced, for example by instances that the program already has.
///
/// ```swift
/// @Archivable
/// final class Font: ReplaceableAfterDecoding {
///   let name: String
///   init(name: String) { self.name = name }
///
///   func replacementAfterDecoding() -> Font { Fonts.shared.font(named: name) ?? self }
/// }
/// ```
///
/// Every reference in the archive then leads to the replacement, so no reference to the decoded instance remains.
public protocol ReplaceableAfterDecoding: AnyObject, SendableMetatype {
  /// Returns the instance that replaces this one, or this instance itself.
  ///
  /// All properties of this instance are set. The instances that it refers to may still lack properties that were not set
  /// by their `init(fields:)`; see ``ArchivableObject``. ``AwakesAfterDecoding/awakeAfterDecoding()`` is not called on a
  /// replacement.
  ///
  /// - Throws: Any error, if no instance can be used. The decoder then throws an error with the place of the
  ///   instance. Decoding throws ``ArchiveError/Code/cycle`` if this method's instance was needed to create itself:
  ///   through properties set by `init(fields:)`, or through other instances of classes that conform to this
  ///   protocol.
  func replacementAfterDecoding() throws -> Self
}

/// The hooks that a reader calls on decoded records of one type, looked up once per type, not once per record.
@safe
package struct DecodingHooks {
  // Safe: this type only stores the closure. Each call is marked as unsafe, and passes the address of a value of the
  // type.
  /// Calls ``AwakesAfterDecoding/awakeAfterDecoding()`` on the value at an address; `nil` if the type does not have the
  /// method.
  package let awake: (@Sendable (UnsafeMutableRawPointer) throws -> Void)?
  /// Whether the type has the method.
  package var awakes: Bool { unsafe awake != nil }
  /// Whether the type is ``ArchiveUpgradable`` and has older versions.
  package let isUpgradable: Bool

  /// Looks up the hooks of a type. `version` is the version of its schema.
  package init(_ type: any Any.Type, version: Int = 1) {
    unsafe awake = (type as? any AwakesAfterDecoding.Type).map { unsafe Self.awake(as: $0) }
    isUpgradable = version > 1 && type is any ArchiveUpgradable.Type
  }

  /// The hooks of a type without any.
  package static let none = DecodingHooks(Void.self)

  private static func awake<Record: AwakesAfterDecoding>(
    as type: Record.Type
  ) -> @Sendable (UnsafeMutableRawPointer) throws -> Void {
    // SAFETY: callers pass the hooks of a type only the address of a value of exactly that type.
    { value in try unsafe value.assumingMemoryBound(to: Record.self).pointee.awakeAfterDecoding() }
  }

  /// Awakes a value of the hooks' type.
  package func awake<Record>(_ record: inout Record) throws {
    guard let awake = unsafe awake else { return }
    try unsafe withUnsafeMutablePointer(to: &record) { try unsafe awake(UnsafeMutableRawPointer($0)) }
  }
}
