package import ArchiveBytes
package import Foundation
package import PropertyLists

/// Builds a binary property list. Add each value before the array or dictionary that contains it.
package struct BinaryListBuilder {
  private var table: ObjectTableWriter

  package init(limits: ArchiveLimits) { table = ObjectTableWriter(listWith: limits) }

  package mutating func add(_ number: StoredNumber) -> UInt32 { table.list.note(number) }

  package mutating func add(_ date: Date) -> UInt32 {
    table.list.note(0x33, date.timeIntervalSinceReferenceDate.bitPattern, size: 8)
  }

  package mutating func add(_ data: Data) throws -> UInt32 {
    try table.note(data: data)
  }

  package mutating func add(_ text: String) throws -> UInt32 {
    try table.checkSize(of: text)
    return table.list.note(string: text)
  }

  /// Adds a reference of a keyed archive.
  package mutating func add(uid: UInt32) -> UInt32 {
    let size = PlistInteger.width(Int64(uid))
    return table.list.note(0x80 | UInt8(size - 1), UInt64(uid), size: size)
  }

  /// Adds the final bytes of an object.
  package mutating func add(bytes: [UInt8]) -> UInt32 { table.list.note(raw: bytes) }

  /// Adds a text that is stored once in the list, however often it is added.
  package mutating func key(_ text: String) throws -> UInt32 {
    try table.checkSize(of: text)
    return table.key(text)
  }

  package mutating func add(array elements: [UInt32]) -> UInt32 {
    for element in elements { table.pending.append(element) }
    return table.note(arrayFrom: 0)
  }

  package mutating func add(keys: [UInt32], values: [UInt32]) -> UInt32 {
    for value in values { table.pending.append(value) }
    return table.note(keys: keys, from: 0)
  }

  /// Returns the list, whose value is the object `top`.
  package mutating func finish(top: UInt32) throws -> Data { try PlistEmitter.emit(&table, top: top) }
}
