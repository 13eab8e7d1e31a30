internal import ArchiveBytes
internal import Foundation

/// Makes the objects of a binary list, with the notes and the emitter of keyed archives. So an XML archive is read like
/// a binary one, and nothing is made in between.
struct BinaryListOutput: XMLListOutput {
  enum NotedValue {
    /// An object of the list.
    case object(UInt32)
    /// A number that no object was noted for yet: it may be that of a UID.
    case integer(Int64)
  }

  private var table: ObjectTableWriter
  /// The number of the key `CF$UID`.
  private var uidKey = UInt32.max
  /// The objects of the UIDs below ``uidLimit``, which are few and have many references.
  private var uids: [UInt32] = []
  /// The number of entries that `$objects` can have in a text of this size: the smallest takes seven bytes.
  private let uidLimit: Int

  init(sizeOfText: Int, _ limits: ArchiveLimits) {
    table = ObjectTableWriter(listWith: limits)
    uidLimit = sizeOfText / 7
  }

  /// Returns the bytes of the list.
  mutating func finish(_ top: NotedValue) throws -> Data {
    let object = object(top)
    return try PlistEmitter.emit(&table, top: object)
  }

  /// Returns the number of the object of a value.
  private mutating func object(_ value: NotedValue) -> UInt32 {
    switch value {
    case .object(let number): number
    case .integer(let integer): table.list.note(integer: integer)
    }
  }

  private mutating func pend(_ count: Int, of values: inout [NotedValue]) {
    for position in values.count - count..<values.count { table.pending.append(object(values[position])) }
    values.removeLast(count)
  }

  // MARK: Values

  mutating func bool(_ value: Bool) -> NotedValue {
    table.list.words.append(TableOperation.bool.rawValue | (value ? 1 : 0) << 4)
    return .object(table.list.number(size: 1))
  }

  func integer(_ value: Int64) -> NotedValue { .integer(value) }

  mutating func unsigned(_ value: UInt64) -> NotedValue {
    if let value = Int64(exactly: value) { return .integer(value) }
    table.list.words.append(TableOperation.largeInteger.rawValue, bits: value)
    return .object(table.list.number(size: 17))
  }

  mutating func real(_ value: Double) -> NotedValue {
    table.list.words.append(TableOperation.double.rawValue, bits: value.bitPattern)
    return .object(table.list.number(size: 9))
  }

  mutating func date(_ value: Date) -> NotedValue {
    let bits = value.timeIntervalSinceReferenceDate.bitPattern
    return .object(table.list.note(raw: [0x33] + BinaryListWriter.bigEndian(bits, 8)))
  }

  mutating func data(_ value: Data) throws -> NotedValue {
    guard value.count <= Int(Int32.max) else { throw table.tooLarge("data of \(value.count) bytes") }
    return .object(unsafe value.withUnsafeBytes { unsafe table.list.note(data: $0) })
  }

  mutating func string(_ text: ArraySlice<UInt8>) throws -> NotedValue? {
    guard text.count <= Int(Int32.max) else { throw table.tooLarge("a string") }
    if text.allSatisfy({ $0 < 0x80 }) {
      return .object(unsafe text.withUnsafeBufferPointer { unsafe table.list.note(ascii: $0) })
    }
    return String(validUTF8: text).map { .object(table.list.note(utf16: $0)) }
  }

  mutating func key(_ text: ArraySlice<UInt8>) throws -> UInt32? {
    let isUID = text.elementsEqual("CF$UID".utf8)
    if isUID, uidKey != UInt32.max { return uidKey }
    guard text.count <= Int(Int32.max) else { throw table.tooLarge("a string") }
    guard let name = String(validUTF8: text) else { return nil }
    let number = table.key(name)
    if isUID { uidKey = number }
    return number
  }

  // MARK: Containers

  mutating func array(_ count: Int, of values: inout [NotedValue]) -> NotedValue {
    let mark = table.pending.count
    pend(count, of: &values)
    return .object(table.note(arrayFrom: mark))
  }

  mutating func dictionary(_ count: Int, of keys: inout [UInt32], _ values: inout [NotedValue]) -> NotedValue
  {
    defer { keys.removeLast(count) }
    if count == 1, keys.last == uidKey, case .integer(let number)? = values.last,
      let uid = UInt32(exactly: number)
    {
      values.removeLast()
      return .object(object(uid: uid))
    }
    let mark = table.pending.count
    pend(count, of: &values)
    let shape = table.keyedShape(keys: Array(keys.suffix(count)), classNames: [])
    return .object(table.note(recordOf: shape, from: mark))
  }

  private mutating func object(uid: UInt32) -> UInt32 {
    let position = Int(uid)
    guard position < uidLimit else { return table.list.note(raw: BinaryListWriter.bytes(uid: uid)) }
    while uids.count <= position { uids.append(UInt32.max) }
    if uids[position] == UInt32.max {
      uids[position] = table.list.note(raw: BinaryListWriter.bytes(uid: uid))
    }
    return uids[position]
  }
}
