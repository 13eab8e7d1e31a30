internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// Writes nodes as trees; ``TreeTag`` describes the bytes.
final class TreeWriter {
  // Exclusivity is not checked at each access, and cannot be violated: an access to names or numbers runs no code of
  // others, and so no other method of the writer.
  let output = OutputBuffer(capacity: 256)
  /// The names of classes, cases and fields, in order of appearance.
  @safe @exclusivity(unchecked) private(set) var names: [String] = []
  @safe @exclusivity(unchecked) private var numbers: [ExactName: Int] = [:]
  private let limits: ArchiveLimits
  private var depth = 0
  private var stack = StackGuard()

  init(limits: ArchiveLimits) { self.limits = limits }

  /// Returns the number of a name; a new name is added to the table.
  func number(of name: String) -> UInt64 {
    if let number = numbers[ExactName(name)] { return UInt64(number) }
    numbers[ExactName(name)] = names.count
    names.append(name)
    return UInt64(names.count - 1)
  }

  /// Writes the column of trees: the number of names, the names, the lengths of the trees, their sum, and the bytes.
  func writeColumn(lengths: [UInt], to column: OutputBuffer) {
    column.append(varint: UInt64(names.count))
    for name in names { column.append(name: name) }
    unsafe lengths.withUnsafeBufferPointer { unsafe column.append($0) }
    column.append(varint: UInt64(output.count))
    column.append(output, 0..<output.count)
  }

  /// Writes a node. Its references are to instances in the table after the columns.
  func write(_ node: ArchiveNode) throws {
    switch node {
    case .null: append(.nil)
    case .bool(let value): append(value ? .true : .false)
    case .integer(let value):
      append(.integer)
      output.append(varint: UInt64(bitPattern: value << 1 ^ value >> 63))
    case .unsigned(let value): append(.unsigned, varint: value)
    case .float(let value): append(.float, bits: value.bitPattern)
    case .double(let value): append(.double, bits: value.bitPattern)
    case .date(let value): append(.date, bits: value.timeIntervalSinceReferenceDate.bitPattern)
    case .string(var value): value.withUTF8 { unsafe append(.string, UnsafeRawBufferPointer($0)) }
    case .data(let value): unsafe value.withUnsafeBytes { unsafe append(.data, $0) }
    case .array(let elements): try write(elements, as: .array)
    case .set(let elements): try write(elements, as: .set)
    case .dictionary(let entries): try write(entries)
    case .record(let fields):
      guard let object = StoredObject(in: node) else { return try write(fields) }
      unsafe object.data.withUnsafeBytes { unsafe append(.object, $0) }
    case .reference(let number): append(.instance, varint: UInt64(number))
    case .instance, .graph:
      throw ArchiveError(
        .unsupported, expected: "a value that column archives can store", found: node.kindDescription,
        advice: "Write a keyed archive.")
    }
  }

  private func write(_ elements: [ArchiveNode], as tag: TreeTag) throws {
    append(tag)
    try container {
      output.append(varint: UInt64(elements.count))
      for (position, element) in elements.enumerated() {
        try ArchiveError.located(at: .index(position)) { try write(element) }
      }
    }
  }

  private func write(_ entries: [ArchiveNode.Entry]) throws {
    append(.dictionary)
    try container {
      output.append(varint: UInt64(entries.count))
      for entry in entries { try write(entry.key) }
      for entry in entries {
        try ArchiveError.located(at: .key("\(entry.key)")) { try write(entry.value) }
      }
    }
  }

  private func write(_ fields: ArchiveNode.Fields) throws {
    append(fields.caseName == nil ? .record : .enumerationCase)
    try container {
      output.append(varint: number(of: fields.className))
      if let name = fields.caseName { output.append(varint: number(of: name)) }
      let hasVersion = fields.version > 1
      guard let count = UInt16(exactly: fields.names.count + (hasVersion ? 1 : 0)) else {
        throw ArchiveError(
          .limitExceeded, expected: "at most \(UInt16.max) fields", found: "\(fields.names.count)")
      }
      output.append(number: count)
      for (name, node) in zip(fields.names, fields.values) {
        output.append(varint: number(of: name))
        try ArchiveError.located(at: .field(name)) { try write(node) }
      }
      if hasVersion {
        output.append(varint: number(of: ArchiveSchema.versionKey))
        try write(.integer(Int64(fields.version)))
      }
    }
  }

  // MARK: Bytes

  private func append(_ tag: TreeTag) { output.append(tag.rawValue) }

  private func append(_ tag: TreeTag, varint number: UInt64) {
    append(tag)
    output.append(varint: number)
  }

  private func append(_ tag: TreeTag, bits: some FixedWidthInteger) {
    append(tag)
    output.append(number: bits)
  }

  private func append(_ tag: TreeTag, _ content: UnsafeRawBufferPointer) {
    append(tag)
    output.append(varint: UInt64(content.count))
    unsafe output.append(content)
  }

  /// Writes a container: its size in bytes, then its content.
  private func container(_ body: () throws -> Void) throws {
    depth += 1
    defer { depth -= 1 }
    try stack.check(depth: depth, limits)
    let start = output.count
    output.append(number: UInt32(0))
    try body()
    guard let count = UInt32(exactly: output.count - start - 4) else {
      throw ArchiveError(.limitExceeded, expected: "a tree of less than 4 GB", found: "a larger one")
    }
    output.store(count, at: start)
  }
}
