internal import ArchiveBytes
internal import ArchiveNodes
internal import Foundation

// Plain values of property lists, which are not objects.
extension NodeWriter {
  /// Adds a plain value to the property list, and returns the reference to it.
  mutating func plain(_ node: ArchiveNode) throws -> UInt32 {
    switch node {
    case .null: return PlistReference.null
    case .bool, .integer, .unsigned, .float, .double: return try reference(to: node, .inline)
    case .string(let value):
      try table.checkSize(of: value)
      return table.key(value)
    case .data(let value): return try table.note(data: value)
    case .date(let value):
      return table.list.note(0x33, value.timeIntervalSinceReferenceDate.bitPattern, size: 8)
    case .array, .dictionary:
      depth += 1
      defer { depth -= 1 }
      try stack.check(depth: depth, limits)
      return try plainContainer(node)
    // A plain value refers to an entry that is plain, too.
    case .instance(.plain, let content): return PlistReference.uid(table.addObject(try plain(content)))
    case .instance(.wideInteger, let content): return try wideInteger(content)
    case .instance(.brokenText, let content): return try brokenText(content)
    case .set, .record, .instance, .reference, .graph: return try reference(to: node, .boxed)
    }
  }

  private mutating func plainContainer(_ node: ArchiveNode) throws -> UInt32 {
    let mark = table.pending.count
    if case .array(let elements) = node {
      for (position, element) in elements.enumerated() {
        try ArchiveError.located(at: .index(position)) { table.pending.append(try plain(element)) }
      }
      return table.note(arrayFrom: mark)
    }
    guard case .dictionary(let entries) = node else { return PlistReference.null }
    var keys: [UInt32] = []
    for entry in entries {
      guard case .string(let key) = entry.key else {
        throw ArchiveError(
          .unsupported, expected: "a string as a key of a plain dictionary", found: entry.key.kindDescription)
      }
      keys.append(table.key(key))
      try ArchiveError.located(at: .key(key)) { table.pending.append(try plain(entry.value)) }
    }
    return table.note(keys: keys, from: mark)
  }

  mutating func wideInteger(_ node: ArchiveNode) throws -> UInt32 {
    guard case .string(let text) = node, let bytes = KeyedNodes.wideIntegerBytes(text) else {
      throw ArchiveError(
        .invalidValue, expected: "“0x” and 32 hexadecimal digits, as the content of $integer",
        found: node.kindDescription)
    }
    return table.list.note(raw: [0x14] + bytes)
  }

  mutating func brokenText(_ node: ArchiveNode) throws -> UInt32 {
    guard let bytes = KeyedNodes.brokenTextBytes(node) else {
      throw ArchiveError(
        .invalidValue, expected: "a text with half of a surrogate pair as \\ud800, as the content of $utf16",
        found: node.kindDescription)
    }
    return table.list.note(raw: bytes)
  }
}
