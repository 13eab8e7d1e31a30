internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

extension ObjectTableWriter: ValueEncoder {
  mutating func encodeNil() throws {
    guard place.mode == .element else { return pending.append(PlistReference.null) }
    if shared.nullObject < 0 {
      shared.nullObject = addObject(0)
      let shape = shape(.null)
      resolveClass(of: shape)
      objects[shared.nullObject] = note(recordOf: shape, from: pending.count)
    }
    pending.append(PlistReference.uid(shared.nullObject))
  }

  mutating func _encodeSome<Value: ArchiveValue>(_ value: Value) throws {
    let saved = place.mode
    if place.mode == .inline { place.mode = .boxed }
    defer { place.mode = saved }
    try value.encodeValue(to: &self)
  }

  mutating func encode(_ value: Bool) {
    if scalars.bools[value] < 0 {
      list.words.append(TableOperation.bool.rawValue | (value ? 1 : 0) << 4)
      scalars.bools[value] = Int(list.number(size: 1))
    }
    let direct = UInt32(truncatingIfNeeded: scalars.bools[value])
    if place.mode == .inline { return pending.append(direct) }
    if scalars.boolObjects[value] < 0 { scalars.boolObjects[value] = addObject(direct) }
    pending.append(PlistReference.uid(scalars.boolObjects[value]))
  }

  mutating func encode(_ value: Int64) {
    if place.mode == .inline { return pending.append(directReference(to: value)) }
    let key = UInt64(bitPattern: value)
    if let object = scalars.integerObjects[key] { return pending.append(PlistReference.uid(object)) }
    let object = addObject(directReference(to: value))
    scalars.integerObjects.insert(object, for: key)
    pending.append(PlistReference.uid(object))
  }

  /// Returns the direct number of an integer; small integers are noted once.
  private mutating func directReference(to value: Int64) -> UInt32 {
    guard value >= 0, value < ScalarTable.smallLimit else { return list.note(integer: value) }
    let index = Int(value)
    if scalars.smallIntegers[index] < 0 {
      scalars.smallIntegers[index] = Int64(list.note(integer: value))
      scalars.hasSmallIntegers = true
    }
    return UInt32(truncatingIfNeeded: scalars.smallIntegers[index])
  }

  mutating func encode(_ value: UInt64) {
    if let signed = Int64(exactly: value) { return encode(signed) }
    if place.mode != .inline, let object = scalars.largeIntegerObjects[value] {
      return pending.append(PlistReference.uid(object))
    }
    list.words.append(TableOperation.largeInteger.rawValue, bits: value)
    let direct = list.number(size: 17)
    if place.mode == .inline { return pending.append(direct) }
    let object = addObject(direct)
    scalars.largeIntegerObjects.insert(object, for: value)
    pending.append(PlistReference.uid(object))
  }

  mutating func encode(_ value: Double) {
    let bits = value.bitPattern
    if place.mode != .inline, let object = scalars.doubleObjects[bits] {
      return pending.append(PlistReference.uid(object))
    }
    list.words.append(TableOperation.double.rawValue, bits: bits)
    let direct = list.number(size: 9)
    if place.mode == .inline { return pending.append(direct) }
    let object = addObject(direct)
    scalars.doubleObjects.insert(object, for: bits)
    pending.append(PlistReference.uid(object))
  }

  mutating func encode(_ value: Float) {
    let bits = UInt64(value.bitPattern)
    if place.mode != .inline, let object = scalars.floatObjects[bits] {
      return pending.append(PlistReference.uid(object))
    }
    list.words.append(TableOperation.float.rawValue)
    list.words.append(value.bitPattern)
    let direct = list.number(size: 5)
    if place.mode == .inline { return pending.append(direct) }
    let object = addObject(direct)
    scalars.floatObjects.insert(object, for: bits)
    pending.append(PlistReference.uid(object))
  }

  mutating func encode(_ value: String) throws {
    // `withContiguousStorageIfAvailable` is `nil` only for strings bridged from Objective-C.
    let found: Void? = try unsafe value.utf8.withContiguousStorageIfAvailable { bytes in
      let scan = unsafe strings.scan(bytes)
      guard scan.isASCII else { return try encode(nonASCII: value) }
      if let object = unsafe strings.find(ascii: bytes, hash: scan.hash, in: list.words.unsafeBase) {
        return pending.append(PlistReference.uid(object))
      }
      guard bytes.count <= Int(Int32.max) else { throw tooLarge("a string of \(bytes.count) bytes") }
      if bytes.count == 5, value == "$null" { return encodeNullLookalike() }
      let note = list.words.count
      let object = addObject(unsafe list.note(ascii: bytes))
      strings.insert(hash: scan.hash, note: note, object: object)
      pending.append(PlistReference.uid(object))
    }
    if found == nil { try encode(String(decoding: Array(value.utf8), as: UTF8.self)) }
  }

  /// Stores the string `$null`, which alone would mean `nil`, as a mutable string object that contains it.
  @inline(never)
  private mutating func encodeNullLookalike() {
    if shared.nullLookalike < 0 { shared.nullLookalike = addNullLookalike() }
    pending.append(PlistReference.uid(shared.nullLookalike))
  }

  /// Adds another such object, and returns its number.
  mutating func addNullLookalike() -> Int {
    let object = addObject(0)
    let shape = shape(.mutableString)
    resolveClass(of: shape)
    let mark = pending.count
    pending.append(list.note(string: "$null"))
    objects[object] = note(recordOf: shape, from: mark)
    return object
  }

  @inline(never)
  private mutating func encode(nonASCII value: String) throws {
    let object: Int
    if let known = strings[nonASCII: value] {
      object = known
    } else {
      guard value.utf8.count <= Int(Int32.max) else {
        throw tooLarge("a string of \(value.utf8.count) bytes")
      }
      object = addObject(list.note(utf16: value))
      strings[nonASCII: value] = object
    }
    pending.append(PlistReference.uid(object))
  }

  mutating func encode(_ value: Date) {
    if shared.dateShape < 0 { shared.dateShape = shape(.date) }
    list.words.append(TableOperation.date.rawValue, bits: value.timeIntervalSinceReferenceDate.bitPattern)
    let object = addObject(list.number(size: 1, references: 4))
    _ = list.number(size: 9)
    pending.append(PlistReference.uid(object))
    resolveClass(of: shared.dateShape)
  }

  mutating func encode(_ value: Data) throws {
    guard value.count <= Int(Int32.max) else { throw tooLarge("data of \(value.count) bytes") }
    let object = addObject(unsafe value.withUnsafeBytes { unsafe list.note(data: $0) })
    pending.append(PlistReference.uid(object))
  }

  mutating func _encodeBytes(_ bytes: [UInt8]) throws {
    guard bytes.count <= Int(Int32.max) else { throw tooLarge("data of \(bytes.count) bytes") }
    let direct = unsafe bytes.withUnsafeBytes { unsafe list.note(data: $0) }
    pending.append(place.mode == .inline ? direct : PlistReference.uid(addObject(direct)))
  }

  func tooLarge(_ found: String) -> any Error {
    ArchiveError(
      .unsupported, expected: "less than 2 GiB in one object", found: found, advice: "Split the value.")
  }
}
