package import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
package import Foundation

/// An object in a format that stores no objects: a keyed archive of it.
package struct StoredObject {
  package let data: Data

  package init(data: Data) { self.data = data }

  /// Archives the object that a node represents.
  package init(of node: ArchiveNode, limits: ArchiveLimits) throws {
    var writer = NodeWriter(limits: limits)
    data = try writer.write(node, key: Self.key)
  }

  private static let key = "root"

  /// Returns the object as it was found.
  ///
  /// - Parameter budget: The number of bytes that may be decoded; afterwards, what is left of them. It is the same for the
  ///   other method.
  package func foreign(_ limits: ArchiveLimits, budget: inout Int) throws -> ArchiveNode {
    try reading(limits, budget: &budget) { reader in
      try reader.moveToTop(Self.key)
      return try reader._decodeForeign()
    }
  }

  /// Returns the tree of the object.
  func tree(_ limits: ArchiveLimits, budget: inout Int) throws -> ArchiveNode {
    try reading(limits, budget: &budget) { reader in
      try reader.moveToTop(Self.key)
      return try reader._decodeNode()
    }
  }

  private func reading<Result>(
    _ limits: ArchiveLimits, budget: inout Int, _ body: (inout ObjectTableReader) throws -> Result
  ) throws -> Result {
    try unsafe data.withUnsafeBytes { bytes in
      var reader = ObjectTableReader(try unsafe ObjectTable(bytes), limits: limits)
      reader.budget = budget
      defer { budget = reader.budget }
      return try body(&reader)
    }
  }
}

extension ObjectTableReader {
  mutating func _decodeForeign() throws -> ArchiveNode { try GraphReader.part(at: &self) }
}
