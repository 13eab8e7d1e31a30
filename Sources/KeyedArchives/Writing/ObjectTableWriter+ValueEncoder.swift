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

  /// Stores a number: as a field, `note` notes it anew, and elsewhere once.
  @inline(__always)
  private mutating func encode(
    _ number: ScalarTable.Key, _ note: (inout ObjectTableWriter) -> UInt32
  ) {
    if place.mode == .inline { return pending.append(note(&self)) }
    if let object = scalars.objects[number] { return pending.append(PlistReference.uid(object)) }
    let object = addObject(note(&self))
    scalars.objects[number] = object
    pending.append(PlistReference.uid(object))
  }

  mutating func encode(_ value: Bool) { encode(.bool(value)) { $0.directReference(to: value) } }

  private mutating func directReference(to value: Bool) -> UInt32 {
    if scalars[bool: value] == ScalarTable.none {
      list.words.append(TableOperation.bool.rawValue | (value ? 1 : 0) << 4)
      scalars[bool: value] = list.number(size: 1)
    }
    return scalars[bool: value]
  }

  mutating func encode(_ value: Int64) { encode(.integer(value)) { $0.directReference(to: value) } }

  /// Returns the direct number of an integer; small integers are noted once.
  private mutating func directReference(to value: Int64) -> UInt32 {
    guard value >= 0, value < ScalarTable.smallLimit else { return list.note(integer: value) }
    let small = Int(value)
    if scalars[small: small] == ScalarTable.none { scalars[small: small] = list.note(integer: value) }
    return scalars[small: small]
  }

  mutating func encode(_ value: UInt64) {
    if let signed = Int64(exactly: value) { return encode(signed) }
    encode(.largeInteger(value)) {
      $0.list.words.append(TableOperation.largeInteger.rawValue, bits: value)
      return $0.list.number(size: 17)
    }
  }

  mutating func encode(_ value: Double) {
    encode(.double(value.bitPattern)) {
      $0.list.words.append(TableOperation.double.rawValue, bits: value.bitPattern)
      return $0.list.number(size: 9)
    }
  }

  mutating func encode(_ value: Float) {
    encode(.float(value.bitPattern)) {
      $0.list.words.append(TableOperation.float.rawValue)
      $0.list.words.append(value.bitPattern)
      return $0.list.number(size: 5)
    }
  }

  mutating func encode(_ value: String) throws {
    // `withContiguousStorageIfAvailable` is `nil` only for strings bridged from Objective-C.
    let found: Void? = try unsafe value.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count <= Int(Int32.max) else { throw tooLarge("a string of \(bytes.count) bytes") }
      let scan = unsafe StringScan.scan(bytes)
      guard scan.isASCII else { return encode(nonASCII: value) }
      if let object = unsafe strings.find(ascii: bytes, hash: scan.hash, in: list.words.unsafeBase) {
        return pending.append(PlistReference.uid(object))
      }
      if bytes.count == 5, value == "$null" { return encodeNullLookalike() }
      let note = list.words.count
      let object = addObject(unsafe list.note(ascii: bytes))
      strings.insert(hash: scan.hash, note: note, number: object)
      pending.append(PlistReference.uid(object))
    }
    if found == nil { try encode(String(decoding: Array(value.utf8), as: UTF8.self)) }
  }

  @inline(never)
  private mutating func encode(nonASCII value: String) {
    let object = strings[nonASCII: value] ?? addObject(list.note(utf16: value))
    strings[nonASCII: value] = object
    pending.append(PlistReference.uid(object))
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

  mutating func encode(_ value: Date) {
    let shape = shape(.date)
    list.words.append(TableOperation.date.rawValue, bits: value.timeIntervalSinceReferenceDate.bitPattern)
    let object = addObject(list.number(size: 1, references: 4))
    _ = list.number(size: 9)
    pending.append(PlistReference.uid(object))
    resolveClass(of: shape)
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
