package import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
package import Foundation

/// Writes a node of the kinds that a binary property list has.
///
/// Equal texts, numbers and the like are one object of the list, arrays and dictionaries are not.
package struct BinaryListWriter {
  private enum Object {
    case value([UInt8])
    case container(marker: UInt8, count: Int, references: [Int])
  }

  private var objects: [Object] = []
  private var known: [[UInt8]: Int] = [:]
  private let limits: ArchiveLimits
  private var stack = StackGuard()
  private var depth = 0

  package static func data(_ node: ArchiveNode, _ limits: ArchiveLimits) throws -> Data {
    var writer = BinaryListWriter(limits: limits)
    let top = try writer.add(node)
    return writer.finish(top: top)
  }

  private init(limits: ArchiveLimits) { self.limits = limits }

  // MARK: Objects

  /// Adds an object, and those inside of it before.
  private mutating func add(_ node: ArchiveNode) throws -> Int {
    switch node {
    case .array(let elements):
      return try add(marker: 0xA0, count: elements.count) { writer in try elements.map { try writer.add($0) }
      }
    case .dictionary(let entries):
      if let bytes = Self.uid(entries) { return add(bytes) }
      return try add(marker: 0xD0, count: entries.count) { writer in
        try entries.map { try writer.add($0.key) } + entries.map { try writer.add($0.value) }
      }
    default: return add(Self.bytes(of: node))
    }
  }

  private mutating func add(
    marker: UInt8, count: Int, _ parts: (inout Self) throws -> [Int]
  ) throws -> Int {
    depth += 1
    defer { depth -= 1 }
    try stack.check(depth: depth, limits, advice: "Raise ArchiveLimits.maximumDepth.")
    objects.append(.container(marker: marker, count: count, references: try parts(&self)))
    return objects.count - 1
  }

  private mutating func add(_ bytes: [UInt8]) -> Int {
    if let number = known[bytes] { return number }
    objects.append(.value(bytes))
    known[bytes] = objects.count - 1
    return objects.count - 1
  }

  /// What the dictionary `CF$UID` stands for.
  private static func uid(_ entries: [ArchiveNode.Entry]) -> [UInt8]? {
    guard entries.count == 1, entries[0].key == .string("CF$UID"),
      case .integer(let number) = entries[0].value,
      let uid = UInt32(exactly: number)
    else { return nil }
    let size = uid < 1 << 8 ? 1 : uid < 1 << 16 ? 2 : 4
    return [0x80 | UInt8(size - 1)] + bigEndian(UInt64(uid), size)
  }

  private static func bytes(of node: ArchiveNode) -> [UInt8] {
    switch node {
    case .bool(let value): return [value ? 0x09 : 0x08]
    case .integer(let value):
      if value < 0 { return [0x13] + bigEndian(UInt64(bitPattern: value), 8) }
      return Self.integer(UInt64(value))
    case .unsigned(let value):
      return value > UInt64(Int64.max) ? [0x14] + bigEndian(0, 8) + bigEndian(value, 8) : integer(value)
    case .float(let value): return [0x22] + bigEndian(UInt64(value.bitPattern), 4)
    case .double(let value): return [0x23] + bigEndian(value.bitPattern, 8)
    case .date(let value): return [0x33] + bigEndian(value.timeIntervalSinceReferenceDate.bitPattern, 8)
    case .data(let value): return head(0x40, value.count) + value
    case .string(let value):
      if value.utf8.allSatisfy({ $0 < 0x80 }) { return head(0x50, value.utf8.count) + value.utf8 }
      let units = Array(value.utf16)
      return head(0x60, units.count) + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    // Other kinds are in notation before they come here.
    default: return [0x00]
    }
  }

  private static func integer(_ value: UInt64) -> [UInt8] {
    let power: UInt8 = value < 1 << 8 ? 0 : value < 1 << 16 ? 1 : value < 1 << 32 ? 2 : 3
    return [0x10 | power] + bigEndian(value, 1 << Int(power))
  }

  private static func head(_ marker: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [marker | UInt8(count)] : [marker | 0x0F] + integer(UInt64(count))
  }

  private static func bigEndian(_ number: UInt64, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (size - 1 - $0))) }
  }

  // MARK: The file

  private static func bytesNeeded(_ number: Int) -> Int {
    number < 1 << 8 ? 1 : number < 1 << 16 ? 2 : number < 1 << 32 ? 4 : 8
  }

  private func finish(top: Int) -> Data {
    let referenceSize = Self.bytesNeeded(objects.count)
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    offsets.reserveCapacity(objects.count)
    for object in objects {
      offsets.append(bytes.count)
      switch object {
      case .value(let value): bytes += value
      case .container(let marker, let count, let references):
        bytes += Self.head(marker, count)
        for reference in references { bytes += Self.bigEndian(UInt64(reference), referenceSize) }
      }
    }
    let table = bytes.count
    let offsetSize = Self.bytesNeeded(table)
    for offset in offsets { bytes += Self.bigEndian(UInt64(offset), offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objects.count, top, table] { bytes += Self.bigEndian(UInt64(number), 8) }
    return Data(bytes)
  }
}
