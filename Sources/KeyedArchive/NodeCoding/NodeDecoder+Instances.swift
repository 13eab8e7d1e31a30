internal import ArchiveBytes
internal import ArchiveNodes
package import ArchiveValues
internal import Foundation

// Instances of classes: one for each object of the graph that a node has.
extension NodeDecoder {
  /// Where the fields of an instance are.
  struct InstancePlace {
    let objects: [ArchiveNode]
    let firstNumber: Int
    let fields: ArchiveFields
    let schema: ArchiveSchema.Case
  }

  /// What an instance costs besides its fields.
  private static let instanceCost = 96

  /// Reads the value that the node is of, with all instances that it leads to.
  package mutating func decodeRoot<Value: ArchiveValue>(_ type: Value.Type) throws -> Value {
    let value = try decodeValue(type)
    try finishInstances()
    return value
  }

  mutating func finishInstances() throws {
    if instances.isEmpty { return }
    try completeInstances()
    try instances.awake()
    instancePlaces = []
    try instances.release(limits)
  }

  package mutating func decodeInstance<Object: ArchivableObject>(of type: Object.Type) throws -> Object {
    if case .reference(let number) = node, let source {
      return try source.instance(forReference: number, of: type)
    }
    if let number, let known = try instances.instance(number, of: type, count: numberCount) {
      // SAFETY: the instance was checked to be one of the class.
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

  /// Makes what a reference leads to, out of the nodes, the current place: where a value is asked for, it is a copy.
  mutating func takeShared() throws {
    guard case .reference(let number) = node, let source else { return }
    try charge(Self.instanceCost)
    node = try source.node(forReference: number)
  }

  package mutating func expectOwner(of object: some ArchivableObject) {
    if let source { return source.expectOwner(of: object) }
    instances.expectOwner(of: object, else: .withoutOwner(type(of: object)))
  }

  package mutating func doesNotHold(_ object: some ArchivableObject) {
    if let source { source.doesNotHold(object) }
    instances.doesNotHold(object)
  }

  package mutating func completeInstances() throws {
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
