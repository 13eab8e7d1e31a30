internal import ArchiveValues
internal import PropertyLists

// Class instances: one for each object in the archive.
extension ObjectTableReader {
  /// The position of the fields of an instance whose references are still to be read.
  struct InstancePlace {
    let place: Place
    let scope: Scope
  }

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
        instancePlaces.append(isReplaceable ? nil : InstancePlace(place: place, scope: scope))
        // SAFETY: the class is exactly the requested one, or a replacement's subclass of it.
        if member == type { return unsafe unsafeDowncast(object, to: type) }
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
    let number = number(ofClass: type)
    if !types[number].hasSubclasses {
      let scope = try openRecord(ofType: number)
      try checkVersion(of: scope, type: number)
      return (type, scope, types[number].isReplaceable)
    }
    let family = try instances.family(of: type)
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else {
      throw mismatch("an object of class \(family.classNames.joined(separator: " or "))")
    }
    guard let name = try classNameHere() else { throw withoutClass(number) }
    guard let member = isOfNodes && name.isEmpty ? type : family.member(named: name) else {
      try charge(family.mismatchWork(found: name))
      throw family.mismatch(found: name)
    }
    let memberNumber = self.number(ofClass: member)
    let scope = try openRecord(ofType: memberNumber)
    try checkVersion(of: scope, type: memberNumber)
    return (member, scope, types[memberNumber].isReplaceable)
  }

  private mutating func checkVersion(of scope: Scope, type: Int) throws {
    if types[type].recent.isVersioned { _ = try olderVersion(of: scope, type: type) }
  }

  mutating func _expectOwner(of object: some ArchivableObject) {
    let offset = place.offset
    instances.expectOwner(of: object, else: .withoutOwner(type(of: object), offset: offset))
  }

  mutating func _completeInstances() throws {
    while let (object, index) = instances.next() {
      guard let fields = instancePlaces[index] else { continue }
      let outer = place
      place = fields.place
      do {
        try inside(fields.scope) { try object.decodeReferences(from: &$0) }
      } catch {
        throw instances.located(error, in: object)
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
