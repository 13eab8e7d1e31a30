internal import ArchiveBytes
internal import ArchiveNodes
package import ArchiveValues
internal import Foundation

// Class instances: one for each object of a node's graph.
extension NodeDecoder {
  /// The place of an instance's fields.
  struct InstancePlace {
    let objects: [ArchiveNode]
    let firstNumber: Int
    let fields: ArchiveNode.Fields
    let schema: ArchiveSchema.Case
  }

  /// The cost of an instance besides its fields.
  private static let instanceCost = 96

  /// Reads the value of the node, with all instances it refers to.
  package mutating func decodeRoot<Value: ArchiveValue>(_ type: Value.Type) throws -> Value {
    let value = try decodeValue(type)
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
      objects: objects, firstNumber: firstNumber, fields: fields, schema: member.archiveSchema.cases[0])
    let making = instances.begin(number)
    do {
      let object = try inside(fieldParts(fields, place.schema)) { try member.init(fields: &$0) }
      instances.add(object, number: number, making)
      instancePlaces.append(place)
      guard let instance = object as? Object else { throw mismatch("an instance of \(type)") }
      return instance
    } catch {
      instances.cancel(number, making)
      throw error
    }
  }

  /// Moves to the target of a reference that leads out of the nodes. If a value is requested, the target is a copy.
  mutating func takeShared() throws {
    guard case .reference(let number) = node, let source else { return }
    try charge(Self.instanceCost)
    node = try source.node(forReference: number)
  }

  package mutating func _expectOwner(of object: some ArchivableObject) {
    if let source { return source.expectOwner(of: object) }
    instances.expectOwner(of: object, else: .withoutOwner(type(of: object)))
  }

  package mutating func _doesNotHold(_ object: some ArchivableObject) {
    if let source { source.doesNotHold(object) }
    instances.doesNotHold(object)
  }

  package mutating func _completeInstances() throws {
    try source?.complete()
    while let (object, index) = instances.next() {
      let place = instancePlaces[index]
      let (outer, completing) = ((objects, firstNumber), instances.beginCompleting(index))
      defer {
        (objects, firstNumber) = outer
        instances.endCompleting(completing)
      }
      (objects, firstNumber) = (place.objects, place.firstNumber)
      do {
        try inside(fieldParts(place.fields, place.schema)) { try object.decodeReferences(from: &$0) }
      } catch {
        throw instances.located(error, in: object)
      }
    }
  }
}
