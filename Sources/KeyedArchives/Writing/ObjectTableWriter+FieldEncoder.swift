internal import ArchiveBytes
internal import ArchiveValues

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
