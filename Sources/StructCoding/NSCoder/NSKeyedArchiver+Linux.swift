#if !canImport(ObjectiveC)
  public import ArchiveValues
  public import Foundation
  internal import KeyedArchive

  // Foundation on Linux ends the process when its archiver meets a nested class, and every `Coding` is one. These
  // overloads are more specific than Foundation's, so the compiler takes them wherever it sees that a `Coding` is
  // archived. (It would pass over them if they were marked unavailable, and take Foundation's.)

  extension NSKeyedArchiver {
    /// Writes the archive by ``KeyedArchive``, since Foundation on Linux cannot; the format is the same.
    ///
    /// - Throws: ``ArchiveError``.
    public class func archivedData<Object: ArchiveDecodable>(
      withRootObject object: Object, requiringSecureCoding: Bool
    ) throws -> Data {
      try KeyedArchive.archivedData(withRootObject: object, requiringSecureCoding: requiringSecureCoding)
    }

    /// Writes the archive by ``KeyedArchive``, since Foundation on Linux cannot; the format is the same.
    ///
    /// - Throws: ``ArchiveError``.
    public class func archivedData<Object: ArchiveDecodable>(
      withRootObject objects: [Object], requiringSecureCoding: Bool
    ) throws -> Data {
      try KeyedArchive.archivedData(withRootObject: objects, requiringSecureCoding: requiringSecureCoding)
    }

    /// Writes the archive by ``KeyedArchive``, since Foundation on Linux cannot; the format is the same.
    ///
    /// - Throws: ``ArchiveError``.
    public class func archivedData<Key, Object: ArchiveDecodable>(
      withRootObject objects: [Key: Object], requiringSecureCoding: Bool
    ) throws -> Data {
      try KeyedArchive.archivedData(withRootObject: objects, requiringSecureCoding: requiringSecureCoding)
    }

    /// Ends the process with this explanation, as Foundation on Linux would without it, unless the class is a
    /// top-level one.
    @available(
      *, deprecated,
      message:
        "Foundation on Linux cannot archive nested classes: use KeyedArchiver, which writes the same format"
    )
    public func encode<Object: ArchiveDecodable>(_ object: Object?, forKey key: String) {
      Self.requireTopLevel(Object.self)
      encode(object as Any?, forKey: key)
    }

    /// Ends the process with this explanation, as Foundation on Linux would without it, unless the class is a
    /// top-level one.
    @available(
      *, deprecated,
      message:
        "Foundation on Linux cannot archive nested classes: use KeyedArchiver, which writes the same format"
    )
    public func encode<Object: ArchiveDecodable>(_ objects: [Object]?, forKey key: String) {
      Self.requireTopLevel(Object.self)
      encode(objects as Any?, forKey: key)
    }

    /// Ends the process with this explanation, as Foundation on Linux would without it, unless the class is a
    /// top-level one.
    @available(
      *, deprecated,
      message:
        "Foundation on Linux cannot archive nested classes: use KeyedArchiver, which writes the same format"
    )
    public func encode<Object: ArchiveDecodable>(_ object: Object?) {
      Self.requireTopLevel(Object.self)
      encode(object as Any?)
    }

    private class func requireTopLevel(_ type: AnyClass) {
      precondition(
        isTopLevel(type),
        "Foundation on Linux cannot archive the nested class \(String(reflecting: type)); use KeyedArchiver")
    }

    /// Whether the class's name is its module's and its own.
    private class func isTopLevel(_ type: AnyClass) -> Bool {
      String(reflecting: type).split(separator: ".").count == 2
    }
  }
#endif
