internal import ArchiveBytes
internal import ArchiveValues
package import Foundation

/// Adds up the bytes of a part of an archive, and of the parts inside it.
package protocol ByteCounter: AnyObject {
  init(name: String)
  /// The part inside with a name.
  subscript(name: String) -> Self { get }
  /// The bytes that are in no part inside.
  var own: Int { get set }
  /// The kind of the values.
  var kind: String { get set }
  /// Whether it distinguishes parts inside.
  var isDivided: Bool { get }
  /// Adds to the number of values or objects.
  func add(count: Int)
}

/// How the bytes of a column archive are used.
package struct ColumnByteCounts<Counter: ByteCounter> {
  /// The size of the archive.
  package let total: Int
  package var header = 0
  package var schema = 0
  /// The number of types in the schema.
  package var schemaCount = 0
  /// The columns, by the names of the fields.
  package let columns = Counter(name: "columns")
  /// The directories of columns.
  package var directories = 0
}

extension ColumnArchive {
  /// Counts the bytes of the archive.
  ///
  /// The values of an optional and the elements of an array are counted under its name: the bytes of `events.timeStamp`
  /// are all time stamps of all events. An array's own bytes are the lengths. In a compressed batch, each column counts
  /// with its share of the compressed bytes: as much of them as it takes of those before.
  ///
  /// - Parameters:
  ///   - progress: Called after each batch with the number of bytes read so far.
  ///   - takeTrees: Called with the keyed archive of each batch that has one, and with what tells how many bytes of the file
  ///     some of its bytes take.
  /// - Throws: ``ArchiveError`` if a column is cut off, and what `takeTrees` throws.
  /// - Complexity: Linear in the number of columns in all batches; of the values, only presence bits are read.
  package func byteCounts<Counter: ByteCounter>(
    _ progress: (Int) -> Void, takeTrees: (Data, _ share: (Int) -> Int) throws -> Void
  ) throws -> ColumnByteCounts<Counter> {
    try withUntypedReader { reader in
      let (layout, schema) = (reader.layout, reader.schema)
      var counts = ColumnByteCounts<Counter>(total: data.count)
      let columns = counts.columns
      columns.kind = schema.kindName(of: schema.root)
      var meter = ColumnMeter<Counter>(schema: schema)
      // This also names columns without values in any batch.
      meter.name(schema.root, in: columns, [])
      for batch in batches {
        let root = try reader.open(batch, verifies: false)
        let body = try reader.body(of: batch)
        let share = ByteShare(of: body)
        meter.share = share
        meter.measure(root, in: columns)
        columns.add(count: batch.count)
        if let directory = body.trailer { counts.directories += directory.remaining + 4 }
        let trees = try reader.context.openTrees().archive
        if !trees.isEmpty { try takeTrees(trees, share.of) }
        progress(batch.body.upperBound)
      }
      (counts.schema, counts.schemaCount) = (layout.schema.remaining, schema.nodes.count)
      counts.header = layout.content.offset - layout.schema.remaining
      return counts
    }
  }

  /// The class name in the header: that of the value or of the elements, or empty if their type has none.
  package var className: String {
    get throws {
      try unsafe data.withUnsafeBytes { try unsafe ArchiveLayout(ByteCursor($0), verifies: false).className }
    }
  }

  /// The version of the format.
  package static var formatVersion: Int { Int(ColumnFormat.version) }
}

/// What the bytes of columns take in the archive: as many bytes, or in a compressed batch a share of the compressed ones.
private struct ByteShare {
  private var stored = 1
  private var total = 1

  init() {}

  init(of body: BatchBody) {
    guard body.compression != nil else { return }
    (stored, total) = (body.stored.remaining, body.columnRange.count)
  }

  func of(_ count: Int) -> Int {
    let (high, low) = count.multipliedFullWidth(by: stored)
    return total.dividingFullWidth((high, low)).quotient
  }
}

/// Adds up the bytes of columns, by the names of their fields.
private struct ColumnMeter<Counter: ByteCounter> {
  private let schema: Schema
  /// The share of the batch that is measured.
  var share = ByteShare()

  init(schema: Schema) { self.schema = schema }

  func measure(_ column: Column, in tally: Counter) {
    var parts = 0
    // Records and cases name their parts.
    let names: [String?] = schema[column.node].names
    let children = column.children
    for (name, part) in zip(names.isEmpty ? Array(repeating: nil, count: children.count) : names, children) {
      guard let part else { continue }
      parts += part.storedByteCount
      // A part without a name is counted under its parent's name.
      if let name, tally.isDivided {
        tally[name].add(count: part.count)
        measure(part, in: tally[name])
      } else if name == nil {
        measure(part, in: tally)
      } else {
        tally.own += share.of(part.storedByteCount)
      }
    }
    guard column.kind == .rawRecord else {
      tally.own += share.of(column.storedByteCount - parts)
      return
    }
    addRawRecords(column.node, column.count, to: tally)
  }

  /// The fields of raw records have no columns, but each field takes a fixed number of bytes in each record.
  private func addRawRecords(_ node: Int, _ count: Int, to tally: Counter) {
    for (name, child) in zip(schema[node].names, schema[node].children) {
      let part = tally[name]
      if part !== tally { part.add(count: count) }
      if schema[child].kind == .rawRecord {
        addRawRecords(child, count, to: part)
      } else {
        part.own += share.of(count * (schema.rawByteCount(of: child) ?? 0))
      }
    }
  }

  /// Names the fields below a node, and the kinds of their values. A type nested in itself is named once.
  func name(_ node: Int, in tally: Counter, _ outer: Set<Int>) {
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
  /// Returns the name of a column's values, such as `array of records`.
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
