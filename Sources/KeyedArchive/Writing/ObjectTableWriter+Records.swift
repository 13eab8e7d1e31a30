internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

// Records and collections: what has parts.
extension ObjectTableWriter {
  /// What is put aside while the parts of an object are written.
  struct Enclosing {
    var scope: Scope
    var mode: Mode
    var omissions: Int
  }

  /// Enters an object whose parts are stored next.
  @inline(__always)
  mutating func enter(_ scope: Scope, mode: Mode) throws -> Enclosing {
    let inner = depth &+ 1
    if inner > limits.maximumDepth || !stack.hasRoom() { throw tooDeep(inner) }
    depth = inner
    let enclosing = Enclosing(scope: self.scope, mode: self.mode, omissions: omissions)
    self.scope = scope
    self.mode = mode
    return enclosing
  }

  @inline(__always)
  mutating func leave(_ enclosing: Enclosing) {
    depth &-= 1
    scope = enclosing.scope
    mode = enclosing.mode
    omissions = enclosing.omissions
  }

  @inline(never)
  private func tooDeep(_ depth: Int) -> any Error {
    ArchiveError.tooDeep(
      depth, limits, advice: "Raise ArchiveLimits.maximumDepth when writing and when reading.")
  }

  mutating func encodeRecord<Record: ArchiveRecord>(_ record: Record) throws {
    let type = number(of: Record.self)
    guard types[type].schema.isPlainEnumeration else { return try encode(record, ofType: type) }
    let enclosing = try enter(Scope(kind: .plainCase, type: type), mode: mode)
    do { try record.encodeFields(to: &self) } catch { throw leaving(error, enclosing) }
    leave(enclosing)
  }

  /// An error on its way out of the object it arose in: what is around that object names the next step of its path.
  @inline(never)
  private mutating func leaving(_ error: any Error, _ enclosing: Enclosing) -> any Error {
    leave(enclosing)
    return error
  }

  /// Stores a record in its full form, even a plain enumeration: what its `Coding` object is stored as.
  mutating func encodeWrapped<Record: ArchiveRecord>(_ record: Record) throws {
    try encode(record, ofType: number(of: Record.self))
  }

  @inline(__always)
  private mutating func encode<Record: ArchiveRecord>(_ record: borrowing Record, ofType type: Int) throws {
    let object = beginObject()
    let mark = pending.count
    let enclosing = try enter(
      Scope(kind: .record, type: type, shape: types[type].structShape), mode: .inline)
    do { try record.encodeFields(to: &self) } catch { throw leaving(error, enclosing) }
    finishRecord(object, from: mark, omitted: omissions != enclosing.omissions)
    leave(enclosing)
  }

  /// Notes the record whose values are pending from `mark` on, and makes it the content of `object`.
  @inline(__always)
  mutating func finishRecord(_ object: Int, from mark: Int, omitted: Bool) {
    var shape = scope.shape
    precondition(
      shape >= 0
        && (pending.count - mark == shapes[shape].fieldCount || addVersion(toShape: shape, from: mark)),
      "encodeFields(to:) must store or omit every field of the schema once")
    if omitted { shape = removeOmitted(from: mark, shape: shape) }
    resolveClass(of: shape)
    objects[object] = note(recordOf: shape, from: mark)
  }

  /// Adds the version to the values of a record whose type has one, and says whether these are then complete.
  @inline(never)
  private mutating func addVersion(toShape shape: Int, from mark: Int) -> Bool {
    let version = types[scope.type].schema.version
    guard version > 1, pending.count - mark == shapes[shape].fieldCount - 1 else { return false }
    encode(Int64(version))
    return true
  }

  /// Takes the omitted fields out of the pending values, and returns the shape of what is left.
  private mutating func removeOmitted(from mark: Int, shape: Int) -> Int {
    var keys: [UInt32] = []
    var kept = mark
    for position in mark..<pending.count where pending[position] != PlistReference.omitted {
      keys.append(shapes[shape].keys[position - mark])
      pending[kept] = pending[position]
      kept += 1
    }
    pending.count = kept
    return keyedShape(keys: keys, classNames: shapes[shape].classNames)
  }

  @inline(never)
  private static func indexed(_ error: any Error, _ position: Int) -> any Error {
    ArchiveError.wrapping(error).prefixed(.index(position))
  }

  mutating func encodeRecords<Record: ArchiveRecord>(_ records: [Record]) throws {
    let type = number(of: Record.self)
    let isPlain = types[type].schema.isPlainEnumeration
    try encodeCollection(.array, count: records.count) { writer in
      // By address: an iterator or a subscript would copy, and retain, every record.
      try unsafe records.withUnsafeBufferPointer { elements in
        guard let first = elements.baseAddress else { return }
        for position in 0..<elements.count {
          do {
            if isPlain {
              try writer.encodeRecord(unsafe first[position])
            } else {
              try writer.encode(unsafe first[position], ofType: type)
            }
          } catch {
            throw Self.indexed(error, position)
          }
        }
      }
    }
  }

  mutating func encodeCollection(
    _ kind: ArchiveCollection, count: Int, _ body: (inout ObjectTableWriter) throws -> Void
  ) throws {
    let collection = try beginCollection(kind, count: count)
    do { try body(&self) } catch { throw leaving(error, collection.enclosing) }
    finish(collection)
  }

  /// A collection whose elements are being written.
  struct OpenCollection {
    let kind: ArchiveCollection
    let count: Int
    let object: Int
    /// Where its elements begin among the pending values.
    let mark: Int
    let enclosing: Enclosing
  }

  mutating func beginCollection(_ kind: ArchiveCollection, count: Int) throws -> OpenCollection {
    if let error = tooMany(count) { throw error }
    let object = beginObject()
    let mark = pending.count
    let enclosing = try enter(Scope(kind: kind == .dictionary ? .dictionary : .array), mode: .element)
    return OpenCollection(kind: kind, count: count, object: object, mark: mark, enclosing: enclosing)
  }

  /// The error for a collection of so many elements; `nil` when they are not too many.
  func tooMany(_ count: Int) -> (any Error)? {
    count < Int(Int32.max) / 2 ? nil : tooLarge("a collection of \(count) elements")
  }

  mutating func finish(_ collection: OpenCollection) {
    let (kind, count, mark) = (collection.kind, collection.count, collection.mark)
    leave(collection.enclosing)
    precondition(
      pending.count - mark == (kind == .dictionary ? 2 * count : count),
      "the body must store every element of a collection")
    objects[collection.object] = note(kind, count: count, shape: collectionShape(kind), from: mark)
  }

  /// Notes a collection of the pending values from `mark` on, and takes these away.
  mutating func note(_ kind: ArchiveCollection, count: Int, shape: Int, from mark: Int) -> UInt32 {
    resolveClass(of: shape)
    let operation: TableOperation = kind == .dictionary ? .dictionary : .list
    notes.append(operation.rawValue | UInt32(shape) << 4)
    notes.append(UInt32(truncatingIfNeeded: count))
    notes.append(contentsOf: pending, from: mark)
    pending.count = mark
    let direct = number(size: 1, references: 2 * shapes[shape].entryCount)
    _ = number(size: Self.markerSize(count), references: count)
    if kind == .dictionary { _ = number(size: Self.markerSize(count), references: count) }
    return direct
  }

  mutating func collectionShape(_ kind: ArchiveCollection) -> Int {
    switch kind {
    case .array:
      if arrayShape < 0 { arrayShape = shape(keys: ["NS.objects"], classNames: ["NSArray", "NSObject"]) }
      return arrayShape
    case .set:
      if setShape < 0 { setShape = shape(keys: ["NS.objects"], classNames: ["NSSet", "NSObject"]) }
      return setShape
    case .dictionary:
      if dictionaryShape < 0 {
        dictionaryShape = shape(keys: ["NS.keys", "NS.objects"], classNames: ["NSDictionary", "NSObject"])
      }
      return dictionaryShape
    }
  }
}

// Objects of hand-written classes, which name their keys as they go.
extension ObjectTableWriter {
  /// Keys and class together: what two keyed objects share when they have the same shape.
  struct KeyedShape: Hashable {
    let keys: [UInt32]
    let classNames: [String]
  }

  /// The shape of a dictionary with these keys and class, made when it is first met.
  mutating func keyedShape(keys: [UInt32], classNames: [String]) -> Int {
    let key = KeyedShape(keys: keys, classNames: classNames)
    if let shape = keyedShapes[key] { return shape }
    let shape = shape(keys: [], classNames: classNames)
    shapes[shape].keys = keys
    keyedShapes[key] = shape
    return shape
  }
}
