#if !canImport(ObjectiveC)
  public import ArchiveValues
  public import Foundation
  internal import KeyedArchives

  // Foundation's archiver on Linux ends the process on a nested class, and every `Coding` is nested. So these
  // overloads of its class methods write with `KeyedArchive`. The compiler prefers them to Foundation's methods,
  // which take `Any`, unless the static type is `Any`. Any other call ends the process with a message that names the
  // remedy; see `CodingObject.classForKeyedArchiver`.

  extension NSKeyedArchiver {
    /// Writes the archive with ``KeyedArchive``; the format is the same.
    ///
    /// - Throws: ``ArchiveError`` if part of the object cannot be archived.
    @_documentation(visibility: internal)
    public class func archivedData<Root>(
      withRootObject object: Root, requiringSecureCoding: Bool
    ) throws -> Data {
      try KeyedArchive.archivedData(withRootObject: object, requiringSecureCoding: requiringSecureCoding)
    }

    /// Writes the archive with ``KeyedArchive``; the format is the same.
    ///
    /// As with Foundation's method, the process ends if part of the object cannot be archived.
    @_documentation(visibility: internal)
    public class func archivedData<Root>(withRootObject object: Root) -> Data {
      do {
        return try KeyedArchive.archivedData(withRootObject: object, requiringSecureCoding: false)
      } catch {
        fatalError("\(error)")
      }
    }

    /// Writes the archive with ``KeyedArchive`` to a file; the format is the same.
    ///
    /// As with Foundation's method, the process ends if part of the object cannot be archived.
    ///
    /// - Returns: Whether the file was written.
    @_documentation(visibility: internal)
    public class func archiveRootObject<Root>(_ object: Root, toFile path: String) -> Bool {
      let data = archivedData(withRootObject: object)
      return (try? data.write(to: URL(fileURLWithPath: path), options: .atomic)) != nil
    }
  }

  // An archiver that the caller creates is Foundation's own, so the compiler can only warn.

  extension NSKeyedArchiver {
    /// Ends the process if the class is nested.
    @available(
      *, deprecated,
      message:
        "Foundation on Linux cannot archive nested classes: use KeyedArchiver, which writes the same format"
    )
    @_documentation(visibility: internal)
    public func encode<Object: ArchiveWrapper>(_ object: Object?, forKey key: String) {
      encode(object as Any?, forKey: key)
    }

    /// Ends the process if the class is nested.
    @available(
      *, deprecated,
      message:
        "Foundation on Linux cannot archive nested classes: use KeyedArchiver, which writes the same format"
    )
    @_documentation(visibility: internal)
    public func encode<Object: ArchiveWrapper>(_ objects: [Object]?, forKey key: String) {
      encode(objects as Any?, forKey: key)
    }

    /// Ends the process if the class is nested.
    @available(
      *, deprecated,
      message:
        "Foundation on Linux cannot archive nested classes: use KeyedArchiver, which writes the same format"
    )
    @_documentation(visibility: internal)
    public func encode<Object: ArchiveWrapper>(_ object: Object?) {
      encode(object as Any?)
    }
  }
#endif
