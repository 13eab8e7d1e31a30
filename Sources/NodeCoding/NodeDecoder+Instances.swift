internal import ArchiveBytes
package import ArchiveNodes
package import ArchiveValues
internal import Foundation

// Class instances: one for each object of a node's graph.
extension NodeDecoder {
  /// The place of an instance's fields.
  struct InstancePlace {
    let objects: [ArchiveNode]
    let firstNumber: Int
    let fields: ArchiveNode.Fields
  }

  /// The cost of an instance besides its fields.
  private static let instanceCost = 96

  /// Reads the value of the node, with all instances it refers to.
  package mutating func decodeRoot<Value: ArchiveValue>(_ type: Value.Type) throws -> Value {
    let value = try type.decodeValue(from: &self)
    try finishInstances()
    return value
  }

  mutating func finishInstances() throws {
    if instances.isEmpty { return }
    try _completeInstances()
    try instances.awake()
    instancePlaces = []
    try instances.release(limits)
  }

  package mutating func _decodeInstance<Object: ArchivableObject>(of type: Object.Type) throws -> Object {
    if case .reference(let number) = node, let source {
      if hashes { try charge(source.hashingWork(forReference: number)) }
      return try source.instance(forReference: number, of: type)
    }
    if let number, let known = try instances.instance(number, of: type, count: numberCount) {
      // SAFETY: the instance was checked to be of the class.
      return unsafe unsafeDowncast(known, to: type)
    }
    let family = try instances.family(of: type)
    guard case .record(let fields) = node else {
      throw mismatch("an object of class \(family.classNames.joined(separator: " or "))")
    }
    let named = fields.className.isEmpty ? type : family.member(named: fields.className)
    guard let member = named else {
      try charge(family.mismatchWork(found: fields.className))
      throw family.mismatch(found: fields.className)
    }
    try charge(Self.instanceCost)
    let place = InstancePlace(
      objects: objects, firstNumber: firstNumber, fields: fields)
    instances.begin(number)
    do {
      let object = try makeInstance(of: member, from: fields)
      instances.add(object, number: number)
      instancePlaces.append(place)
      guard let instance = object as? Object else { throw mismatch("an instance of \(type)") }
      return instance
    } catch {
      instances.cancel(number)
      throw error
    }
  }

  /// Makes an instance from its fields, without those that ``completeInstance(_:from:)`` reads.
  package mutating func makeInstance(
    of type: any ArchivableObject.Type, from fields: ArchiveNode.Fields
  ) throws -> any ArchivableObject {
    try inside(fieldParts(fields, type.archiveSchema.cases[0])) { try type.init(fields: &$0) }
  }

  /// Reads the references of an instance from its fields.
  package mutating func completeInstance(
    _ object: any ArchivableObject, from fields: ArchiveNode.Fields
  ) throws {
    let schema = type(of: object).archiveSchema.cases[0]
    try inside(fieldParts(fields, schema)) { try object.decodeReferences(from: &$0) }
  }

  /// Moves to the target of a reference that leads out of the nodes. If a value is requested, the target is a copy.
  mutating func takeShared() throws {
    guard case .reference(let number) = node, let source else { return }
    try charge(Self.instanceCost)
    node = try source.node(forReference: number)
  }

  /// Runs `body` at the target of a reference that leads out of the nodes, or at the node itself.
  mutating func insideShared<Result>(_ body: (inout Self) throws -> Result) throws -> Result {
    guard case .reference(let number) = node, source != nil else { return try body(&self) }
    guard openValues.insert(number).inserted else {
      throw failure(
        .cycle, expected: "a value", found: "one that contains itself",
        advice: "Only instances of classes can contain themselves.")
    }
    defer { openValues.remove(number) }
    try takeShared()
    return try body(&self)
  }

  package mutating func _expectOwner(of object: some ArchivableObject) {
    if let source { return source.expectOwner(of: object) }
    instances.expectOwner(of: object, else: .withoutOwner(type(of: object)))
  }

  package mutating func _completeInstances() throws {
    try source?.complete()
    while let (object, index) = instances.next() {
      let place = instancePlaces[index]
      let outer = (objects, firstNumber)
      defer { (objects, firstNumber) = outer }
      (objects, firstNumber) = (place.objects, place.firstNumber)
      do {
        try completeInstance(object, from: place.fields)
      } catch {
        throw instances.located(error, in: object)
      }
    }
  }
}
