internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

// Writes nodes as trees, in the form of the values that they represent.
extension TreeEncoder {
  /// Writes a node. Its references are to instances in the table after the columns.
  func encode(_ node: ArchiveNode) throws {
    switch node {
    case .null: try encodeNil()
    case .bool(let value): try encode(value)
    case .integer(let value): try encode(value)
    case .unsigned(let value): try encode(value)
    case .float(let value): try encode(value)
    case .double(let value): try encode(value)
    case .string(let value): try encode(value)
    case .date(let value): try encode(value)
    case .data(let value): try encode(value)
    case .array(let elements): try encode(elements, as: .array)
    case .set(let elements): try encode(elements, as: .set)
    case .dictionary(let entries):
      append(.dictionary)
      try container {
        append(varint: UInt64(entries.count))
        for entry in entries { try encode(entry.key) }
        for entry in entries {
          try ArchiveError.located(at: .key("\(entry.key)")) { try encode(entry.value) }
        }
      }
    case .record(let fields): try encode(fields)
    case .reference(let number):
      append(.instance)
      append(varint: UInt64(number))
    case .instance, .graph:
      throw ArchiveError(
        .unsupported, expected: "a value that column archives can store", found: node.kindDescription,
        advice: "Write a keyed archive.")
    }
  }

  private func encode(_ elements: [ArchiveNode], as tag: TreeTag) throws {
    append(tag)
    try container {
      append(varint: UInt64(elements.count))
      for (position, element) in elements.enumerated() {
        try ArchiveError.located(at: .index(position)) { try encode(element) }
      }
    }
  }

  private func encode(_ fields: ArchiveNode.Fields) throws {
    append(fields.caseName == nil ? .record : .enumerationCase)
    try container {
      append(varint: number(of: fields.className))
      if let name = fields.caseName { append(varint: number(of: name)) }
      let hasVersion = fields.version > 1
      try append(fieldCount: fields.names.count + (hasVersion ? 1 : 0))
      for (position, name) in fields.names.enumerated() {
        append(varint: number(of: name))
        try ArchiveError.located(at: .field(name)) {
          try encode(fields.node(named: name, near: position) ?? .null)
        }
      }
      if hasVersion {
        append(varint: number(of: ArchiveSchema.versionKey))
        try encode(Int64(fields.version))
      }
    }
  }
}
