internal import ArchiveBytes
internal import ArchiveValues

/// The class instances of a generated value.
struct ArbitraryObjects {
  var decoded = DecodedObjects()
  /// Instances to which other parts may refer as well.
  var known: [any ArchivableObject] = []
}

extension ArbitraryDecoder {
  mutating func _decodeInstance<Object: ArchivableObject>(of type: Object.Type) throws -> Object {
    let known = objects.known.compactMap { $0 as? Object }
    let isEnough = objects.known.count > 20
    if !known.isEmpty, isDeep || isEnough || random.oneIn(3) { return known[random.below(known.count)] }

    let members = try objects.decoded.family(of: type).members
    let member = members[random.below(members.count)]
    let object = try inside(.fields(member.archiveSchema.cases[0])) { try member.init(fields: &$0) }
    objects.decoded.add(object, number: nil)
    objects.known.append(object)
    guard let instance = object as? Object else { throw failure(.unsupported, expected: "\(type)") }
    return instance
  }

  mutating func _expectOwner(of object: some ArchivableObject) {
    objects.decoded.expectOwner(of: object)
  }

  mutating func _completeInstances() throws {
    while let (object, _) = objects.decoded.next() {
      let schema = type(of: object).archiveSchema.cases[0]
      try inside(.fields(schema)) { try object.decodeReferences(from: &$0) }
    }
  }

  /// Finishes the instances. Returns whether there are any.
  mutating func finishInstances() throws -> Bool {
    if objects.decoded.isEmpty { return false }
    try _completeInstances()
    try objects.decoded.awake()
    objects.known = []
    try objects.decoded.release(ArchiveLimits())
    return true
  }
}
