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
    let record = try openRecord(ofType: foundationClass.rawValue)
    var slot = Int(slots[record.slotBase])
    let areBytes = slot < 0
    if areBytes { slot = Int(slots[record.slotBase &+ 1]) }
    guard slot >= 0 else { throw mismatch("a value under \(foundationClass.schema.cases[0].fields[0])") }
    try move(to: plist.reference(at: record.start + slot * plist.referenceSize))
    do {
      guard let value = try read(&self, areBytes) else {
        throw mismatch(foundationClass == .data ? "data" : "a string")
      }
      place = saved
      return value
    } catch {
      // A caller that tries another type next must start at the object, not inside it.
      place = saved
      throw error
    }
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
    let object = place
    let reason = try? string(ofReferenceAt: position)
    place = object
    return failure(
      .invalidValue, expected: "a whole object", found: ArchiveSchema.halfWritten(reason), advice: nil)
  }

  private mutating func string(ofReferenceAt position: Int) throws -> String {
    try move(to: plist.reference(at: position))
    return try decodeString()
  }
}
