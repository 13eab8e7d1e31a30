package import ArchiveBytes
package import ArchiveNodes
package import ArchiveValues
package import Foundation

/// A format that stores objects of `NSCoding` classes. By it such objects become nodes, and nodes become objects.
///
/// The classes write themselves to an `NSCoder`, which this module has not. `KeyedObjects` of `KeyedArchives` conforms.
package protocol ObjectConversion {
  /// Returns the name under which the format stores objects of a class.
  static func className(of type: AnyClass) throws -> String

  /// Whether the format stores an object of a class that the program lacks as the node that it is. If not, it stores
  /// dictionaries that name the classes.
  static var storesForeignObjects: Bool { get }

  /// Returns the records as which the format stores an object and those that it refers to.
  static func node(of object: NSObject, limits: ArchiveLimits) throws -> ArchiveNode

  /// Returns the bytes of an object that a node represents.
  static func archive(of node: ArchiveNode, limits: ArchiveLimits) throws -> Data

  /// Returns the object in such bytes.
  ///
  /// - Parameter budget: The number of bytes that may still be decoded.
  static func object<Object: NSObject & ArchiveValue>(
    of type: Object.Type, in archive: Data, limits: ArchiveLimits, budget: inout Int
  ) throws -> Object
}
