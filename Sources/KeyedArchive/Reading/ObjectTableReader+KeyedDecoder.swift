internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

extension ObjectTableReader: KeyedDecoder {
  // MARK: Parts

  func hasField(at position: Int) -> Bool {
    guard scope.kind == .record else { return position < scope.count }
    return slots[scope.slotBase + position] >= 0
  }

  /// Moves to the part at `position`; `false` when it is a field that the archive lacks.
  @inline(__always)
  mutating func move(toPart position: Int) throws -> Bool {
    switch scope.kind {
    case .record:
      let slot = Int(slots[scope.slotBase &+ position])
      if slot < 0 { return false }
      try move(to: plist.reference(at: scope.start &+ slot &* plist.referenceSize))
    case .elements:
      precondition(position >= 0 && position < scope.count)
      // The keys of a dictionary come first, then its values, in another array of as many elements.
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

  mutating func decode(at position: Int) throws -> Bool {
    try decode(at: position) { try $0.decodeBool() }
  }
  mutating func decode(at position: Int) throws -> Int {
    try decode(at: position) { try $0.fitting($0.decodeInt64()) }
  }
  mutating func decode(at position: Int) throws -> Double {
    try decode(at: position) { try $0.decodeDouble() }
  }
  mutating func decode(at position: Int) throws -> String {
    try decode(at: position) { try $0.decodeString() }
  }
  mutating func decode(at position: Int) throws -> Date {
    try decode(at: position) { try $0.decodeDate() }
  }

  @inline(__always)
  mutating func decode<Value>(
    at position: Int, _ read: (inout ObjectTableReader) throws -> Value
  ) throws -> Value {
    let saved = place
    do {
      guard try move(toPart: position) else { throw missing(position) }
      let value = try read(&self)
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
    // An error takes more time to make than most values, and a policy may swallow that of a shared record many times.
    budget &-= error.path.isEmpty ? error.size : 64
    if budget < 0, error.isOfOneValue { error = ArchiveError.wrapping(overBudget()) }
    switch scope.kind {
    case .record: return error.prefixed(.field(fieldName(position)))
    case .elements where scope.secondStart > 0: return error
    case .elements, .loose: return error.prefixed(.index(position))
    case .root: return error
    }
  }

  func fieldName(_ position: Int) -> String {
    types[scope.type].schema.cases[scope.caseIndex].fields[scope.firstField + position]
  }

  /// The value of a field that the archive lacks.
  @inline(never)
  private mutating func absent<Value: ArchiveValue>(_ position: Int) throws -> Value {
    guard let value = Value.valueWhenAbsent else { throw missing(position) }
    return value
  }

  /// The error for a field that the archive lacks. It names a key that is near, which takes a look at all of them.
  @inline(never)
  private mutating func missing(_ position: Int) -> any Error {
    let known = types[scope.type].schema.cases[scope.caseIndex].fields
    let name = fieldName(position)
    do {
      let others = try keyedEntries().map(\.key).filter { !$0.hasPrefix("$") && !known.contains($0) }
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
      let position = types[scope.type].plans[scope.plan].casePosition
      guard position >= 0 else { throw missingCase() }
      try move(to: plist.reference(at: scope.start + position * plist.referenceSize))
      do { name = try decodeString() } catch {
        place = saved
        throw error
      }
      place = saved
    } else {
      name = try decodeString()
    }
    guard let index = types[scope.type].caseIndex(named: name) else {
      throw unknownCase(name)
    }
    if scope.kind == .record {
      scope.slotBase = try slotBase(ofCase: index, type: scope.type, plan: scope.plan)
      scope.caseIndex = index
    } else if !types[scope.type].schema.cases[index].fields.isEmpty {
      throw caseWithoutValues(name)
    }
    return index
  }

  @inline(never)
  private func missingCase() -> any Error {
    failure(
      .missingField, expected: "the name of a case under “\(ArchiveSchema.caseKey)”",
      found: "an object without it",
      advice: nil)
  }

  @inline(never)
  private func unknownCase(_ name: String) -> any Error {
    let names = types[scope.type].schema.cases.map(\.name).joined(separator: ", ")
    return failure(
      .invalidValue, expected: "one of the cases \(names)", found: "the case “\(name)”",
      advice: "The archive may come from a newer version of the type.")
  }

  @inline(never)
  private func caseWithoutValues(_ name: String) -> any Error {
    failure(
      .malformed, expected: "the associated values of the case “\(name)”", found: "its name alone",
      advice: nil)
  }

  // MARK: Scalars

  mutating func decodeNil() throws -> Bool {
    if table.isNull(at: place.offset, object: place.object) { return true }
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else { return false }
    return try isNullObject()
  }

  /// Whether an `NSNull` is at the current place: a dictionary of nothing but a class of that name.
  @inline(never)
  private mutating func isNullObject() throws -> Bool {
    let (count, start) = try plist.counted(at: place.offset, width: 2 * plist.referenceSize)
    guard count == 1 else { return false }
    let classReference = try plist.reference(at: start + plist.referenceSize)
    let null = FoundationClass.null.rawValue
    if types[null].recent.verifiedClass == classReference { return true }
    guard (try? openRecord(ofType: null)) != nil else { return false }
    return true
  }

  mutating func decodeBool() throws -> Bool {
    try number("true or false", StoredNumber.boolExpected) { $0.bool }
  }
  mutating func decodeInt64() throws -> Int64 {
    try number("an integer", StoredNumber.int64Expected) { $0.integer(Int64.self) }
  }
  mutating func decodeUInt64() throws -> UInt64 {
    try number("an unsigned integer", StoredNumber.uint64Expected) { $0.integer(UInt64.self) }
  }
  mutating func decodeDouble() throws -> Double {
    try number("a number", StoredNumber.doubleExpected) { $0.double }
  }
  mutating func decodeFloat() throws -> Float {
    try number("a number", StoredNumber.floatExpected) { $0.float }
  }

  /// The number at the current place as the type that `convert` makes of it.
  @inline(__always)
  private mutating func number<Value>(
    _ kind: String, _ exact: String, _ convert: (StoredNumber) -> Value?
  ) throws -> Value {
    guard let number = try plist.number(at: place.offset) else { throw mismatch(kind) }
    guard let value = convert(number) else {
      throw failure(.invalidValue, expected: exact, found: "\(number)", advice: nil)
    }
    return value
  }

  // MARK: Strings, dates, data

  mutating func decodeString() throws -> String {
    if place.object >= 0, let string = strings[place.object] {
      // Whoever hashes, parses or copies it goes through all of it, each time.
      try charge(16 &+ string.utf8.count)
      return string
    }
    guard let string = try plist.string(at: place.offset) else {
      // A mutable string is an object around its characters; so is the one string that must not look like `nil`.
      guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else {
        throw mismatch("a string")
      }
      return try decodeWrapped(.string) { try $0.plist.string(at: $0.place.offset) }
    }
    if table.isNull(at: place.offset, object: place.object) { throw mismatch("a string") }
    let size = string.utf8.count
    try charge(16 &+ size)
    if place.object >= 0 { strings.note(string, for: place.object) }
    return string
  }

  mutating func decodeDate() throws -> Date {
    if plist.kind(at: place.offset) == BinaryPlist.Kind.date {
      guard let date = plist.date(at: place.offset) else { throw mismatch("a date") }
      return date
    }
    try charge(16)
    let saved = place
    let date = FoundationClass.date.rawValue
    let values = try openValues(ofType: date)
    let slot = Int(slots[types[date].recent.structSlots])
    guard slot >= 0 else { throw mismatch("a date") }
    try move(to: plist.reference(at: values &+ slot &* plist.referenceSize))
    let seconds: Double
    if plist.byte(at: place.offset) == 0x23, place.offset &+ 9 <= plist.contentEnd {
      seconds = Double(bitPattern: plist.number(at: place.offset &+ 1, size: 8))
    } else {
      do { seconds = try decodeDouble() } catch {
        place = saved
        throw error
      }
    }
    place = saved
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  mutating func decodeData() throws -> Data {
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.data else {
      guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary else { throw mismatch("data") }
      return try decodeWrapped(.data) { try $0.plainData() }
    }
    return try plainData()!
  }

  mutating func decodeBytes() throws -> [UInt8] { Array(try decodeData()) }

  /// The data at the current place, or `nil` when something else is there.
  private mutating func plainData() throws -> Data? {
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.data else { return nil }
    let (count, start) = try plist.counted(at: place.offset, width: 1)
    try charge(32 + count)
    return unsafe Data(plist.bytes(from: start, count: count))
  }

  /// Reads the content of a Foundation object that wraps one value under one key.
  private mutating func decodeWrapped<Value>(
    _ foundationClass: FoundationClass, _ read: (inout ObjectTableReader) throws -> Value?
  ) throws -> Value {
    let saved = place
    let record = try openRecord(ofType: foundationClass.rawValue)
    let slot = Int(slots[record.slotBase])
    guard slot >= 0 else { throw mismatch("a value under \(foundationClass.schema.cases[0].fields[0])") }
    try move(to: plist.reference(at: record.start + slot * plist.referenceSize))
    do {
      guard let value = try read(&self) else {
        throw mismatch(foundationClass == .data ? "data" : "a string")
      }
      place = saved
      return value
    } catch {
      // Whoever tries another type next does so at the object, not inside it.
      place = saved
      throw error
    }
  }

  // MARK: Errors

  /// The error for a value of another kind than the one expected; or for a budget that does not allow to describe it.
  @inline(never)
  mutating func mismatch(_ expected: String) -> any Error {
    if table.isNull(at: place.offset, object: place.object) {
      return ArchiveError.foundNil(expected: expected, offset: place.offset)
    }
    let found = describePlace()
    return budget < 0
      ? overBudget() : failure(.typeMismatch, expected: expected, found: found, advice: nil)
  }

  /// What is at the current place: an object of a class, or a plain value. Paid for, since a policy for failures may
  /// swallow the error of one large object any number of times.
  private mutating func describePlace() -> String {
    guard plist.kind(at: place.offset) == BinaryPlist.Kind.dictionary, let entries = try? keyedEntries(),
      let reference = entries.first(where: { $0.key == "$class" })?.reference,
      let record = try? table.resolve(reference), let name = try? className(at: record.offset)
    else { return plist.describe(at: place.offset) }
    return "an object of class \(name)"
  }

  func failure(
    _ code: ArchiveError.Code, expected: String?, found: String?, advice: String?
  ) -> ArchiveError {
    ArchiveError(code, expected: expected, found: found, offset: place.offset, advice: advice)
  }

  @inline(never)
  mutating func notARecord(ofType type: Int) -> any Error {
    mismatch("an object of class \(types[type].schema.className)")
  }

  @inline(never)
  func withoutClass(_ type: Int? = nil) -> any Error {
    failure(
      .malformed,
      expected: type.map { "an object of class \(types[$0].schema.className)" } ?? "an object with a class",
      found: "an object without $class", advice: "The file is damaged.")
  }
}
