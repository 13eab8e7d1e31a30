internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// Reads values that ``TreeEncoder`` wrote.
@safe
final class TreeDecoder: FieldDecoder, ValueDecoder {
  // Safe: the instance reader retains the binding, and outlives the decoder's uses of it.
  // Exclusivity is not checked at each access, and cannot be violated: the methods of a cursor run no other code, those
  // of `InstanceFields` only what skips a value, which moves the cursor, and the other properties are only replaced. (The
  // optimiser would drop the checks of those by itself, but then it calls functions to restore them after a part.)
  @safe @exclusivity(unchecked) var cursor: ByteCursor
  let names: [String]
  let context: ReadContext
  /// The bytes of each part of the current record or collection; `nil` for fields that it lacks.
  @safe @exclusivity(unchecked) var parts: [ByteCursor?] = []
  /// The names of the fields, if the container is a record.
  @safe @exclusivity(unchecked) var fieldNames: [String]?
  /// The fields of the instance that is being read, and their positions; `nil` inside their values. The instance reader
  /// retains it.
  var binding: Unmanaged<InstanceBinding>?
  @safe @exclusivity(unchecked) var fields: InstanceFields
  @safe @exclusivity(unchecked) var pendingCase:
    (schema: ArchiveSchema, name: String, fields: [String: ByteCursor])?

  /// Whether a field of an instance is being read in another form. Then nothing inside it is tried in a second form.
  var readsOtherForm = false

  init(_ cursor: ByteCursor, names: [String], context: ReadContext) {
    self.cursor = cursor
    fields = InstanceFields(cursor)
    self.names = names
    self.context = context
  }

  /// Whether all bytes of the value were read.
  var isAtEnd: Bool { cursor.isAtEnd }

  /// The decoder as the `inout` argument that the protocol requires.
  var own: TreeDecoder {
    get { self }
    set {}
  }

  // MARK: Parts

  func hasField(at position: Int) -> Bool {
    if let binding = unsafe binding {
      return unsafe binding._withUnsafeGuaranteedRef { $0.index(of: position) } >= 0
    }
    return parts.indices.contains(position) && parts[position] != nil
  }

  func decode<Value: ArchiveValue>(at position: Int) throws -> Value {
    let (outer, binding) = unsafe (cursor, binding)
    do {
      guard try move(to: position) else {
        if let value = Value.valueWhenAbsent { return value }
        throw missing(position)
      }
      try context.charge(MemoryLayout<Value>.stride)
      let value: Value
      if unsafe binding == nil {
        let outer = (parts, fieldNames, pendingCase)
        defer { (parts, fieldNames, pendingCase) = outer }
        value = try Value.decodeValue(from: &own)
      } else {
        // Inside the value, parts are those of the value.
        unsafe self.binding = nil
        value = try Value.decodeValue(from: &own)
        unsafe self.binding = binding
        fields.advance(to: cursor)
      }
      cursor = outer
      return value
    } catch {
      unsafe (cursor, self.binding) = (outer, binding)
      if unsafe binding != nil, let value: Value = decodeOtherForm(at: position, after: error) {
        return value
      }
      throw located(error, at: position)
    }
  }

  func missing(_ position: Int) -> ArchiveError {
    .missingField(fieldName(position) ?? "\(position)", offset: cursor.offset)
  }

  private func fieldName(_ position: Int) -> String? {
    let names = unsafe binding?.takeUnretainedValue().fields.fields ?? fieldNames
    return names.flatMap { $0.indices.contains(position) ? $0[position] : nil }
  }

  @inline(never)
  func located(_ error: any Error, at position: Int) -> ArchiveError {
    let error = (error as? RowError)?.error ?? ArchiveError.wrapping(error)
    return error.prefixed(fieldName(position).map { .field($0) } ?? .index(position))
  }

  func _decodeComposition<Record: ArchiveRecord>(
    of type: Record.Type, at position: Int, isRequired: Bool
  ) throws -> Record? {
    try Record.checkComposition()
    if !isRequired, !hasFields(of: type, at: position) { return nil }
    let outer = (parts, fieldNames)
    defer { (parts, fieldNames) = outer }
    parts = Array(parts.dropFirst(position))
    fieldNames = fieldNames.map { Array($0.dropFirst(position)) }
    var record = try Record(fields: &own)
    try Record.awake(&record, context.hooks[type], firstField: fieldNames?.first)
    return record
  }

  func charge(_ byteCount: Int) throws { try context.charge(byteCount) }

  func decodeCase() throws -> Int {
    guard let pending = pendingCase else { throw failure(.malformed, expected: "the name of a case") }
    guard let number = pending.schema.caseIndex(named: pending.name) else {
      throw invalid(
        "the case \(pending.name)", expected: "a case of \(pending.schema.className)",
        advice: "The archive may come from a newer version of the type.")
    }
    let fields = pending.schema.cases[number].fields
    (parts, fieldNames) = (pending.schema.cases[number].parts(in: pending.fields), fields)
    return number
  }

  // MARK: Values

  func readTag() throws -> TreeTag {
    let byte = try cursor.readByte()
    guard let tag = TreeTag(rawValue: byte) else {
      throw cursor.malformed("the tag of a value", "the byte \(byte)")
    }
    return tag
  }

  func readNumber<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let bytes = unsafe try cursor.readBytes(MemoryLayout<Number>.size)
    // SAFETY: `readBytes` checked that all bytes of the number are there.
    return unsafe Number(littleEndian: bytes.loadUnaligned(as: Number.self))
  }

  func readRun() throws -> UnsafeRawBufferPointer {
    let count = try cursor.readCount()
    return unsafe UnsafeRawBufferPointer(start: try cursor.readBytes(count), count: count)
  }

  func mismatch(_ expected: String, _ tag: TreeTag) -> ArchiveError {
    failure(.typeMismatch, expected: expected, found: tag.description)
  }

  var offset: Int? { cursor.offset }

  func decodeNil() throws -> Bool {
    var next = cursor
    let tag = try next.readByte()
    if tag == TreeTag.instance.rawValue {
      // A weak reference to an instance that is not stored reads as `nil`.
      guard context.lacksInstances, let instances = context.instances,
        try !instances.isStored(next.readCount())
      else { return false }
    } else if tag != TreeTag.nil.rawValue {
      return false
    }
    cursor = next
    return true
  }

  func decodeBool() throws -> Bool {
    try number("a boolean", StoredNumber.boolExpected, { $0.bool }, { try $0.decodeBool() })
  }
  func decodeInt64() throws -> Int64 {
    try number("an integer", StoredNumber.int64Expected, { $0.integer(Int64.self) }, { try $0.decodeInt64() })
  }
  func decodeUInt64() throws -> UInt64 {
    try number(
      "an integer", StoredNumber.uint64Expected, { $0.integer(UInt64.self) }, { try $0.decodeUInt64() })
  }
  func decodeDouble() throws -> Double {
    try number("a number", StoredNumber.doubleExpected, { $0.double }, { try $0.decodeDouble() })
  }
  func decodeFloat() throws -> Float {
    try number("a number", StoredNumber.floatExpected, { $0.float }, { try $0.decodeFloat() })
  }

  /// Reads the next number, and converts it with `convert`. If the value is a shared object, `readShared` reads it.
  @inline(__always)
  private func number<Value>(
    _ kind: String, _ exact: String, _ convert: (StoredNumber) -> Value?,
    _ readShared: (TreeDecoder) throws -> Value
  ) throws -> Value {
    let tag = try readTag()
    let number: StoredNumber
    switch tag {
    case .false: number = .bool(false)
    case .true: number = .bool(true)
    case .integer, .unsigned: number = try readInteger(tag)
    case .float: number = .float(Float(bitPattern: try readNumber(UInt32.self)))
    case .double: number = .double(Double(bitPattern: try readNumber(UInt64.self)))
    default: return try decodeShared(tag, else: mismatch(kind, tag), readShared)
    }
    guard let value = convert(number) else { throw invalid("\(number)", expected: exact) }
    return value
  }

  /// Reads a signed or unsigned integer.
  func readInteger(_ tag: TreeTag) throws -> StoredNumber {
    let bits = try cursor.readVarint()
    return tag == .unsigned ? .unsigned(bits) : .signed(Int64(bitPattern: bits >> 1 ^ (0 &- (bits & 1))))
  }

  func decodeString() throws -> String {
    let tag = try readTag()
    guard tag == .string else {
      return try decodeShared(tag, else: mismatch("a string", tag)) { try $0.decodeString() }
    }
    let bytes = unsafe try readRun()
    // Making a string from ASCII takes a fraction of the time.
    if unsafe bytes.allSatisfy({ $0 < 0x80 }) { return unsafe String(decoding: bytes, as: UTF8.self) }
    guard let string = unsafe String(validUTF8: bytes) else {
      throw cursor.malformed("a string in UTF-8", "invalid UTF-8")
    }
    return string
  }

  func decodeDate() throws -> Date {
    let tag = try readTag()
    guard tag == .date else {
      return try decodeShared(tag, else: mismatch("a date", tag)) { try $0.decodeDate() }
    }
    return Date(timeIntervalSinceReferenceDate: Double(bitPattern: try readNumber(UInt64.self)))
  }

  func decodeData() throws -> Data {
    let tag = try readTag()
    guard tag == .data || tag == .bytes else {
      return try decodeShared(tag, else: mismatch("data", tag)) { try $0.decodeData() }
    }
    return unsafe Data(try readRun())
  }
}
