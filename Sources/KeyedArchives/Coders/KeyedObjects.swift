package import ArchiveBytes
package import ArchiveNodes
package import ArchiveValues
package import Foundation
internal import NodeCoding

/// The conversion of objects to nodes and back: each passes through a keyed archive of its own.
package enum KeyedObjects: ObjectConversion {
  private static let key = "root"

  package static var storesForeignObjects: Bool { true }

  package static func className(of type: AnyClass) throws -> String { try ArchiveClassNames.name(of: type) }

  package static func node(of object: NSObject, limits: ArchiveLimits) throws -> ArchiveNode {
    var writer = ObjectTableWriter(limits: limits)
    try writer._encodeObject(object)
    var budget = Int.max
    return try tree(in: writer.finish(keys: [key]), limits, budget: &budget)
  }

  package static func archive(of node: ArchiveNode, limits: ArchiveLimits) throws -> Data {
    // Writes only what the object refers to.
    var writer = NodeWriter(limits: limits)
    return try writer.write(node, key: key)
  }

  package static func object<Object: NSObject & ArchiveValue>(
    of type: Object.Type, in archive: Data, limits: ArchiveLimits, budget: inout Int
  ) throws -> Object {
    try reading(archive, limits, budget: &budget) { try $0.decodeTop(type, forKey: key) }
  }

  /// Returns the tree of the value under `root` in a binary archive.
  static func tree(in archive: Data, _ limits: ArchiveLimits, budget: inout Int) throws -> ArchiveNode {
    try reading(archive, limits, budget: &budget) { reader in
      try reader.moveToTop(key)
      return try reader._decodeNode()
    }
  }

  private static func reading<Result>(
    _ archive: Data, _ limits: ArchiveLimits, budget: inout Int,
    _ body: (inout ObjectTableReader) throws -> Result
  ) throws -> Result {
    try unsafe archive.withUnsafeBytes { bytes in
      var reader = ObjectTableReader(try unsafe ObjectTable(bytes), limits: limits, objects: self)
      reader.budget = budget
      defer { budget = reader.budget }
      return try body(&reader)
    }
  }
}
