internal import ArchiveBytes
internal import ArchiveValues

// Instances in trees, and the trees of their fields.
extension TreeDecoder {
  func decodeInstance<Object: ArchivableObject>(of type: Object.Type) throws -> Object {
    let tag = try readTag()
    guard tag == .instance else { throw mismatch("an instance of \(type.archiveSchema.className)", tag) }
    let number = try cursor.readCount()
    guard let instances = context.instances else {
      throw context.malformed("the instances of a batch", "none")
    }
    return try instances.instance(number, of: type)
  }

  func expectOwner(of object: some ArchivableObject) { context.instances?.expectOwner(of: object) }

  func completeInstances() throws { try context.instances?.complete() }

  /// The bytes of so many values that follow each other, and nothing else.
  func parts(of body: ByteCursor, count: Int) throws -> [ByteCursor?] {
    let outer = cursor
    defer { cursor = outer }
    cursor = body
    var parts: [ByteCursor?] = []
    // Each takes a byte at least.
    guard count <= body.remaining else { throw body.truncated(count) }
    parts.reserveCapacity(count)
    for _ in 0..<count { parts.append(try readPart()) }
    guard cursor.isAtEnd else {
      throw cursor.malformed("the end of an instance", "\(cursor.remaining) more bytes")
    }
    return parts
  }

  /// Makes an instance of its fields.
  func instance(
    _ type: any ArchivableObject.Type, _ fields: InstanceReader.Fields
  ) throws -> any ArchivableObject {
    try inside(fields) { try type.init(fields: &own) }
  }

  /// Reads the references of an instance.
  func complete(_ object: any ArchivableObject, _ fields: InstanceReader.Fields) throws {
    try inside(fields) { try object.decodeReferences(from: &own) }
  }

  /// The node of an instance with these fields.
  func node(className: String, fieldNames: [String], _ parts: [ByteCursor?]) throws -> ArchiveNode {
    let outer = cursor
    defer { cursor = outer }
    var fields = ArchiveFields(className: className)
    for (name, part) in zip(fieldNames, parts) {
      guard let part else { continue }
      cursor = part
      fields[name] = try located(.field(name)) { try decodeNode() }
    }
    return .record(fields)
  }

  private func inside<Result>(_ fields: InstanceReader.Fields, _ body: () throws -> Result) throws -> Result {
    let outer = (cursor, parts, fieldNames, pendingCase)
    defer { (cursor, parts, fieldNames, pendingCase) = outer }
    (parts, fieldNames, pendingCase) = (fields.cursors, fields.names, nil)
    return try context.nested(body)
  }
}
