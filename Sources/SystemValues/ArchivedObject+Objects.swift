internal import ArchiveBytes
internal import ArchiveNodes
public import ArchiveValues
public import Foundation
internal import KeyedArchives

// Where the class of an archived object exists, the object itself.

extension ArchivedObject {
  /// Whether the object is of a class, of a subclass of it, or of one that may be read as it.
  func isKind(of name: String) -> Bool {
    fields.className == name || fields.superclassNames?.contains(name) ?? false
      || fields.fallbackClassNames.contains(name)
  }

  /// Throws unless the object is of one of some classes, of a subclass, or of one that may be read as such.
  func check(isKind names: String...) throws {
    guard !names.contains(where: isKind) else { return }
    throw ArchiveError(
      .classMismatch, expected: "an object of class \(names.joined(separator: " or "))",
      found: "one of class \(className)")
  }

  /// Archives an object, such as a `UIColor` or an `NSParagraphStyle`, and keeps the fields that its class encoded.
  ///
  /// - Throws: ``ArchiveError`` if it cannot be archived.
  public init<Object: NSObject & NSSecureCoding>(archiving object: Object) throws {
    let data: Data
    do {
      #if canImport(ObjectiveC)
        data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
      #else
        data = try KeyedArchive.archivedData(withRootObject: object, requiringSecureCoding: true)
      #endif
    } catch {
      throw ArchiveError.wrapping(error)
    }
    self = try KeyedArchive.decode(ArchivedObject.self, from: data)
  }

  /// Creates the object, by its class's `init(coder:)`.
  ///
  /// - Parameter type: The class to create, or a superclass of it. On a Mac, the colours and fonts of UIKit become
  ///   those of AppKit, as their archives allow.
  /// - Throws: ``ArchiveError`` if the program does not have the class, or if the class refuses the archive.
  public func unarchived<Object: NSObject & NSSecureCoding>(as type: Object.Type) throws -> Object {
    let data = try KeyedArchive.encode(self)
    let object: Object?
    do {
      #if canImport(ObjectiveC)
        object = try NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: data)
      #else
        object = try KeyedArchive.unarchivedObject(ofClass: type, from: data)
      #endif
    } catch {
      throw ArchiveError.wrapping(error)
    }
    guard let object else {
      throw ArchiveError(.classMismatch, expected: "a \(type)", found: "an object of class \(className)")
    }
    return object
  }
}
