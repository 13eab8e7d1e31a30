internal import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
internal import Foundation

extension ColumnArchive {
  /// Where the bytes of the archive are: `header`, `schema`, `columns` by the names of the fields,
  /// `objects` by class and `object tables` where instances have identity, and `batches` for the heads of these.
  ///
  /// Values of an optional, and elements of an array, are told under the name of it: the bytes of
  /// `events.timeStamp` are all time stamps of all events. What an array has of its own are the lengths.
  ///
  /// - Parameter progress: Called with the count of bytes that are behind, after each batch.
  /// - Throws: ``ArchiveError`` when columns do not have all their bytes.
  /// - Complexity: Linear in the count of columns of all batches; of the values only bits of presence are looked at.
  package func byteMap(_ progress: (Int) -> Void = { _ in }) throws -> ArchiveByteMap {
    try withUntypedReader { reader in
      let (layout, schema) = (reader.layout, reader.schema)
      let columns = ByteTally(name: "columns")
      columns.kind = schema.kindName(of: schema.root)
      let (objects, tables) = (ByteTally(name: "objects"), ByteTally(name: "object tables"))
      let meter = ColumnMeter(schema: schema)
      // Also the columns that no batch has values of.
      meter.name(schema.root, in: columns, [])
      for batch in batches {
        let root = try reader.open(batch)
        meter.measure(root, in: columns)
        columns.add(count: batch.count)
        if let instances = reader.context.instances {
          // Their table: names, shapes and lengths.
          tables.own += batch.columns.count - root.storedByteCount
          instances.visitSizes { className, byteCount in
            objects[className].add(count: 1)
            objects[className].own += byteCount
            tables.own -= byteCount
          }
        }
        progress(batch.columns.upperBound)
      }
      var parts = [
        ArchiveByteMap(name: "header", bytes: layout.schema.offset),
        ArchiveByteMap(name: "schema", bytes: layout.schema.remaining, count: schema.nodes.count),
        columns.map,
      ]
      for part in [objects.map, tables.map] where part.bytes > 0 { parts.append(part) }
      let rest = data.count - parts.reduce(0) { $0 + $1.bytes }
      return ArchiveByteMap(
        name: "archive", bytes: data.count,
        children: parts + [ArchiveByteMap(name: "batches", bytes: rest, count: isSequence ? batchCount : 0)])
    }
  }

  /// The class name in the header: that of the value, or of the elements; empty when their type has none.
  package var className: String {
    get throws {
      try unsafe data.withUnsafeBytes { try unsafe ArchiveLayout(ByteCursor($0)).className }
    }
  }

  /// The version of the format.
  package static var formatVersion: Int { Int(ColumnFormat.version) }
}

/// Adds up the bytes of columns by the names of their fields.
private final class ColumnMeter {
  private let schema: Schema

  init(schema: Schema) { self.schema = schema }

  func measure(_ column: Column, in tally: ByteTally) {
    var parts = 0
    for (name, part) in self.parts(of: column) {
      parts += part.storedByteCount
      // A part without a name is told under that of the whole.
      if let name, tally.isDivided {
        tally[name].add(count: part.count)
        measure(part, in: tally[name])
      } else if name == nil {
        measure(part, in: tally)
      } else {
        tally.own += part.storedByteCount
      }
    }
    guard column.kind == .rawRecord else {
      tally.own += column.storedByteCount - parts
      return
    }
    addRawRecords(column.node, column.count, to: tally)
  }

  private func parts(of column: Column) -> [(String?, Column)] {
    switch column {
    case let column as RecordColumn: Array(zip(schema[column.node].names, column.fields))
    case let column as OptionalColumn: column.values.map { [(nil, $0)] } ?? []
    case let column as ListColumn: column.elements.map { [(nil, $0)] } ?? []
    case let column as CaseColumn:
      zip(schema[column.node].names, column.payloads).compactMap { name, payload in
        payload.map { (name, $0) }
      }
    default: []
    }
  }

  /// Raw records have no columns of their own for fields, but each field has so many bytes of each record.
  private func addRawRecords(_ node: Int, _ count: Int, to tally: ByteTally) {
    for (name, child) in zip(schema[node].names, schema[node].children) {
      let part = tally[name]
      if part !== tally { part.add(count: count) }
      if schema[child].kind == .rawRecord {
        addRawRecords(child, count, to: part)
      } else {
        part.own += count * (schema.rawByteCount(of: child) ?? 0)
      }
    }
  }

  /// Names the fields below a node, and what they hold. A type inside of itself is named once.
  func name(_ node: Int, in tally: ByteTally, _ outer: Set<Int>) {
    guard tally.isDivided, !outer.contains(node) else { return }
    let inner = outer.union([node])
    switch schema[node].kind {
    case .optional, .array, .set, .dictionary: name(schema[node].children[0], in: tally, inner)
    case .record, .rawRecord, .cases:
      for (field, child) in zip(schema[node].names, schema[node].children) {
        if schema[node].kind == .cases, schema[child].names.isEmpty { continue }
        let part = tally[field]
        if part.kind.isEmpty { part.kind = schema.kindName(of: child) }
        name(child, in: part, inner)
      }
    default: break
    }
  }
}

extension Schema {
  /// What values of a column are called, such as `array of records`.
  func kindName(of node: Int) -> String {
    var (node, prefix, depth) = (node, "", 0)
    while depth < 8 {
      switch nodes[node].kind {
      case .optional: prefix += "optional "
      case .array: prefix += "array of "
      case .set: prefix += "set of "
      default: return prefix + nodes[node].kindName
      }
      node = nodes[node].children[0]
      depth += 1
    }
    return prefix + "…"
  }
}

extension SchemaNode {
  fileprivate var kindName: String {
    switch kind.traits.content {
    case .byteCount: "\(byteCount) bytes"
    case .cases: "enumeration of \(names.count)"
    default: kind.traits.name
    }
  }
}
