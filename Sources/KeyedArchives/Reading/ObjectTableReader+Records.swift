internal import ArchiveBytes
internal import ArchiveValues
internal import PropertyLists

// Records and collections: values with parts.
extension ObjectTableReader {
  /// An object, and where its parts are: the state saved while the parts of another object are read.
  struct Enclosing {
    var scope: Scope
    var place: Place
  }

  /// Enters the object at the current place, to read its parts.
  @inline(__always)
  mutating func enter(_ scope: Scope) throws -> Enclosing {
    let inner = depth &+ 1
    if inner > limits.maximumDepth || !stack.hasRoom() {
      throw ArchiveError.tooDeep(inner, limits, offset: place.offset, object: place.offset)
    }
    depth = inner
    let enclosing = Enclosing(scope: self.scope, place: place)
    self.scope = scope
    return enclosing
  }

  @inline(__always)
  mutating func leave(_ enclosing: Enclosing) {
    depth &-= 1
    scope = enclosing.scope
    place = enclosing.place
  }

  /// Enters the object at the current place, and reads its parts with `body`.
  @inline(__always)
  mutating func inside<Result>(
    _ scope: Scope = Scope(), _ body: (inout Self) throws -> Result
  ) throws -> Result {
    let enclosing = try enter(scope)
    do {
      let result = try body(&self)
      leave(enclosing)
      return result
    } catch {
      throw leaving(error, enclosing)
    }
  }

  /// Passes on an error from inside an object. If the depth limit was exceeded at this same object further down, the
  /// object contains itself; the error names the outermost such place.
  @inline(never)
  mutating func leaving(_ error: any Error, _ enclosing: Enclosing) -> any Error {
    leave(enclosing)
    let error = ArchiveError.wrapping(error)
    guard let object = error.object, object == enclosing.place.offset, !error.path.isEmpty else {
      return error
    }
    let found =
      error.code == .cycle ? error.found : "an object that contains itself, as its \(error.pathDescription)"
    return ArchiveError(
      .cycle, expected: "a value", found: found, offset: enclosing.place.offset,
      advice: "Values cannot contain themselves; the archive holds a graph of objects.", object: object)
  }

  mutating func _decodeRecord<Record: ArchiveRecord>(of type: Record.Type) throws -> Record {
    let number = number(of: type)
    try charge(MemoryLayout<Record>.size)
    let scope: Scope
    if types[number].isEnumeration, plist.kind(at: place.offset) != BinaryPlist.Kind.dictionary {
      // A case without associated values is stored as its name alone.
      scope = Scope(kind: .root, type: number)
    } else {
      scope = try openRecord(ofType: number)
      if types[number].recent.isVersioned, let version = try olderVersion(of: scope, type: number) {
        let record = try upgraded(type, from: version)
        return types[number].awakes ? try awoken(record, number: number) : record
      }
    }
    return try inside(scope) { reader in
      let record = try Record(fields: &reader)
      return reader.types[number].awakes ? try reader.awoken(record, number: number) : record
    }
  }

  mutating func _decodeRecords<Record: ArchiveRecord>(of type: Record.Type) throws -> [Record] {
    let number = number(of: type)
    return try _decodeCollection(.array) { reader, count in
      try reader.charge(count &* MemoryLayout<Record>.stride)
      return try unsafe [Record](unsafeUninitializedCapacity: count) { buffer, made in
        // SAFETY: `made` always equals the number of initialised records, so a throw deinitialises exactly these.
        guard let first = buffer.baseAddress else { return }
        if reader.scope.kind == .elements, !reader.types[number].isEnumeration,
          reader.types[number].isPlain, reader.depth < reader.limits.maximumDepth, reader.stack.hasRoom()
        {
          return try unsafe reader.fill(first, count: count, made: &made, type: number)
        }
        while made < count {
          unsafe (first + made).initialize(to: try reader.decode(at: made))
          made += 1
        }
      }
    }
  }

  /// Reads the elements of the entered array, which are plain structs. Does the work of `record(of:number:)` for
  /// each, but saves the scope only once. Reading an array of events takes a fifth less time this way
  /// (`Playground/Benchmarks`, “sessions”).
  @inline(__always)
  private mutating func fill<Record: ArchiveRecord>(
    _ first: UnsafeMutablePointer<Record>, count: Int, made: inout Int, type number: Int
  ) throws {
    let elements = scope
    depth &+= 1
    while made < count {
      do {
        try move(to: plist.reference(at: elements.start &+ made &* plist.referenceSize))
        try charge(MemoryLayout<Record>.size)
        scope = try openRecord(ofType: number)
        if types[number].recent.isVersioned { _ = try olderVersion(of: scope, type: number) }
        unsafe (first + made).initialize(to: try Record(fields: &self))
      } catch {
        throw ArchiveError.inside(.index(made), leaving(error, Enclosing(scope: elements, place: place)))
      }
      made &+= 1
    }
    depth &-= 1
    scope = elements
  }

  mutating func _decodeCollection<Result>(
    _ kind: _ArchiveCollection, _ body: (inout ObjectTableReader, Int) throws -> Result
  ) throws -> Result {
    try inside(openCollection(kind)) { reader in
      try body(&reader, kind == .dictionary ? reader.scope.count / 2 : reader.scope.count)
    }
  }

  /// Enters the collection at the current place, and sets `scope` to its elements.
  mutating func enterCollection(_ kind: _ArchiveCollection) throws -> Enclosing {
    try enter(openCollection(kind))
  }

  private mutating func openCollection(_ kind: _ArchiveCollection) throws -> Scope {
    if kind == .array, plist.kind(at: place.offset) == BinaryPlist.Kind.array {
      // This is a plain array, which some programs store as a field of an object.
      let (count, start) = try plist.counted(at: place.offset, width: plist.referenceSize)
      try charge(8 &* count)
      return Scope(kind: .elements, start: start, count: count)
    }
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else {
      if isOfNodes, kind == .set, plist.kind(at: place.offset) == BinaryPlist.Kind.array {
        return try openCollection(.array)
      }
      throw mismatch(FoundationClass(kind).kind)
    }
    if isOfNodes, kind == .dictionary, let entries = try plainEntries() { return entries }
    let record = try openRecord(ofType: FoundationClass(kind).rawValue)
    guard slots[record.slotBase] >= 0 else { return try openLoose(kind) }
    var elements = try inlineArray(of: record, field: 0)
    if kind == .dictionary {
      guard slots[record.slotBase + 1] >= 0 else { throw mismatch("a dictionary with NS.objects") }
      let values = try inlineArray(of: record, field: 1)
      guard values.count == elements.count else {
        throw unpaired(elements.count, values.count)
      }
      elements.secondStart = values.start
      elements.count *= 2
    }
    return elements
  }

  /// Returns the entries of a plain dictionary of the property list; `nil` for an object.
  private mutating func plainEntries() throws -> Scope? {
    let (shape, values) = try openDictionary()
    guard shape.classPosition < 0 else { return nil }
    try charge(16 &+ 16 &* shape.count)
    var entries = Scope(
      kind: .elements, start: values - shape.count * plist.referenceSize, count: 2 * shape.count)
    entries.secondStart = values
    return entries
  }

  /// Returns the array that an object stores inline under one of its keys.
  @inline(__always)
  private mutating func inlineArray(of record: Scope, field: Int) throws -> Scope {
    let slot = Int(slots[record.slotBase &+ field])
    let (offset, _) = try table.resolve(plist.reference(at: record.start &+ slot &* plist.referenceSize))
    guard plist.kind(at: offset) == BinaryPlist.Kind.array else {
      throw notAnArray(offset)
    }
    let (count, start) = try plist.counted(at: offset, width: plist.referenceSize)
    try charge(8 &* count)
    return Scope(kind: .elements, start: start, count: count)
  }

  @inline(never)
  private func notAnArray(_ offset: Int) -> any Error {
    failure(
      .typeMismatch, expected: "a plain array of references", found: plist.describe(at: offset),
      advice: "The file is damaged.")
  }

  @inline(never)
  private func unpaired(_ keys: Int, _ values: Int) -> any Error {
    failure(
      .malformed, expected: "a value for each of \(keys) keys", found: "\(values) values",
      advice: "The file is damaged.")
  }

  /// Opens a collection whose parts are stored under separate keys: `NS.object.0` … (ordered sets, and collections by
  /// archivers other than `NSKeyedArchiver`) or `NS.object0` … (counted sets), and for a dictionary `NS.key.0` …. A
  /// collection without such keys is empty.
  @inline(never)
  private mutating func openLoose(_ kind: _ArchiveCollection) throws -> Scope {
    let (shape, values) = try openDictionary()
    try charge(64 &* (1 &+ shape.count))
    let keys = kind == .dictionary ? try numbered("NS.key", in: shape) : []
    guard kind != .dictionary || !keys.isEmpty || shape.count == 1 else {
      throw mismatch("a dictionary with NS.keys")
    }
    let elements = try numbered("NS.object", in: shape)
    guard kind != .dictionary || keys.count == elements.count else {
      throw unpaired(keys.count, elements.count)
    }
    var scope = Scope(kind: .loose, slotBase: looseReferences.count, count: keys.count + elements.count)
    // Marks a dictionary.
    if kind == .dictionary { scope.secondStart = 1 }
    for position in keys + elements {
      looseReferences.append(try plist.reference(at: values + position * plist.referenceSize))
    }
    return scope
  }

  /// Returns the positions of the entries under a name with the numbers from 0 on.
  private func numbered(_ name: String, in shape: DictionaryShape) throws -> [Int] {
    let dotted = shape.positions(ofNumbered: name + ".")
    let found = dotted.isEmpty ? shape.positions(ofNumbered: name) : dotted
    let count = shape.names.count { $0.hasPrefix(name) && $0.last?.isNumber ?? false }
    guard found.count == count else {
      throw failure(
        .malformed, expected: "\(name == "NS.key" ? "a key" : "an element") \(name).\(found.count)",
        found: "\(count) others", advice: "The file is damaged.")
    }
    return found
  }

  // MARK: Versions and hooks

  /// Returns the version of the open record if it is an older one that its type upgrades; otherwise `nil`.
  ///
  /// Records of one version usually share the reference to it, which is then checked only once.
  @inline(never)
  mutating func olderVersion(of record: Scope, type: Int) throws -> Int? {
    let schema = types[type].schema
    let position = types[type].recent.versionPosition
    var stored: Int64 = 1
    if position >= 0 {
      let reference = try plist.reference(at: record.start + position * plist.referenceSize)
      if reference == types[type].recent.verifiedVersion { return nil }
      stored = try version(at: reference, schema)
      if try locating({ try schema.isOlder(stored) }), types[type].hooks.isUpgradable { return Int(stored) }
      types[type].recent.verifiedVersion = reference
      plans[types[type].recentNumber].core.verifiedVersion = reference
      return nil
    }
    return try schema.isOlder(stored) && types[type].hooks.isUpgradable ? Int(stored) : nil
  }

  private func version(at reference: Int, _ schema: ArchiveSchema) throws -> Int64 {
    let (offset, _) = try table.resolve(reference)
    guard case .signed(let value)? = try plist.number(at: offset) else {
      return try locating { throw schema.noVersion(found: plist.describe(at: offset)) }
    }
    return value
  }

  /// Calls the hook of a decoded record, and returns the record.
  @inline(never)
  mutating func awoken<Record: ArchiveRecord>(_ record: Record, number: Int) throws -> Record {
    // The hook may access objects that the record's instances refer to.
    try _completeInstances()
    var record = record
    try locating { try types[number].hooks.awake(&record) }
    return record
  }
}
