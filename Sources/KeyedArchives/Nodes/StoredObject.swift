package import ArchiveBytes
package import ArchiveNodes
package import ArchiveValues
package import Foundation

/// An object inside a value, in a format that stores no objects: a keyed archive of it, in a record.
package struct StoredObject: ArchiveRecord {
  package let data: Data

  package static let archiveSchema = ArchiveSchema(className: "$archive", fields: ["data"])

  package init(data: Data) { self.data = data }

  package init(fields decoder: inout some FieldDecoder) throws { data = try decoder.decode(at: 0) }

  package func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(data, at: 0) }

  /// Archives an object of an `NSCoding` class.
  package init(of object: NSObject, limits: ArchiveLimits) throws {
    var writer = ObjectTableWriter(limits: limits)
    try writer._encodeObject(object)
    data = try writer.finish(keys: [Self.key])
  }

  /// Archives the object that a node represents.
  package init(of node: ArchiveNode, limits: ArchiveLimits) throws {
    var writer = NodeWriter(limits: limits)
    data = try writer.write(node, key: Self.key)
  }

  /// Takes the archive in the node of such a record; `nil` for other nodes.
  package init?(in node: ArchiveNode) {
    guard case .record(let fields) = node, fields.className == Self.archiveSchema.className,
      case .data(let data)? = fields["data"]
    else { return nil }
    self.data = data
  }

  /// The node of the record.
  package var node: ArchiveNode { .object(Self.archiveSchema.className, ["data": .data(data)]) }

  private static let key = "root"

  /// Reads the object by its class.
  ///
  /// - Parameter budget: The number of bytes that may be decoded; afterwards, what is left of them. It is the same for the
  ///   other methods.
  func object<Object: NSObject & ArchiveValue>(
    of type: Object.Type, _ limits: ArchiveLimits, budget: inout Int
  ) throws -> Object {
    try reading(limits, budget: &budget) { try $0.decodeTop(type, forKey: Self.key) }
  }

  /// Returns the object as it was found.
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
  /// Reads the archive at the current place, if the values are from a format that stores no objects; `nil` for an object.
  mutating func embeddedArchive() throws -> StoredObject? {
    guard isOfNodes, try classNameHere() == StoredObject.archiveSchema.className else { return nil }
    return try _decodeRecord(of: StoredObject.self)
  }

  mutating func _decodeForeign() throws -> ArchiveNode {
    guard let archive = try embeddedArchive() else { return try GraphReader.part(at: &self) }
    return try archive.foreign(limits, budget: &budget)
  }
}
