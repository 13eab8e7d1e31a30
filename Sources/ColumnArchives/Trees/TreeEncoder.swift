internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// Writes values as trees, for columns of types that describe no columns.
final class TreeEncoder: FieldEncoder, ValueEncoder {
  // Exclusivity is not checked at each access, and cannot be violated: an access to names, numbers or a scope runs no
  // code of others, and so no other method of the encoder.
  let output = OutputBuffer(capacity: 256)
  /// The names of classes, cases and fields, in order of appearance.
  @safe @exclusivity(unchecked) private(set) var names: [String] = []
  @safe @exclusivity(unchecked) private var numbers: [String: Int] = [:]
  private let limits: ArchiveLimits
  private var depth = 0
  private var stack = StackGuard()
  /// The record or collection being written.
  @safe @exclusivity(unchecked) private var scope = Scope()
  /// The instances that trees refer to.
  private let instances: InstanceNumbers

  /// A record, or a collection.
  private struct Scope {
    /// The schema of the record; `nil` for a collection.
    var schema: TypeSchema?
    /// The current case (`caseNumber`), and the number of fields written so far (`fieldCount`).
    var caseNumber = 0
    var fieldCount = 0
    /// The offset added to the positions of fields inside a composition.
    var firstField = 0
    var turn = EncodingTurn.unchecked
    /// The offset of the field count of a case; -1 until the case is named.
    var countPlace = -1
    /// Whether this is an instance, whose field names are in a table.
    var isInstance = false
    /// The positions of an instance's fields; `nil` if they are consecutive from the first.
    var positions: [Int]?
  }

  /// A schema held by reference, since each scope copies it.
  final class TypeSchema {
    let schema: ArchiveSchema
    var cases: [ArchiveSchema.Case] { schema.cases }

    init(_ schema: ArchiveSchema) { self.schema = schema }
  }

  init(limits: ArchiveLimits, instances: InstanceNumbers) {
    self.limits = limits
    self.instances = instances
  }

  func number(of name: String) -> UInt64 {
    if let number = numbers[name] { return UInt64(number) }
    numbers[name] = names.count
    names.append(name)
    return UInt64(names.count - 1)
  }

  /// Writes one tree; `body` must store exactly one value.
  func tree(_ body: () throws -> Void) throws {
    scope.turn = .value
    try body()
    try scope.turn.endValue()
  }

  func append(_ tag: TreeTag) { output.append(tag.rawValue) }

  /// Begins the one value that is expected.
  @inline(__always)
  private func begin(_ tag: TreeTag) throws {
    try scope.turn.storeValue()
    append(tag)
  }

  func append(varint number: UInt64) { output.append(varint: number) }
  private func append(zigzag value: Int64) { append(varint: UInt64(bitPattern: value << 1 ^ value >> 63)) }

  /// Writes the number of fields of a record.
  func append(fieldCount: Int) throws {
    guard let count = UInt16(exactly: fieldCount) else { throw Self.tooManyFields(fieldCount) }
    output.append(number: count)
  }

  private static func tooManyFields(_ count: Int) -> ArchiveError {
    ArchiveError(.limitExceeded, expected: "at most \(UInt16.max) fields", found: "\(count)")
  }

  /// Writes the column of trees: the number of names, the names, the lengths of the trees, their sum, and the bytes.
  func writeColumn(lengths: [UInt], to column: OutputBuffer) {
    column.append(varint: UInt64(names.count))
    for name in names { column.append(name: name) }
    unsafe lengths.withUnsafeBufferPointer { unsafe column.append($0) }
    column.append(varint: UInt64(output.count))
    column.append(output, 0..<output.count)
  }

  private func append(_ tag: TreeTag, _ number: some FixedWidthInteger) throws {
    try begin(tag)
    output.append(number: number)
  }

  private func append(_ tag: TreeTag, _ content: UnsafeRawBufferPointer) throws {
    try begin(tag)
    output.append(varint: UInt64(content.count))
    unsafe output.append(content)
  }

  /// Writes a container: its size in bytes, then its content.
  private func container(_ inner: Scope, _ body: () throws -> Void) throws {
    depth += 1
    let outer = scope
    defer {
      depth -= 1
      scope = outer
    }
    try stack.check(depth: depth, limits, advice: "Values that nest deeper cannot be archived.")
    scope = inner
    let start = output.count
    output.append(number: UInt32(0))
    try body()
    guard let count = UInt32(exactly: output.count - start - 4) else {
      throw ArchiveError(.limitExceeded, expected: "a tree of less than 4 GB", found: "a larger one")
    }
    output.store(count, at: start)
  }

  /// Writes a container whose parts have no names.
  func container(_ body: () throws -> Void) throws { try container(Scope(), body) }

  // MARK: Parts

  func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws {
    try part(at: position) { try value.encodeValue(to: &own) }
  }

  func encode(_ value: Bool, at position: Int) throws { try part(at: position) { try encode(value) } }
  func encode(_ value: Int, at position: Int) throws { try part(at: position) { try encode(Int64(value)) } }
  func encode(_ value: Double, at position: Int) throws { try part(at: position) { try encode(value) } }
  func encode(_ value: String, at position: Int) throws { try part(at: position) { try encode(value) } }
  func encode(_ value: Date, at position: Int) throws { try part(at: position) { try encode(value) } }

  /// Writes a part; `body` writes its value.
  @inline(__always)
  private func part(at position: Int, _ body: () throws -> Void) throws {
    try beginPart(at: position)
    do {
      try body()
      try scope.turn.endPart()
    } catch {
      throw located(error, at: position)
    }
  }

  private func beginPart(at position: Int) throws {
    try scope.turn.beginPart(scope.firstField + position)
    if scope.isInstance {
      let position = scope.firstField + position
      if position != scope.fieldCount, scope.positions == nil {
        scope.positions = Array(0..<scope.fieldCount)
      }
      scope.positions?.append(position)
      scope.fieldCount += 1
    } else if let schema = scope.schema {
      output.append(varint: number(of: schema.cases[scope.caseNumber].fields[scope.firstField + position]))
      scope.fieldCount += 1
    }
  }

  @inline(never)
  private func located(_ error: any Error, at position: Int) -> ArchiveError {
    let component: ArchiveError.PathComponent =
      scope.schema.map { .field($0.cases[scope.caseNumber].fields[scope.firstField + position]) }
      ?? .index(position)
    return ArchiveError.wrapping(error).prefixed(component)
  }

  func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws {
    try Record.checkComposition()
    guard scope.schema != nil else { throw ArchiveError.notInParts("a composition") }
    scope.firstField += position
    defer { scope.firstField -= position }
    try record.encodeFields(to: &own)
  }

  /// The encoder as the `inout` argument that the protocol requires.
  private var own: TreeEncoder {
    get { self }
    set {}
  }

  func omit(at position: Int) throws { try scope.turn.omit(scope.firstField + position) }

  func encodeCase(_ index: Int) throws {
    guard let schema = scope.schema else { throw ArchiveError.caseOutOfTurn(index) }
    try scope.turn.nameCase(schema.schema, index)
    scope.caseNumber = index
    // The number of the case name follows that of the class name. The field count is stored later.
    output.append(varint: number(of: schema.cases[index].name))
    scope.countPlace = output.count
    output.append(number: UInt16(0))
  }

  // MARK: Values

  func encodeNil() throws { try begin(.nil) }
  func encode(_ value: Bool) throws { try begin(value ? .true : .false) }
  func encode(_ value: Int64) throws {
    try begin(.integer)
    append(zigzag: value)
  }
  func encode(_ value: UInt64) throws {
    try begin(.unsigned)
    output.append(varint: value)
  }
  func encode(_ value: Float) throws { try append(.float, value.bitPattern) }
  func encode(_ value: Double) throws { try append(.double, value.bitPattern) }
  func encode(_ value: Date) throws { try append(.date, value.timeIntervalSinceReferenceDate.bitPattern) }
  func encode(_ value: String) throws {
    var value = value
    try value.withUTF8 { try unsafe append(.string, UnsafeRawBufferPointer($0)) }
  }
  func encode(_ value: Data) throws { try unsafe value.withUnsafeBytes { try unsafe append(.data, $0) } }
  func _encodeBytes(_ bytes: [UInt8]) throws {
    try unsafe bytes.withUnsafeBytes { try unsafe append(.bytes, $0) }
  }

  func _encodeRecord<Record: ArchiveRecord>(_ record: Record) throws {
    let schema = Record.archiveSchema
    try begin(schema.isEnumeration ? .enumerationCase : .record)
    try container(Scope(schema: TypeSchema(schema), turn: .fields(of: schema))) {
      output.append(varint: number(of: schema.className))
      if !schema.isEnumeration {
        scope.countPlace = output.count
        output.append(number: UInt16(0))
      }
      try record.encodeFields(to: &own)
      try scope.turn.endParts()
      if schema.version > 1 {
        output.append(varint: number(of: ArchiveSchema.versionKey))
        append(.integer)
        append(zigzag: Int64(schema.version))
        scope.fieldCount += 1
      }
      guard let count = UInt16(exactly: scope.fieldCount) else {
        throw Self.tooManyFields(scope.fieldCount)
      }
      output.store(count, at: scope.countPlace)
    }
  }

  func _encodeCollection(
    _ kind: _ArchiveCollection, count: Int, _ body: (inout TreeEncoder) throws -> Void
  ) throws {
    switch kind {
    case .array: try begin(.array)
    case .set: try begin(.set)
    case .dictionary: try begin(.dictionary)
    }
    try container(Scope(turn: .parts(kind == .dictionary ? 2 * count : count))) {
      output.append(varint: UInt64(count))
      try body(&own)
      try scope.turn.endParts()
    }
  }

  // MARK: Instances of classes

  func _encodeInstance<Object: ArchivableObject>(_ object: Object) throws {
    try append(instanceNumber: try instances.number(of: object))
  }

  func encode<Object: ArchivableObject>(_ object: Object?, at position: Int) throws {
    try part(at: position) {
      guard let object else { return try begin(.nil) }
      try append(instanceNumber: try instances.number(of: object))
    }
  }

  func encodeWeak<Object: ArchivableObject>(_ object: Object?, at position: Int) throws {
    try part(at: position) {
      guard let object else { return try begin(.nil) }
      try append(instanceNumber: try instances.conditionalNumber(of: object))
    }
  }

  func encodeUnowned<Object: ArchivableObject>(_ object: Object, at position: Int) throws {
    try part(at: position) {
      let number = try instances.conditionalNumber(of: object)
      instances.expectStored(number)
      try append(instanceNumber: number)
    }
  }

  private func append(instanceNumber number: Int) throws {
    try begin(.instance)
    output.append(varint: UInt64(number))
  }

  /// Writes the fields of an instance one after another.
  ///
  /// - Returns: The number of fields, and their positions in the schema, or `nil` if these are consecutive from the
  ///   first.
  func encodeFields(
    of object: any ArchivableObject, _ schema: TypeSchema
  ) throws -> (count: Int, positions: [Int]?) {
    scope = Scope(schema: schema, turn: .fields(of: schema.schema), isInstance: true)
    defer { scope = Scope() }
    try object.encodeFields(to: &own)
    try scope.turn.endParts()
    return (scope.fieldCount, scope.positions)
  }

  func _encodeObject(_ object: NSObject) throws {
    try unsafe KeyedArchive.encode(object: object).withUnsafeBytes { try unsafe append(.object, $0) }
  }
}
