internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

extension ObjectTableWriter: FieldEncoder {
  mutating func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws {
    try checkTurn(of: position)
    do { try encodeOne(value) } catch { throw located(error, at: position) }
  }

  /// Stores one value, and checks that its conformance keeps the contract.
  @inline(__always)
  mutating func encodeOne<Value: ArchiveValue>(_ value: Value) throws {
    let count = pending.count
    try value.encodeValue(to: &self)
    if pending.count != count &+ 1 { throw notOneValue(since: count) }
  }

  // The methods that create errors are `mutating`, although they change nothing. Before calling a nonmutating method,
  // the compiler would copy the whole writer, a kilobyte, for every part, even without an error.

  /// Checks that the part at a position is the next one: the number of pending values equals the number of parts
  /// before it.
  @inline(__always)
  mutating func checkTurn(of position: Int) throws {
    if pending.count &- place.scope.base != position { throw outOfTurn(position) }
  }

  @inline(never)
  private mutating func outOfTurn(_ position: Int) -> any Error {
    switch place.scope.kind {
    case .record where place.scope.base == Scope.noParts:
      ArchiveError.notInParts("one at \(position) before encodeCase(_:)")
    case .record, .array, .dictionary:
      ArchiveError.notInParts("one at \(position) in place of \(pending.count - place.scope.base)")
    case .root, .keyed, .plainCase: ArchiveError.notOneValue("a part at \(position)")
    }
  }

  /// Returns the error for an `encodeValue(to:)` that did not store exactly one value.
  @inline(never)
  private mutating func notOneValue(since count: Int) -> any Error {
    ArchiveError.notOneValue(pending.count == count ? "none" : "several")
  }

  @inline(never)
  mutating func located(_ error: any Error, at position: Int) -> any Error {
    let error = ArchiveError.wrapping(error)
    switch place.scope.kind {
    case .record: return error.prefixed(.field(fieldName(position)))
    case .array: return error.prefixed(.index(position))
    case .root, .dictionary, .plainCase, .keyed: return error
    }
  }

  func fieldName(_ position: Int) -> String {
    let fields = vocabulary.types[place.scope.type].schema.cases[place.scope.caseIndex].fields
    let index = place.scope.firstField + position
    return fields.indices.contains(index) ? fields[index] : "\(index)"
  }

  mutating func omit(at position: Int) throws {
    guard place.scope.kind == .record else { throw outOfTurn(position) }
    try checkTurn(of: position)
    pending.append(PlistReference.omitted)
    place.omissions += 1
  }

  mutating func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws {
    try Record.checkComposition()
    guard place.scope.kind == .record else { throw outOfTurn(position) }
    try checkTurn(of: position)
    let (firstField, base) = (place.scope.firstField, place.scope.base)
    defer { (place.scope.firstField, place.scope.base) = (firstField, base) }
    place.scope.firstField += position
    place.scope.base += position
    try record.encodeFields(to: &self)
  }

  mutating func encodeCase(_ index: Int) throws {
    // Once its case is known, an enumeration has a shape; a struct has one from the start.
    guard place.scope.kind == .plainCase || place.scope.kind == .record, place.scope.shape < 0,
      vocabulary.types[place.scope.type].schema.cases.indices.contains(index)
    else { throw ArchiveError.caseOutOfTurn(index) }
    let name = vocabulary.types[place.scope.type].schema.cases[index].name
    place.scope.caseIndex = index
    if place.scope.kind == .plainCase {
      place.scope.shape = 0
      return try encode(name)
    }
    place.scope.shape = shape(ofCase: index, type: place.scope.type)
    try encode(name)
    place.scope.base = pending.count
  }
}

extension ObjectTableWriter: ValueEncoder {
  mutating func encodeNil() throws {
    guard place.mode == .element else { return pending.append(PlistReference.null) }
    if nullObject < 0 {
      nullObject = addObject(0)
      objects[nullObject] = note(recordOf: shape(.null), from: pending.count)
    }
    pending.append(PlistReference.uid(nullObject))
  }

  mutating func _encodeSome<Value: ArchiveValue>(_ value: Value) throws {
    let saved = place.mode
    if place.mode == .inline { place.mode = .boxed }
    defer { place.mode = saved }
    try value.encodeValue(to: &self)
  }

  /// Stores a number: a field gets its own object, other equal numbers share one.
  mutating func _encode(_ number: StoredNumber) {
    if place.mode == .inline { return pending.append(note(number)) }
    let key = ScalarKey(number)
    let object = scalars[key] ?? addObject(note(number))
    scalars[key] = object
    pending.append(PlistReference.uid(object))
  }

  /// Returns the direct number of a stored number. Booleans and small integers are noted only once.
  @inline(__always)
  private mutating func note(_ number: StoredNumber) -> UInt32 {
    guard let position = ScalarKey(number).smallPosition else { return list.note(number) }
    if smallScalars.isEmpty { smallScalars = Array(repeating: .max, count: ScalarKey.smallCount) }
    if smallScalars[position] == .max { smallScalars[position] = list.note(number) }
    return smallScalars[position]
  }

  mutating func encode(_ value: String) throws {
    try checkSize(of: value)
    let key = ArchiveKey(value)
    if let object = strings.number(of: key) { return pending.append(PlistReference.uid(object)) }
    let isLookalike = value.utf8.count == 5 && value == "$null"
    let object = isLookalike ? addNullLookalike() : addObject(list.note(key))
    strings.add(key, object)
    pending.append(PlistReference.uid(object))
  }

  /// Adds a mutable string object that contains the text `$null`, and returns its number. As a plain string, the text
  /// would mean `nil`.
  mutating func addNullLookalike() -> Int {
    let object = addObject(0)
    let keys = [key("NS.string")]
    let type = classNumber(ClassNames(["NSMutableString", "NSString", "NSObject"]))
    // As in Apple's archives, the class record comes before the text.
    _ = type.map { classObject($0) }
    let mark = pending.count
    pending.append(list.note(string: "$null"))
    objects[object] = note(keys: keys, classNumber: type, from: mark)
    return object
  }

  mutating func encode(_ value: Date) {
    let shape = shape(.date)
    guard let type = vocabulary.shapes[shape].classNumber else { preconditionFailure("a date has a class") }
    let known = vocabulary.classes[type].object
    let object = addObject(UInt32(truncatingIfNeeded: list.count))
    // The class record comes after the first date.
    let record = PlistReference.uid(known >= 0 ? known : object + 1)
    _ = list.note(dateWith: shape, class: record, value.timeIntervalSinceReferenceDate)
    if known < 0 { _ = makeClassObject(type) }
    pending.append(PlistReference.uid(object))
  }

  mutating func encode(_ value: Data) throws {
    pending.append(PlistReference.uid(addObject(try note(data: value))))
  }

  /// Notes data as an object of the property list.
  mutating func note(data: some ContiguousBytes & Collection<UInt8>) throws -> UInt32 {
    guard data.count <= Int(Int32.max) else { throw tooLarge("data of \(data.count) bytes") }
    return unsafe data.withUnsafeBytes { unsafe list.note(data: $0) }
  }

  mutating func _encodeBytes(_ bytes: [UInt8]) throws {
    let direct = try note(data: bytes)
    pending.append(place.mode == .inline ? direct : PlistReference.uid(addObject(direct)))
  }

  func checkSize(of text: String) throws {
    guard text.utf8.count <= Int(Int32.max) else { throw tooLarge("a string of \(text.utf8.count) bytes") }
  }

  func tooLarge(_ found: String) -> any Error {
    ArchiveError(
      .unsupported, expected: "less than 2 GiB in one object", found: found, advice: "Split the value.")
  }
}
