internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

// Decodes records and collections: the values with parts.
extension TreeDecoder {
  /// The cost of finding a field of a record by name.
  static let fieldCost = 32

  /// Runs `body` inside the container at the cursor, and continues after it.
  func container<Result>(_ body: () throws -> Result) throws -> Result {
    let count = Int(clamping: try readNumber(UInt32.self))
    let content = try cursor.readPart(count)
    let outer = (cursor, parts, fieldNames, pendingCase)
    defer { (cursor, parts, fieldNames, pendingCase) = outer }
    cursor = content
    return try context.nested(body)
  }

  /// Runs `body` at other bytes, one nesting level deeper.
  func at<Result>(_ bytes: ByteCursor, _ body: (TreeDecoder) throws -> Result) throws -> Result {
    let outer = (cursor, parts, fieldNames, pendingCase)
    let place = unsafe (binding, fields)
    defer {
      (cursor, parts, fieldNames, pendingCase) = outer
      unsafe (binding, fields) = place
    }
    (cursor, parts, fieldNames, pendingCase) = (bytes, [], nil, nil)
    unsafe binding = nil
    return try context.nested { try body(self) }
  }

  /// Skips the value at the cursor, and returns its bytes.
  func readPart() throws -> ByteCursor {
    var part = cursor
    let start = cursor.offset
    try skipValue()
    return try part.readPart(cursor.offset - start)
  }

  /// Skips the value at the cursor.
  func skipValue() throws {
    switch try readTag() {
    case .nil, .false, .true: break
    case .integer, .unsigned, .instance: _ = try cursor.readVarint()
    case .float: _ = try readNumber(UInt32.self)
    case .double, .date: _ = try readNumber(UInt64.self)
    case .string, .data, .bytes, .object: _ = unsafe try readRun()
    case .array, .set, .dictionary, .record, .enumerationCase:
      let count = Int(clamping: try readNumber(UInt32.self))
      _ = try cursor.readPart(count)
    }
  }

  func readName() throws -> String {
    let number = try cursor.readCount()
    guard number < names.count else {
      throw cursor.malformed("one of \(names.count) names", "number \(number)")
    }
    // Each lookup of a name takes one step for each of its bytes.
    try context.charge(names[number].utf8.count)
    return names[number]
  }

  func _decodeRecord<Record: ArchiveRecord>(of type: Record.Type) throws -> Record {
    let schema = Record.archiveSchema
    let tag = try readTag()
    guard tag == (schema.isEnumeration ? .enumerationCase : .record) else {
      return try decodeSharedRecord(of: type, tag, else: mismatch("a \(schema.className)", tag))
    }
    return try container {
      let className = try readName()
      let caseName = schema.isEnumeration ? try readName() : ""
      var fields: [String: ByteCursor] = [:]
      var fieldOrder: [String] = []
      let count = Int(try readNumber(UInt16.self))
      try context.charge(count, of: Self.fieldCost)
      for _ in 0..<count {
        let name = try readName()
        if fields.updateValue(try readPart(), forKey: name) == nil { fieldOrder.append(name) }
      }
      return try makeRecord(of: type, className: className, caseName: caseName, fields, order: fieldOrder)
    }
  }

  /// Makes a struct or an enumeration value from its fields.
  func makeRecord<Record: ArchiveRecord>(
    of type: Record.Type, className: String, caseName: String, _ fields: [String: ByteCursor], order: [String]
  ) throws -> Record {
    let schema = Record.archiveSchema
    guard schema.accepts(className: className) else {
      throw failure(
        .classMismatch, expected: "a \(schema.className)", found: "a \(className)",
        advice: "If it is the same type under an older name, list that name in `formerly:`.")
    }
    let hooks = context.hooks[type]
    var record: Record
    if schema.isEnumeration {
      pendingCase = (schema, caseName, fields)
      (parts, fieldNames) = ([], [])
      record = try Record(fields: &own)
    } else if let version = try olderVersion(in: fields, schema), hooks.isUpgradable {
      record = try upgraded(type, order.map { ($0, fields[$0]) }, from: version)
    } else {
      let names = schema.cases[0].fields
      (parts, fieldNames) = (schema.cases[0].parts(in: fields), names)
      record = try Record(fields: &own)
    }
    if hooks.awakes { try _completeInstances() }
    try hooks.awake(&record)
    return record
  }

  func _decodeCollection<Result>(
    _ kind: _ArchiveCollection, _ body: (inout TreeDecoder, Int) throws -> Result
  ) throws -> Result {
    let tag = try readTag()
    let expected: TreeTag = kind == .array ? .array : kind == .set ? .set : .dictionary
    guard tag == expected || tag != .dictionary && expected != .dictionary && (tag == .array || tag == .set)
    else {
      return try decodeShared(tag, else: mismatch(expected.description, tag)) { decoder in
        try decoder._decodeCollection(kind, body)
      }
    }
    return try container {
      let count = try cursor.readCount()
      let partCount = kind == .dictionary ? count.multipliedReportingOverflow(by: 2).partialValue : count
      // Each part takes at least one byte.
      guard count <= cursor.remaining, partCount <= cursor.remaining else { throw cursor.truncated(count) }
      try context.charge(partCount, of: WorkCost.column)
      var found: [ByteCursor?] = []
      found.reserveCapacity(partCount)
      for _ in 0..<partCount { found.append(try readPart()) }
      (parts, fieldNames) = (found, nil)
      return try context.hashing(kind == .set) { try body(&own, count) }
    }
  }

  func _decodeObject<Object: NSObject & ArchiveValue>(of type: Object.Type) throws -> Object {
    let tag = try readTag()
    guard tag == .object else { throw mismatch("an object", tag) }
    let bytes = unsafe try readRun()
    // The object is a nested archive, which is charged to the budget of the outer one.
    let data = unsafe Data(bytes)
    return try context.spending { try KeyedArchive.decode(type, from: data, context.limits, budget: &$0) }
  }
}

extension ArchiveSchema.Case {
  /// Returns the part for each field, found by its name or a former one.
  func parts(in found: [String: ByteCursor]) -> [ByteCursor?] {
    fields.map { name in
      found[name] ?? (formerFields[name] ?? []).lazy.compactMap { found[$0] }.first
    }
  }
}
