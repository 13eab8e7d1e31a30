internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

extension ObjectTableReader: ValueDecoder {
  // MARK: Scalars

  mutating func decodeNil() throws -> Bool {
    if table.isNull(at: place.offset, object: place.object) { return true }
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary,
      try plist.counted(at: place.offset, width: 2 * plist.referenceSize).count == 1
    else { return false }
    return try classNameHere() == FoundationClass.null.schema.className
  }

  mutating func _decodeNumber(_ wanted: _NumberType) throws -> StoredNumber {
    guard let number = try plist.number(at: place.offset) else { throw mismatch(wanted.kind) }
    return number
  }

  // MARK: Strings, dates, data

  mutating func decodeString() throws -> String {
    if place.object >= 0, let string = strings[place.object] {
      // Hashing, parsing or copying it takes linear time on each visit.
      try charge(string.utf8.count)
      return string
    }
    guard let string = try plist.string(at: place.offset) else {
      // A mutable string is an object that contains its characters; so is the string that must not look like `nil`.
      guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else {
        throw mismatch("a string")
      }
      return try decodeWrapped(.string) { reader, areBytes in
        try areBytes ? reader.textInUTF8() : reader.plist.string(at: reader.place.offset)
      }
    }
    if table.isNull(at: place.offset, object: place.object) { throw mismatch("a string") }
    try charge(string.utf8.count)
    if place.object >= 0 { strings.note(string, for: place.object, of: table.objectCount) }
    return string
  }

  mutating func decodeDate() throws -> Date {
    if plist.kind(at: place.offset) == BinaryPlist.Kind.date {
      guard let date = plist.date(at: place.offset) else { throw mismatch("a date") }
      return date
    }
    let saved = place
    let date = FoundationClass.date.rawValue
    let values = try openValues(ofType: date)
    let slot = Int(slots[types[date].recent.structSlots])
    guard slot >= 0 else { throw mismatch("a date") }
    try move(to: plist.reference(at: values &+ slot &* plist.referenceSize))
    defer { place = saved }
    if plist.byte(at: place.offset) == 0x23, place.offset &+ 9 <= plist.contentEnd {
      let bits = plist.number(at: place.offset &+ 1, size: 8)
      return Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
    }
    return Date(timeIntervalSinceReferenceDate: try decodeDouble())
  }

  mutating func decodeData() throws -> Data {
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.data else {
      guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else { throw mismatch("data") }
      // In graphs of keyed archives, elements of arrays are objects, never bytes.
      if isOfNodes, !isOfGraph, let bytes = try bytesOfArray() { return bytes }
      return try decodeWrapped(.data) { reader, _ in try reader.plainData() }
    }
    return try plainData()!
  }

  /// Returns the bytes at the current place. Converting `Data` to an array would copy it byte by byte.
  mutating func _decodeBytes() throws -> [UInt8] {
    let data = isOfNodes ? try bytesOfArray() ?? decodeData() : try decodeData()
    return unsafe data.withUnsafeBytes { unsafe [UInt8]($0) }
  }

  /// Returns the data at the current place, or `nil` for any other object.
  private mutating func plainData() throws -> Data? {
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.data else { return nil }
    let (count, start) = try plist.counted(at: place.offset, width: 1)
    try charge(count)
    return unsafe Data(plist.bytes(from: start, count: count))
  }

  /// Returns the bytes in the array of integers at the current place, which is how nodes of column archives store
  /// bytes; `nil` for any other object.
  @inline(never)
  private mutating func bytesOfArray() throws -> Data? {
    guard let name = try classNameHere(), FoundationClass.array.schema.accepts(className: name) else {
      return nil
    }
    return try _decodeCollection(.array) { reader, count in
      try reader.charge(16 * count)
      var bytes = Data(capacity: count)
      for position in 0..<count {
        _ = try reader.move(toPart: position)
        guard let byte = try reader.plist.number(at: reader.place.offset)?.integer(UInt8.self) else {
          throw ArchiveError.wrapping(reader.mismatch("data")).prefixed(.index(position))
        }
        bytes.append(byte)
      }
      return bytes
    }
  }

  /// Returns the class of the object at the current place; `nil` for a value without a class.
  mutating func classNameHere() throws -> String? {
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else { return nil }
    let (shape, values) = try openDictionary()
    guard shape.classPosition >= 0 else { return nil }
    try charge(32 &* shape.names.count)
    let reference = try plist.reference(at: values + shape.classPosition * plist.referenceSize)
    return try className(at: table.resolve(reference).offset)
  }

  /// Returns the text that is stored as data, or `nil` for any other object.
  @inline(never)
  private mutating func textInUTF8() throws -> String? {
    guard let data = try plainData() else { return nil }
    if let text = String(validUTF8: data) { return text }
    throw failure(.malformed, expected: "a text in UTF-8 under NS.bytes", found: "other bytes", advice: nil)
  }

  /// Reads the content of a Foundation object that wraps one value under one key.
  ///
  /// - Parameter read: Returns the value at the current place. Its second argument is `true` if the value is under
  ///   `NS.bytes`.
  private mutating func decodeWrapped<Value>(
    _ foundationClass: FoundationClass, _ read: (inout ObjectTableReader, Bool) throws -> Value?
  ) throws -> Value {
    let saved = place
    // A caller that tries another type next must start at the object, not inside it.
    defer { place = saved }
    let record = try openRecord(ofType: foundationClass.rawValue)
    var slot = Int(slots[record.slotBase])
    let areBytes = slot < 0
    if areBytes { slot = Int(slots[record.slotBase &+ 1]) }
    guard slot >= 0 else { throw mismatch("a value under \(foundationClass.schema.cases[0].fields[0])") }
    try move(to: plist.reference(at: record.start + slot * plist.referenceSize))
    guard let value = try read(&self, areBytes) else { throw mismatch(foundationClass.kind) }
    return value
  }

  // MARK: Errors

  /// Returns the error for a value of an unexpected kind; or, if describing the value would exceed the budget, the
  /// error for that.
  @inline(never)
  mutating func mismatch(_ expected: String) -> any Error {
    if table.isNull(at: place.offset, object: place.object) {
      return ArchiveError.foundNil(expected: expected, offset: place.offset)
    }
    let found = describePlace()
    return budget < 0
      ? overBudget() : failure(.typeMismatch, expected: expected, found: found)
  }

  /// Describes the current place: an object of a class, or a plain value. The description is charged to the budget,
  /// since a failure policy may swallow the error of one large object any number of times.
  private mutating func describePlace() -> String {
    guard let name = try? classNameHere() else { return plist.describe(at: place.offset) }
    return "an object of class \(name)"
  }

  var offset: Int? { place.offset }

  @inline(never)
  mutating func notARecord(ofType type: Int) -> any Error {
    if isOfNodes, let kind = types[type].foundationClass?.kind { return mismatch(kind) }
    return mismatch("an object of class \(types[type].schema.className)")
  }

  @inline(never)
  func withoutClass(_ type: Int? = nil) -> any Error {
    failure(
      .malformed,
      expected: type.map { "an object of class \(types[$0].schema.className)" } ?? "an object with a class",
      found: "an object without $class", advice: "The file is damaged.")
  }

  /// Returns the error for an object that a failed encoder has marked. The reason is at a reference.
  mutating func halfWritten(reasonAt position: Int) -> any Error {
    let reason = try? inside { reader in
      try reader.move(to: reader.plist.reference(at: position))
      return try reader.decodeString()
    }
    return failure(
      .invalidValue, expected: "a whole object", found: ArchiveSchema.halfWritten(reason), advice: nil)
  }
}

extension ObjectTableReader: FieldDecoder {
  func hasField(at position: Int) -> Bool {
    guard scope.kind == .record else { return position < scope.count }
    return slots[scope.slotBase + position] >= 0
  }

  /// Moves to the part at `position`; returns `false` if it is a field that the archive lacks.
  @inline(__always)
  mutating func move(toPart position: Int) throws -> Bool {
    switch scope.kind {
    case .record:
      let slot = Int(slots[scope.slotBase &+ position])
      if slot < 0 { return false }
      try move(to: plist.reference(at: scope.start &+ slot &* plist.referenceSize))
    case .elements:
      precondition(position >= 0 && position < scope.count)
      // A dictionary's keys come first. Its values are in another array of the same length.
      if scope.secondStart > 0, position >= scope.count / 2 {
        let value = position &- scope.count / 2
        try move(to: plist.reference(at: scope.secondStart &+ value &* plist.referenceSize))
      } else {
        try move(to: plist.reference(at: scope.start &+ position &* plist.referenceSize))
      }
    case .loose:
      precondition(position >= 0 && position < scope.count)
      try move(to: looseReferences[scope.slotBase + position])
    case .root:
      preconditionFailure("there are no parts at the root")
    }
    return true
  }

  mutating func decode<Value: ArchiveValue>(at position: Int) throws -> Value {
    let saved = place
    do {
      guard try move(toPart: position) else { return try absent(position) }
      let value = try Value.decodeValue(from: &self)
      place = saved
      return value
    } catch {
      place = saved
      throw located(error, at: position)
    }
  }

  @inline(never)
  private mutating func located(_ error: any Error, at position: Int) -> any Error {
    var error = ArchiveError.wrapping(error)
    // Creating an error takes more time than most values, and a policy may swallow the error of a shared record many
    // times.
    budget &-= error.path.isEmpty ? error.size : 64
    if budget < 0, error.isOfOneValue { error = ArchiveError.wrapping(overBudget()) }
    switch scope.kind {
    case .record: return error.prefixed(.field(fieldName(position)))
    case .elements where scope.secondStart > 0, .loose where scope.secondStart > 0: return error
    case .elements, .loose: return error.prefixed(.index(position))
    case .root: return error
    }
  }

  func fieldName(_ position: Int) -> String {
    types[scope.type].schema.cases[scope.caseIndex].fields[scope.firstField + position]
  }

  /// Returns the value of a field that the archive lacks.
  @inline(never)
  private mutating func absent<Value: ArchiveValue>(_ position: Int) throws -> Value {
    guard let value = Value.valueWhenAbsent else { throw missing(position) }
    return value
  }

  /// Returns the error for a field that the archive lacks. It suggests the nearest key, which requires searching all
  /// keys.
  @inline(never)
  private mutating func missing(_ position: Int) -> any Error {
    let known = types[scope.type].schema.cases[scope.caseIndex].fields
    let name = fieldName(position)
    do {
      let names = try openDictionary().shape.names
      try charge(64 &* (1 &+ names.count))
      let others = names.filter { !$0.hasPrefix("$") && !known.contains($0) }
      try charge(others.reduce(0) { $0 &+ nearestNameWork(from: name, to: $1) })
      return ArchiveError.missingField(name, among: others, offset: place.offset)
    } catch {
      return error
    }
  }

  mutating func decodeCase() throws -> Int {
    let name: String
    if scope.kind == .record {
      let saved = place
      defer { place = saved }
      guard let position = plans[scope.plan].cases?.position, position >= 0 else {
        throw failure(
          .missingField, expected: "the name of a case under “\(ArchiveSchema.caseKey)”",
          found: "an object without it")
      }
      try move(to: plist.reference(at: scope.start + position * plist.referenceSize))
      name = try decodeString()
    } else {
      name = try decodeString()
    }
    guard let index = types[scope.type].schema.caseIndex(named: name) else {
      let names = types[scope.type].schema.cases.map(\.name).joined(separator: ", ")
      throw failure(
        .invalidValue, expected: "one of the cases \(names)", found: "the case “\(name)”",
        advice: "The archive may come from a newer version of the type.")
    }
    if scope.kind == .record {
      scope.slotBase = try slotBase(ofCase: index, type: scope.type, plan: scope.plan)
      scope.caseIndex = index
    } else if !types[scope.type].schema.cases[index].fields.isEmpty {
      throw failure(
        .malformed, expected: "the associated values of the case “\(name)”", found: "its name alone")
    }
    return index
  }
}

// Compositions: records whose fields are stored among the enclosing record's fields.
extension ObjectTableReader {
  mutating func _decodeComposition<Record: ArchiveRecord>(
    of type: Record.Type, at position: Int, isRequired: Bool
  ) throws -> Record? {
    try Record.checkComposition()
    if !hasFields(of: type, at: position) {
      if let record = try decodeWhole(of: type, at: position) { return record }
      if !isRequired { return nil }
    }
    let outer = (scope.slotBase, scope.firstField)
    defer { (scope.slotBase, scope.firstField) = outer }
    scope.slotBase += position
    scope.firstField += position
    var record = try Record(fields: &self)
    try Record.awake(&record, types[number(of: type)].hooks, firstField: fieldName(0))
    return record
  }

  /// Reads the record from a separate field, where older archives may store it.
  @inline(never)
  private mutating func decodeWhole<Record: ArchiveRecord>(of type: Record.Type, at position: Int) throws
    -> Record?
  {
    let schema = types[scope.type].schema.cases[scope.caseIndex]
    let (shape, values) = try openDictionary()
    for name in schema.compositionNames(of: type, at: scope.firstField + position) {
      guard let entry = shape.positions[name.fieldKey] else { continue }
      let saved = place
      defer { place = saved }
      return try ArchiveError.located(at: .field(name)) {
        try move(to: plist.reference(at: values + entry * plist.referenceSize))
        return try decodeNil() ? nil : _decodeRecord(of: type)
      }
    }
    return nil
  }
}
