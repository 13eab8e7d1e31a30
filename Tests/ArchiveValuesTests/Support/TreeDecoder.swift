import ArchiveBytes
import ArchiveNodes
import ArchiveValues
import Foundation
import PropertyLists

/// Reads what `TreeEncoder` made.
struct TreeDecoder: FieldDecoder, ValueDecoder {
  private var tree: Tree
  private var schema: ArchiveSchema?
  /// What is added to the positions of the fields, inside a composition.
  private var firstField = 0

  static func value<Value: ArchiveValue>(of type: Value.Type = Value.self, from tree: Tree) throws -> Value {
    var decoder = TreeDecoder(tree: tree)
    return try Value.decodeValue(from: &decoder)
  }

  private init(tree: Tree, schema: ArchiveSchema? = nil) {
    self.tree = tree
    self.schema = schema
  }

  private var fieldNames: [String] {
    guard case .record(_, let which, _) = tree, let schema else { return [] }
    return Array((schema.cases.first { $0.name == which ?? "" }?.fields ?? []).dropFirst(firstField))
  }

  private func field(_ position: Int) -> Tree? {
    guard case .record(_, _, let fields) = tree else { return nil }
    return fields[fieldNames[position]]
  }

  func hasField(at position: Int) -> Bool { field(position) != nil }

  mutating func decode<Value: ArchiveValue>(at position: Int) throws -> Value {
    switch tree {
    case .record:
      guard let part = field(position) else {
        if let value = Value.valueWhenAbsent { return value }
        throw failure(.missingField, expected: nil, found: nil, advice: nil).prefixed(
          .field(fieldNames[position]))
      }
      return try Self.located(.field(fieldNames[position])) { try Self.value(from: part) }
    case .list(.dictionary, let parts): return try Self.value(from: parts[position])
    case .list(_, let parts):
      return try Self.located(.index(position)) { try Self.value(from: parts[position]) }
    default: throw mismatch("parts")
    }
  }

  private static func located<Result>(
    _ component: ArchiveError.PathComponent, _ body: () throws -> Result
  ) throws -> Result {
    do { return try body() } catch { throw ArchiveError.wrapping(error).prefixed(component) }
  }

  mutating func _decodeComposition<Record: ArchiveRecord>(
    of type: Record.Type, at position: Int, isRequired: Bool
  ) throws -> Record? {
    let range = position..<(position + Record.archiveFieldCount)
    if !isRequired, !range.contains(where: hasField(at:)) { return nil }
    firstField += position
    defer { firstField -= position }
    return try Record(fields: &self)
  }

  mutating func decodeCase() throws -> Int {
    guard case .record(_, let name, _) = tree,
      let index = schema?.cases.firstIndex(where: { $0.name == name })
    else {
      throw mismatch("a known case")
    }
    return index
  }

  private var scalar: Tree { if case .boxed(let tree) = tree { tree } else { tree } }

  private func mismatch(_ expected: String) -> ArchiveError {
    failure(.typeMismatch, expected: expected, found: "\(tree)", advice: nil)
  }

  mutating func decodeNil() throws -> Bool { tree == .null }

  mutating func _decodeNumber(_ wanted: _NumberType) throws -> StoredNumber {
    switch (wanted, scalar) {
    case (.bool, .bool(let value)): return .bool(value)
    case (.bool, .int(0)), (.bool, .int(1)): return .bool(scalar == .int(1))
    case (.int64, .int(let value)): return .signed(value)
    case (.uint64, .unsigned(let value)): return .unsigned(value)
    case (.float, .float(let value)): return .float(value)
    case (.double, .double(let value)): return .double(value)
    default: throw mismatch("a number")
    }
  }

  mutating func decodeString() throws -> String {
    if case .string(let value) = scalar { return value }
    throw mismatch("a string")
  }

  mutating func decodeDate() throws -> Date {
    if case .date(let value) = scalar { return value }
    throw mismatch("a date")
  }

  mutating func decodeData() throws -> Data {
    if case .data(let value) = scalar { return value }
    throw mismatch("data")
  }

  mutating func _decodeBytes() throws -> [UInt8] {
    if case .bytes(let value) = scalar { return value }
    throw mismatch("bytes")
  }

  mutating func _decodeNode() throws -> ArchiveNode {
    switch scalar {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .integer(value)
    case .unsigned(let value): ArchiveNode(value)
    case .float(let value): .float(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .date(let value): .date(value)
    case .data(let value): .data(value)
    case .list(.array, let parts): .array(try parts.map { try Self.value(from: $0) })
    case .list(.set, let parts): .set(try parts.map { try Self.value(from: $0) })
    case .list(.dictionary, let parts):
      .dictionary(
        try (0..<parts.count / 2).map {
          .init(
            key: try Self.value(from: parts[$0]), value: try Self.value(from: parts[parts.count / 2 + $0]))
        })
    default: throw mismatch("a value without a class")
    }
  }

  mutating func _decodeRecord<Record: ArchiveRecord>(of type: Record.Type) throws -> Record {
    guard case .record(let name, _, _) = scalar, Record.archiveSchema.accepts(className: name) else {
      throw failure(.classMismatch, expected: Record.archiveSchema.className, found: "\(tree)", advice: nil)
    }
    var decoder = TreeDecoder(tree: scalar, schema: Record.archiveSchema)
    return try Record(fields: &decoder)
  }

  mutating func _decodeCollection<Result>(
    _ kind: _ArchiveCollection, _ body: (inout Self, _ count: Int) throws -> Result
  ) throws -> Result {
    guard case .list(kind, let parts) = scalar else { throw mismatch("\(kind)") }
    var decoder = TreeDecoder(tree: scalar)
    return try body(&decoder, kind == .dictionary ? parts.count / 2 : parts.count)
  }

  mutating func _decodeObject<Object: NSObject>(of type: Object.Type) throws -> Object {
    guard case .object(let object) = scalar, let object = object as? Object else { throw mismatch("\(type)") }
    return object
  }
}
