internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

// Nodes to keyed archives: the objects that they stand for.

extension KeyedArchive {
  /// Writes the keyed archive whose value is the one that a node stands for.
  ///
  /// A record becomes an object of its class, with a class record that names `NSObject` above it.
  static func encode(_ node: ArchiveNode, _ limits: ArchiveLimits) throws -> Data {
    var writer = ObjectTableWriter(limits: limits)
    do {
      try writer.encode(node)
    } catch {
      throw ArchiveError.wrapping(error)
    }
    return try writer.finish(keys: ["root"])
  }
}

extension ObjectTableWriter {
  fileprivate mutating func encode(_ node: ArchiveNode) throws {
    switch node {
    case .null: try encodeNil()
    case .bool(let value): encode(value)
    case .integer(let value): encode(value)
    case .unsigned(let value): encode(value)
    case .float(let value): encode(value)
    case .double(let value): encode(value)
    case .string(let value): try encode(value)
    case .date(let value): encode(value)
    case .data(let value): try encode(value)
    case .array(let elements): try encode(elements, as: .array)
    case .set(let elements): try encode(elements, as: .set)
    case .dictionary(let entries):
      try encodeCollection(.dictionary, count: entries.count) { writer in
        for entry in entries { try writer.encode(entry.key) }
        for entry in entries { try writer.encode(entry.value) }
      }
    case .record(let fields): try encode(fields)
    case .instance(_, let content): try encode(content)
    case .reference, .graph:
      throw ArchiveError(.unsupported, expected: "a tree", found: "a graph of objects")
    }
  }

  private mutating func encode(_ elements: [ArchiveNode], as kind: ArchiveCollection) throws {
    try encodeCollection(kind, count: elements.count) { writer in
      for (position, element) in elements.enumerated() {
        do {
          try writer.encode(element)
        } catch {
          throw ArchiveError.wrapping(error).prefixed(.index(position))
        }
      }
    }
  }

  private mutating func encode(_ fields: ArchiveFields) throws {
    guard !fields.className.isEmpty else {
      throw ArchiveError(
        .unsupported, expected: "the class name of an object", found: "a record without one",
        advice: "Column archives do not say the classes of what is inside of a value.")
    }
    let number = beginObject()
    let enclosing = try enter(Scope(kind: .keyed), mode: .inline)
    let mark = pending.count
    var keys: [UInt32] = []
    if let name = fields.caseName {
      keys.append(keyReference(ArchiveSchema.caseKey))
      try encode(name)
    }
    for name in fields.names {
      keys.append(keyReference(Self.escaped(name)))
      do {
        try encode(fields[name] ?? .null)
      } catch {
        leave(enclosing)
        throw ArchiveError.wrapping(error).prefixed(.field(name))
      }
    }
    if fields.version > 1 {
      keys.append(keyReference(ArchiveSchema.versionKey))
      encode(Int64(fields.version))
    }
    leave(enclosing)
    let shape = keyedShape(keys: keys, classNames: [fields.className, "NSObject"])
    resolveClass(of: shape)
    objects[number] = note(recordOf: shape, from: mark)
  }
}
