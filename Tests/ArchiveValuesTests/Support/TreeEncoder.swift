import ArchiveBytes
import ArchiveValues
import Foundation
import PropertyLists

/// The simplest encoder there is: a stack of what is being made.
struct TreeEncoder: FieldEncoder, ValueEncoder {
  private var made: [Tree] = []
  private var schema: ArchiveSchema?
  private var fields: [String: Tree] = [:]
  private var selected = 0
  private var isInRecord = false
  private var position = -1
  /// What is added to the positions of the fields, inside a composition.
  private var firstField = 0

  static func tree(of value: some ArchiveValue) throws -> Tree {
    var encoder = TreeEncoder()
    return try encoder.make { try value.encodeValue(to: &$0) }
  }

  private mutating func make(_ body: (inout Self) throws -> Void) throws -> Tree {
    let outer = self
    self = TreeEncoder()
    defer { self = outer }
    try body(&self)
    precondition(made.count == 1, "a value must make one tree, not \(made.count)")
    return made[0]
  }

  private mutating func step(to position: Int) {
    let position = firstField + position
    precondition(position > self.position, "positions must ascend: \(position) after \(self.position)")
    self.position = position
  }

  mutating func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws {
    step(to: position)
    let tree = try make { try value.encodeValue(to: &$0) }
    if isInRecord, let schema {
      fields[schema.cases[selected].fields[firstField + position]] = tree
    } else {
      made.append(tree)
    }
  }

  mutating func omit(at position: Int) throws { step(to: position) }
  mutating func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws {
    firstField += position
    defer { firstField -= position }
    try record.encodeFields(to: &self)
  }
  mutating func encodeCase(_ index: Int) throws { selected = index }
  mutating func encodeNil() throws { made.append(.null) }
  mutating func _encodeSome<Value: ArchiveValue>(_ value: Value) throws {
    made.append(.boxed(try make { try value.encodeValue(to: &$0) }))
  }
  mutating func _encode(_ number: StoredNumber) throws {
    switch number {
    case .bool(let value): made.append(.bool(value))
    case .signed(let value): made.append(.int(value))
    case .unsigned(let value): made.append(.unsigned(value))
    case .float(let value): made.append(.float(value))
    case .double(let value): made.append(.double(value))
    }
  }
  mutating func encode(_ value: String) throws { made.append(.string(value)) }
  mutating func encode(_ value: Date) throws { made.append(.date(value)) }
  mutating func encode(_ value: Data) throws { made.append(.data(value)) }
  mutating func _encodeBytes(_ bytes: [UInt8]) throws { made.append(.bytes(bytes)) }
  mutating func _encodeObject(_ object: NSObject) throws { made.append(.object(object)) }

  mutating func _encodeRecord<Record: ArchiveRecord>(_ record: Record) throws {
    let schema = Record.archiveSchema
    made.append(
      try make { encoder in
        encoder.schema = schema
        encoder.isInRecord = true
        try record.encodeFields(to: &encoder)
        let which = schema.isEnumeration ? schema.cases[encoder.selected].name : nil
        precondition(
          encoder.position == schema.cases[encoder.selected].fields.count - 1, "a field was skipped")
        encoder.made = [.record(schema.className, case: which, encoder.fields)]
      })
  }

  mutating func _encodeCollection(
    _ kind: _ArchiveCollection, count: Int, _ body: (inout Self) throws -> Void
  ) throws {
    made.append(
      try make { encoder in
        try body(&encoder)
        precondition(
          encoder.made.count == (kind == .dictionary ? 2 * count : count), "wrong number of elements")
        encoder.made = [.list(kind, encoder.made)]
      })
  }
}
