internal import ArchiveBytes
internal import ArchiveValues
internal import PropertyLists

// Records and collections: values with parts.
extension ObjectTableWriter {
  /// Enters an object, whose parts are stored next, and returns the place around it.
  @inline(__always)
  mutating func enter(_ scope: Scope, mode: Mode) throws -> Place {
    let enclosing = place
    let depth = enclosing.depth &+ 1
    if depth > limits.maximumDepth || !stack.hasRoom() { throw ArchiveError.tooDeep(depth, limits) }
    place = Place(scope: scope, mode: mode, depth: depth, omissions: enclosing.omissions)
    return enclosing
  }

  @inline(__always)
  mutating func leave(_ enclosing: Place) { place = enclosing }

  mutating func _encodeRecord<Record: ArchiveRecord>(_ record: Record) throws {
    let type = number(of: Record.self)
    guard vocabulary.types[type].isPlainEnumeration else { return try encode(record, ofType: type) }
    let count = pending.count
    let enclosing = try enter(Scope(kind: .plainCase, type: type, shape: -1), mode: place.mode)
    defer { leave(enclosing) }
    try record.encodeFields(to: &self)
    if place.scope.shape < 0 || pending.count != count + 1 { throw ArchiveError.caseOutOfTurn(nil) }
  }

  /// Stores a record in its full form, as for its `Coding` object, even if it is a plain enumeration.
  mutating func encodeWrapped<Record: ArchiveRecord>(_ record: Record) throws {
    try encode(record, ofType: number(of: Record.self))
  }

  @inline(__always)
  private mutating func encode<Record: ArchiveRecord>(_ record: borrowing Record, ofType type: Int) throws {
    let object = beginObject()
    let mark = pending.count
    let shape = vocabulary.types[type].structShape
    let enclosing = try enter(
      Scope(kind: .record, type: type, shape: shape, base: shape < 0 ? Scope.noParts : mark), mode: .inline)
    defer { leave(enclosing) }
    try record.encodeFields(to: &self)
    try finishRecord(object, from: mark, omitted: place.omissions != enclosing.omissions)
  }

  /// Notes the record with the pending values from `mark` on, and makes it the content of `object`.
  @inline(__always)
  mutating func finishRecord(_ object: Int, from mark: Int, omitted: Bool) throws {
    let shape = place.scope.shape
    let version = vocabulary.types[place.scope.type].version
    guard shape >= 0, pending.count - mark == vocabulary.shapes[shape].fieldCount - (version > 1 ? 1 : 0)
    else { throw incomplete(from: mark) }
    if version > 1 { _encode(.signed(Int64(version))) }
    objects[object] = omitted ? note(rest: shape, from: mark) : note(recordOf: shape, from: mark)
  }

  @inline(never)
  private mutating func incomplete(from mark: Int) -> any Error {
    guard place.scope.shape >= 0 else { return ArchiveError.caseOutOfTurn(nil) }
    let fields = vocabulary.types[place.scope.type].schema.cases[place.scope.caseIndex].fields
    return ArchiveError.notInParts("\(pending.count - place.scope.base) of \(fields.count)")
  }

  /// Notes a record of the given shape without its omitted fields.
  private mutating func note(rest shape: Int, from mark: Int) -> UInt32 {
    let shape = vocabulary.shapes[shape]
    var keys: [UInt32] = []
    for position in 0..<shape.fieldCount where pending[mark + position] != PlistReference.omitted {
      pending[mark + keys.count] = pending[mark + position]
      keys.append(vocabulary.shapeKeys[shape.keys.lowerBound + position])
    }
    pending.count = mark + keys.count
    return note(keys: keys, classNumber: shape.classNumber, from: mark)
  }

  mutating func _encodeRecords<Record: ArchiveRecord>(_ records: [Record]) throws {
    let type = number(of: Record.self)
    let isPlain = vocabulary.types[type].isPlainEnumeration
    try _encodeCollection(.array, count: records.count) { writer in
      // Accesses the records by address, since an iterator or a subscript would copy and retain every record.
      try unsafe records.withUnsafeBufferPointer { elements in
        guard let first = elements.baseAddress else { return }
        for position in 0..<elements.count {
          do {
            if isPlain {
              try writer._encodeRecord(unsafe first[position])
            } else {
              try writer.encode(unsafe first[position], ofType: type)
            }
          } catch {
            throw ArchiveError.inside(.index(position), error)
          }
        }
      }
    }
  }

  mutating func _encodeCollection(
    _ kind: _ArchiveCollection, count: Int, _ body: (inout ObjectTableWriter) throws -> Void
  ) throws {
    let collection = try beginCollection(kind, count: count)
    defer { leave(collection.enclosing) }
    try body(&self)
    try finish(collection)
  }

  /// A collection whose elements are being written.
  struct OpenCollection {
    let kind: _ArchiveCollection
    /// The number of elements; for a sequence, the number written so far.
    var count: Int
    let object: Int
    /// The index of its first element among the pending values.
    let mark: Int
    let enclosing: Place
  }

  mutating func beginCollection(_ kind: _ArchiveCollection, count: Int) throws -> OpenCollection {
    try checkCount(count)
    let object = beginObject()
    let mark = pending.count
    let enclosing = try enter(
      Scope(kind: kind == .dictionary ? .dictionary : .array, base: mark), mode: .element)
    return OpenCollection(kind: kind, count: count, object: object, mark: mark, enclosing: enclosing)
  }

  /// Throws if a collection has too many elements.
  func checkCount(_ count: Int) throws {
    guard count < Int(Int32.max) / 2 else { throw tooLarge("a collection of \(count) elements") }
  }

  mutating func finish(_ collection: OpenCollection) throws {
    let shape = shape(FoundationClass(collection.kind))
    objects[collection.object] = try note(
      collection.kind, count: collection.count, shape: shape, from: collection.mark)
  }

  /// Notes a collection of the pending values from `mark` on, and removes them.
  mutating func note(_ kind: _ArchiveCollection, count: Int, shape: Int, from mark: Int) throws -> UInt32 {
    let parts = kind == .dictionary ? 2 : 1
    // The emitter reads one word per counted element.
    guard pending.count - mark == parts * count else {
      throw ArchiveError.notInParts("\(pending.count - mark) of \(parts * count)")
    }
    // The class record comes first, if it is new.
    if let number = vocabulary.shapes[shape].classNumber { _ = classObject(number) }
    let first = UInt32(truncatingIfNeeded: list.count)
    for part in 1...parts { pending.append(first + UInt32(part)) }
    let object = note(recordOf: shape, from: pending.count - parts)
    for part in 0..<parts { _ = list.note(arrayOf: pending, from: mark + part * count, count: count) }
    pending.count = mark
    return object
  }

  // MARK: Class instances, one object each, however often it is referenced

  @inline(__always)
  mutating func _encodeInstance<Object: ArchivableObject>(_ object: Object) throws {
    let number = try instances.number(of: object, as: Object.self)
    pending.append(PlistReference.uid(entry(ofInstance: number)))
  }

  /// Stores a reference to an entry that stays `$null` if nothing else stores the instance, as in Apple's archives.
  mutating func _encodeUnretained<Object: ArchivableObject>(
    _ object: Object?, at position: Int, mustBeStored: Bool
  ) throws {
    try checkTurn(of: position)
    guard let object else { return try encodeNil() }
    do {
      let number = try instances.conditionalNumber(of: object, as: Object.self)
      pending.append(PlistReference.uid(entry(ofInstance: number)))
      if mustBeStored { instances.expectStored(number, path: [.field(fieldName(position))]) }
    } catch {
      throw located(error, at: position)
    }
  }

  /// Returns the entry of `$objects` reserved for an instance.
  @inline(__always)
  private mutating func entry(ofInstance number: Int) -> Int {
    // Numbers are assigned in order, so a new number is the next one.
    if number == instanceEntries.count { instanceEntries.append(addObject(0)) }
    return instanceEntries[number]
  }

  /// Stores the waiting instances, and the instances they refer to.
  mutating func finishInstances() throws {
    while let (number, object) = instances.next() {
      try ArchiveError.located(at: .instance(object, number)) {
        try encodeFields(of: object, entry: instanceEntries[number])
      }
    }
    try instances.checkExpected()
  }

  /// Stores an instance as the content of an entry.
  private mutating func encodeFields(of object: any ArchivableObject, entry: Int) throws {
    let type = number(ofClass: Swift.type(of: object))
    let mark = pending.count
    let enclosing = try enter(
      Scope(kind: .record, type: type, shape: vocabulary.types[type].structShape, base: mark), mode: .inline)
    defer { leave(enclosing) }
    try object.encodeFields(to: &self)
    try finishRecord(entry, from: mark, omitted: place.omissions != enclosing.omissions)
  }

  // MARK: Sequences

  /// Stores the elements of a sequence as an array, one after the other. Calls `step` after each.
  mutating func encodeElements<Elements: Sequence>(
    of elements: Elements, _ step: () throws -> Void
  ) throws where Elements.Element: ArchiveValue {
    var collection = try beginCollection(.array, count: 0)
    defer { leave(collection.enclosing) }
    for element in elements {
      try encode(element, at: collection.count)
      collection.count += 1
      try checkCount(collection.count)
      try step()
    }
    try finish(collection)
  }
}
