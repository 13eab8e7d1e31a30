internal import ArchiveBytes
internal import ArchiveValues
internal import PropertyLists

// Class instances: one for each object in the archive.
extension ObjectTableReader {
  /// The cost of an instance besides its fields: its header, and the bookkeeping for it.
  private static let instanceCost = 96

  mutating func _decodeInstance<Object: ArchivableObject>(of type: Object.Type) throws -> Object {
    let number = place.object == ObjectTable.inline ? nil : place.object
    do {
      if let number, let known = try instances.instance(number, of: type, count: table.objectCount) {
        // SAFETY: the instance was checked to be of the class.
        return unsafe unsafeDowncast(known, to: type)
      }
      if table.isNull(at: place.offset, object: place.object) {
        throw mismatch("an object of class \(type.archiveSchema.className)")
      }
      try charge(Self.instanceCost)
      let (member, scope, isReplaceable) = try openInstance(of: type)
      instances.begin(number)
      do {
        let (object, isReplacement) = try make(member, scope, isReplaceable: isReplaceable)
        instances.add(object, number: number, isReplacement: isReplacement)
        instancePlaces.append(isReplaceable ? nil : Enclosing(scope: scope, place: place))
        guard let instance = object as? Object else { throw mismatch("an instance of \(type)") }
        return instance
      } catch {
        instances.cancel(number)
        throw error
      }
    } catch {
      throw located(error)
    }
  }

  /// Creates an instance of a class, or its replacement.
  private mutating func make(
    _ type: any ArchivableObject.Type, _ scope: Scope, isReplaceable: Bool
  ) throws -> (object: any ArchivableObject, isReplacement: Bool) {
    try inside(scope) { reader in
      let object = try type.init(fields: &reader)
      let replacement = isReplaceable ? try reader.replacement(for: object) : object
      return (replacement, replacement !== object)
    }
  }

  /// Reads the references of an instance, and returns the instance that replaces it. Nothing refers to the original
  /// yet.
  private mutating func replacement<Object: ArchivableObject>(for object: Object) throws
    -> any ArchivableObject
  {
    try object.decodeReferences(from: &self)
    let replacement = try (object as? any ReplaceableAfterDecoding)?.replacementAfterDecoding()
    return replacement as? Object ?? object
  }

  /// Opens the object at the current place as a record of the class it names, which belongs to a hierarchy.
  private mutating func openInstance<Object: ArchivableObject>(
    of type: Object.Type
  ) throws -> (any ArchivableObject.Type, Scope, isReplaceable: Bool) {
    let member = try member(of: type)
    let number = number(ofClass: member)
    let scope = try openRecord(ofType: number)
    if types[number].recent.isVersioned { _ = try olderVersion(of: scope, type: number) }
    return (member, scope, types[number].isReplaceable)
  }

  /// Returns the class that the object at the current place names: the given one, or one that it lists.
  private mutating func member<Object: ArchivableObject>(
    of type: Object.Type
  ) throws -> any ArchivableObject.Type {
    let number = number(ofClass: type)
    guard types[number].hasSubclasses else { return type }
    let family = try instances.family(of: type)
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else {
      throw mismatch("an object of class \(family.classNames.joined(separator: " or "))")
    }
    guard let name = try classNameHere() else { throw withoutClass(number) }
    guard let member = isOfNodes && name.isEmpty ? type : family.member(named: name) else {
      try charge(family.mismatchWork(found: name))
      throw family.mismatch(found: name)
    }
    return member
  }

  mutating func _expectOwner(of object: some ArchivableObject) {
    instances.expectOwner(of: object, at: place.offset)
  }

  mutating func _completeInstances() throws {
    while let (object, index) = instances.next() {
      guard let fields = instancePlaces[index] else { continue }
      let outer = place
      place = fields.place
      try ArchiveError.located(at: .instance(object, index)) {
        try inside(fields.scope) { try object.decodeReferences(from: &$0) }
      }
      place = outer
    }
  }

  /// Completes all instances once the value that refers to them has been read.
  ///
  /// - Parameter keepingIdentity: Whether values read later may share these instances.
  mutating func finishInstances(keepingIdentity: Bool = false) throws {
    if instances.isEmpty { return }
    try _completeInstances()
    try instances.awake()
    if keepingIdentity {
      defer { instancePlaces.removeLast(instancePlaces.count - instances.count) }
      return try instances.checkOwners(limits)
    }
    instancePlaces = []
    try instances.release(limits)
  }
}
