internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

// Decodes instances in trees, and the fields of instances, which are consecutive trees.
extension TreeDecoder {
  func _decodeInstance<Object: ArchivableObject>(of type: Object.Type) throws -> Object {
    let tag = try readTag()
    guard tag == .instance else { throw mismatch("an instance of \(type.archiveSchema.className)", tag) }
    let number = try cursor.readCount()
    guard let instances = context.instances else {
      throw context.malformed("the instances of a batch", "none")
    }
    if context.isHashing { try instances.chargeHashing(number) }
    return try instances.instance(number, of: type)
  }

  func _expectOwner(of object: some ArchivableObject) { context.instances?.expectOwner(of: object) }

  func _doesNotHold(_ object: some ArchivableObject) { context.instances?.doesNotHold(object) }

  func _completeInstances() throws { try context.completeInstances() }

  /// Makes an instance from its fields, and returns it with the position up to which they were read.
  func makeInstance(
    _ binding: InstanceBinding, _ bytes: ByteCursor
  ) throws -> (any ArchivableObject, InstanceFields.Mark) {
    let outer = enter(binding, InstanceFields(bytes))
    defer { leave(outer) }
    let object = try context.nested { try binding.type.init(fields: &own) }
    return (object, fields.mark)
  }

  /// Reads the references of an instance.
  func completeInstance(
    _ object: any ArchivableObject, _ binding: InstanceBinding, _ fields: InstanceFields
  ) throws {
    let outer = enter(binding, fields)
    defer { leave(outer) }
    try context.nested { try object.decodeReferences(from: &own) }
  }

  /// The decoder's state that is saved while an instance is read.
  @safe
  private struct Outer {
    let cursor: ByteCursor
    let binding: Unmanaged<InstanceBinding>?
    let fields: InstanceFields
  }

  private func enter(_ binding: InstanceBinding, _ fields: InstanceFields) -> Outer {
    let outer = unsafe Outer(cursor: cursor, binding: self.binding, fields: self.fields)
    // SAFETY: the instance reader retains the binding, and outlives every use of it here.
    unsafe (self.binding, self.fields) = (.passUnretained(binding), fields)
    return outer
  }

  private func leave(_ outer: Outer) {
    unsafe (cursor, binding, fields) = (outer.cursor, outer.binding, outer.fields)
  }

  /// Returns the node of an instance with these fields.
  func node(className: String, fieldNames: [String], _ bytes: ByteCursor) throws -> ArchiveNode {
    let outer = cursor
    defer { cursor = outer }
    cursor = bytes
    try context.charge(NodeCost.record)
    let fields = try fields(className: className, count: fieldNames.count) { fieldNames[$0] }
    try checkEnd()
    return .record(fields)
  }

  /// Returns the node of a value that is not a class instance.
  func node(_ bytes: ByteCursor) throws -> ArchiveNode {
    let outer = cursor
    defer { cursor = outer }
    cursor = bytes
    let node = try decodeTree()
    try checkEnd()
    return node
  }

  func checkEnd() throws {
    guard cursor.isAtEnd else {
      throw cursor.malformed("the end of an instance", "\(cursor.remaining) more bytes")
    }
  }

  // MARK: Fields

  func decode(at position: Int) throws -> Bool { try part(at: position) { try decodeBool() } }
  func decode(at position: Int) throws -> Int { try part(at: position) { try fitting(decodeInt64()) } }
  func decode(at position: Int) throws -> Double { try part(at: position) { try decodeDouble() } }
  func decode(at position: Int) throws -> String { try part(at: position) { try decodeString() } }
  func decode(at position: Int) throws -> Date { try part(at: position) { try decodeDate() } }

  /// Reads a field of a type without a default for absent fields, whose value is a single tree value.
  @inline(__always)
  private func part<Value>(at position: Int, _ read: () throws -> Value) throws -> Value {
    let outer = cursor
    defer { cursor = outer }
    do {
      guard try move(to: position) else { throw missing(position) }
      try context.charge(MemoryLayout<Value>.stride)
      let value = try read()
      if unsafe binding != nil { fields.advance(to: cursor) }
      return value
    } catch {
      throw located(error, at: position)
    }
  }

  /// Moves the cursor to the first byte of a part; returns `false` if the archive lacks it.
  @inline(__always)
  func move(to position: Int) throws -> Bool {
    guard let binding = unsafe binding else {
      guard parts.indices.contains(position), let part = parts[position] else { return false }
      cursor = part
      return true
    }
    let index = unsafe binding._withUnsafeGuaranteedRef { $0.index(of: position) }
    if index < 0 { return false }
    try fields.move(to: index) { rest in
      cursor = rest
      try skipValue()
      rest = cursor
    }
    cursor = fields.rest
    return true
  }
}
