internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchive

/// Writes values as trees: what a column holds whose type only knows keyed coders.
final class TreeEncoder: KeyedEncoder {
  private(set) var bytes: [UInt8] = []
  /// The names of classes, cases and fields, in order of appearance.
  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]
  private let limits: ArchiveLimits
  private var depth = 0
  private var stack = StackGuard()
  /// The record being written: its schema, which case, and how many fields it has so far.
  private var schema: ArchiveSchema?
  private var caseNumber = 0
  private var fieldCount = 0
  /// What is added to the positions of the fields, inside a composition.
  private var firstField = 0
  private var isCaseNamed = false
  /// The instances that trees refer to.
  private let instances: InstanceWriter
  /// The positions of the fields written so far, in an instance, which has its names in a table.
  private var instanceFields: [Int]?

  init(limits: ArchiveLimits, instances: InstanceWriter) {
    self.limits = limits
    self.instances = instances
  }

  func number(of name: String) -> UInt64 {
    if let number = numbers[name] { return UInt64(number) }
    numbers[name] = names.count
    names.append(name)
    return UInt64(names.count - 1)
  }

  func append(_ tag: TreeTag) { bytes.append(tag.rawValue) }

  private func append(_ tag: TreeTag, _ number: some FixedWidthInteger) {
    append(tag)
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  private func append(_ tag: TreeTag, _ content: some Collection<UInt8>) {
    append(tag)
    bytes.append(varint: UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  func append(varint number: UInt64) { bytes.append(varint: number) }

  /// Writes how many fields a record has.
  func append(fieldCount: Int) throws {
    guard let count = UInt16(exactly: fieldCount) else { throw Self.tooManyFields(fieldCount) }
    unsafe withUnsafeBytes(of: count.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  private static func tooManyFields(_ count: Int) -> ArchiveError {
    ArchiveError(.limitExceeded, expected: "at most \(UInt16.max) fields", found: "\(count)")
  }

  /// Writes the column of the trees that were encoded, each of so many bytes: the count of names and these; lengths of
  /// the trees, the sum of them, and their bytes.
  func writeColumn(lengths: [UInt], to output: OutputBuffer) {
    output.append(varint: UInt64(names.count))
    for name in names { output.append(name: name) }
    unsafe lengths.withUnsafeBufferPointer { unsafe output.append($0) }
    output.append(varint: UInt64(bytes.count))
    output.append(bytes)
  }

  /// Writes a container: the count of its bytes before them.
  func container(_ body: () throws -> Void) throws {
    depth += 1
    defer { depth -= 1 }
    try stack.check(depth: depth, limits, advice: "Values that nest deeper cannot be archived.")
    let start = bytes.count
    bytes.append(contentsOf: [0, 0, 0, 0])
    try body()
    guard let count = UInt32(exactly: bytes.count - start - 4) else {
      throw ArchiveError(.limitExceeded, expected: "a tree of less than 4 GB", found: "a larger one")
    }
    for position in 0..<4 {
      bytes[start + position] = UInt8(truncatingIfNeeded: count >> UInt32(8 * position))
    }
  }

  // MARK: Parts

  func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws {
    try part(at: position) { try value.encodeValue(to: &own) }
  }

  /// Writes a part, which `body` does.
  private func part(at position: Int, _ body: () throws -> Void) throws {
    guard let schema else {
      do {
        return try body()
      } catch {
        throw ArchiveError.wrapping(error).prefixed(.index(position))
      }
    }
    let name = schema.cases[caseNumber].fields[firstField + position]
    if instanceFields == nil {
      bytes.append(varint: number(of: name))
      fieldCount += 1
    } else {
      instanceFields?.append(firstField + position)
    }
    let outer = (caseNumber, fieldCount, firstField, instanceFields)
    (firstField, instanceFields) = (0, nil)
    do {
      try body()
    } catch {
      throw ArchiveError.wrapping(error).prefixed(.field(name))
    }
    self.schema = schema
    (caseNumber, fieldCount, firstField, instanceFields) = outer
  }

  func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws {
    try Record.checkComposition()
    let outer = firstField
    defer { firstField = outer }
    firstField += position
    try record.encodeFields(to: &own)
  }

  /// The encoder as the `inout` argument that the protocol asks for.
  private var own: TreeEncoder {
    get { self }
    set {}
  }

  func omit(at position: Int) throws {}

  func encodeCase(_ index: Int) throws {
    caseNumber = index
    // The number of the name follows that of the class; the count of fields is patched later.
    if let schema { bytes.append(varint: number(of: schema.cases[index].name)) }
    bytes.append(contentsOf: [0, 0])
    isCaseNamed = true
  }

  // MARK: Values

  func encodeNil() throws { append(.nil) }
  func encodeSome<Value: ArchiveValue>(_ value: Value) throws { try value.encodeValue(to: &own) }
  func encode(_ value: Bool) throws { append(value ? .true : .false) }
  func encode(_ value: Int64) throws {
    append(.integer)
    bytes.append(varint: UInt64(bitPattern: value << 1 ^ value >> 63))
  }
  func encode(_ value: UInt64) throws {
    append(.unsigned)
    bytes.append(varint: value)
  }
  func encode(_ value: Float) throws { append(.float, value.bitPattern) }
  func encode(_ value: Double) throws { append(.double, value.bitPattern) }
  func encode(_ value: Date) throws { append(.date, value.timeIntervalSinceReferenceDate.bitPattern) }
  func encode(_ value: String) throws { append(.string, value.utf8) }
  func encode(_ value: Data) throws { append(.data, value) }
  func encodeBytes(_ bytes: [UInt8]) throws { append(.bytes, bytes) }

  func encodeRecord<Record: ArchiveRecord>(_ record: Record) throws {
    let schema = Record.archiveSchema
    append(schema.isEnumeration ? .enumerationCase : .record)
    let outer = (self.schema, caseNumber, fieldCount, isCaseNamed)
    defer { (self.schema, caseNumber, fieldCount, isCaseNamed) = outer }
    try container {
      bytes.append(varint: number(of: schema.className))
      (self.schema, caseNumber, fieldCount, isCaseNamed) = (schema, 0, 0, false)
      let start = bytes.count
      if !schema.isEnumeration { bytes.append(contentsOf: [0, 0]) }
      try record.encodeFields(to: &own)
      if schema.version > 1 {
        bytes.append(varint: number(of: ArchiveSchema.versionKey))
        try encode(Int64(schema.version))
        fieldCount += 1
      }
      guard isCaseNamed == schema.isEnumeration else {
        throw ArchiveError(.unsupported, expected: "encodeCase(_:) in an enumeration, and nowhere else")
      }
      // The count is in two bytes, after the name of the case if there is one.
      var place = start
      if schema.isEnumeration { while bytes[place] >= 0x80 { place += 1 } }
      if schema.isEnumeration { place += 1 }
      guard let count = UInt16(exactly: fieldCount) else { throw Self.tooManyFields(fieldCount) }
      bytes[place] = UInt8(truncatingIfNeeded: count)
      bytes[place + 1] = UInt8(count >> 8)
    }
  }

  func encodeCollection(
    _ kind: ArchiveCollection, count: Int, _ body: (inout TreeEncoder) throws -> Void
  ) throws {
    switch kind {
    case .array: append(.array)
    case .set: append(.set)
    case .dictionary: append(.dictionary)
    }
    let outer = (schema, caseNumber, fieldCount, isCaseNamed)
    defer { (schema, caseNumber, fieldCount, isCaseNamed) = outer }
    try container {
      bytes.append(varint: UInt64(count))
      schema = nil
      try body(&own)
    }
  }

  // MARK: Instances of classes

  func encodeInstance<Object: ArchivableObject>(_ object: Object) throws {
    append(instanceNumber: try instances.objects.number(of: object, as: Object.self))
  }

  func encodeConditional<Object: ArchivableObject>(_ object: Object?, at position: Int) throws {
    try part(at: position) {
      guard let object else { return try encodeNil() }
      append(instanceNumber: try instances.objects.conditionalNumber(of: object, as: Object.self))
    }
  }

  func encodeUnowned<Object: ArchivableObject>(_ object: Object, at position: Int) throws {
    try part(at: position) {
      let number = try instances.objects.conditionalNumber(of: object, as: Object.self)
      instances.objects.expectStored(number)
      append(instanceNumber: number)
    }
  }

  private func append(instanceNumber number: Int) {
    append(.instance)
    bytes.append(varint: UInt64(number))
  }

  /// Writes the fields of an instance one after the other.
  ///
  /// - Returns: Their positions in the schema.
  func encodeFields(of object: any ArchivableObject, _ schema: ArchiveSchema) throws -> [Int] {
    (self.schema, caseNumber, fieldCount, instanceFields) = (schema, 0, 0, [])
    defer { (self.schema, instanceFields) = (nil, nil) }
    try object.encodeFields(to: &own)
    return instanceFields ?? []
  }

  func encodeObject(_ object: NSObject) throws { append(.object, try KeyedArchive.encode(object)) }
}
