#if !canImport(ObjectiveC)
  public import ArchiveValues
  public import Foundation
  internal import KeyedArchives

  // Foundation's archiver on Linux crashes on nested classes, and every `Coding` is one. These overloads are more
  // specific than Foundation's, so the compiler chooses them wherever it sees the type `Coding`. (If they were marked
  // unavailable, the compiler would choose Foundation's.)

  extension NSKeyedArchiver {
    /// Writes the archive with ``KeyedArchive``, since Foundation on Linux cannot; the format is the same.
    ///
    /// - Throws: ``ArchiveError``.
    @_documentation(visibility: internal)
    public class func archivedData<Object: ArchiveWrapper>(
      withRootObject object: Object, requiringSecureCoding: Bool
    ) throws -> Data {
      try KeyedArchive.archivedData(withRootObject: object, requiringSecureCoding: requiringSecureCoding)
    }

    /// Writes the archive with ``KeyedArchive``, since Foundation on Linux cannot; the format is the same.
    ///
    /// - Throws: ``ArchiveError``.
    @_documentation(visibility: internal)
    public class func archivedData<Object: ArchiveWrapper>(
      withRootObject objects: [Object], requiringSecureCoding: Bool
    ) throws -> Data {
      try KeyedArchive.archivedData(withRootObject: objects, requiringSecureCoding: requiringSecureCoding)
    }

    /// Writes the archive with ``KeyedArchive``, since Foundation on Linux cannot; the format is the same.
    ///
    /// - Throws: ``ArchiveError``.
    @_documentation(visibility: internal)
    public class func archivedData<Key, Object: ArchiveWrapper>(
      withRootObject objects: [Key: Object], requiringSecureCoding: Bool
    ) throws -> Data {
      try KeyedArchive.archivedData(withRootObject: objects, requiringSecureCoding: requiringSecureCoding)
    }

    /// Traps with this explanation unless the class is a top-level one; Foundation on Linux would crash without it.
    @available(
      *, deprecated,
      message:
        "Foundation on Linux cannot archive nested classes: use KeyedArchiver, which writes the same format"
    )
    @_documentation(visibility: internal)
    public func encode<Object: ArchiveWrapper>(_ object: Object?, forKey key: String) {
      Self.requireTopLevel(Object.self)
      encode(object as Any?, forKey: key)
    }

    /// Traps with this explanation unless the class is a top-level one; Foundation on Linux would crash without it.
    @available(
      *, deprecated,
      message:
        "Foundation on Linux cannot archive nested classes: use KeyedArchiver, which writes the same format"
    )
    @_documentation(visibility: internal)
    public func encode<Object: ArchiveWrapper>(_ objects: [Object]?, forKey key: String) {
      Self.requireTopLevel(Object.self)
      encode(objects as Any?, forKey: key)
    }

    /// Traps with this explanation unless the class is a top-level one; Foundation on Linux would crash without it.
    @available(
      *, deprecated,
      message:
        "Foundation on Linux cannot archive nested classes: use KeyedArchiver, which writes the same format"
    )
    @_documentation(visibility: internal)
    public func encode<Object: ArchiveWrapper>(_ object: Object?) {
      Self.requireTopLevel(Object.self)
      encode(object as Any?)
    }

    private class func requireTopLevel(_ type: AnyClass) {
      precondition(
        isTopLevel(type),
        "Foundation on Linux cannot archive the nested class \(String(reflecting: type)); use KeyedArchiver")
    }

    /// Returns whether the class is a top-level class: its name has only a module and a type.
    private class func isTopLevel(_ type: AnyClass) -> Bool {
      String(reflecting: type).split(separator: ".").count == 2
    }
  }
#endif
