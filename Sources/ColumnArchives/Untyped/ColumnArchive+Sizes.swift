internal import ArchiveBytes
package import Foundation

/// A column, and the bytes that it takes.
package struct ColumnSize {
  /// The names of the fields that lead to the column, with dots between them: `events.timeStamp`.
  package let path: String
  /// The kind of the values, such as `date`.
  package let kind: String
  package let count: Int
  /// The number of bytes, without those of other columns.
  package let byteCount: Int
}

extension ColumnArchive {
  /// Returns the columns, each before those inside it.
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
  package func columnSizes(
    _ progress: (Int) -> Void, takeTrees: (Data, _ share: (Int) -> Int) throws -> Void
  ) throws -> [ColumnSize] {
    try withUntypedReader { reader in
      let columns = SizedColumn(path: "")
      // This also names columns without values in any batch.
      columns.name(reader.schema.root, in: reader.schema, outer: [])
      for batch in batches {
        let root = try reader.open(batch, verifies: false)
        let body = try reader.body(of: batch)
        let share = { (count: Int) in
          guard body.decompressedByteCount != nil else { return count }
          let (high, low) = count.multipliedFullWidth(by: body.stored.remaining)
          return max(body.columnRange.count, 1).dividingFullWidth((high, low)).quotient
        }
        columns.add(batch.count)
        columns.add(root, in: reader.schema, share)
        let trees = try reader.context.openTrees().archive
        if !trees.isEmpty { try takeTrees(trees, share) }
        progress(batch.body.upperBound)
      }
      return columns.sizes
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

/// A column of all batches, by the names of the fields that lead to it.
private final class SizedColumn {
  private let path: String
  private var kind = ""
  private var count = 0
  private var byteCount = 0
  private var inside: [(name: String, column: SizedColumn)] = []

  init(path: String) { self.path = path }

  /// The column inside with a name.
  subscript(name: String) -> SizedColumn {
    if let known = inside.first(where: { $0.name == name }) { return known.column }
    inside.append((name, SizedColumn(path: path.isEmpty ? name : "\(path).\(name)")))
    return inside[inside.count - 1].column
  }

  var sizes: [ColumnSize] {
    [ColumnSize(path: path, kind: kind, count: count, byteCount: byteCount)] + inside.flatMap(\.column.sizes)
  }

  func add(_ count: Int) {
    let (sum, overflow) = self.count.addingReportingOverflow(count)
    self.count = overflow ? .max : sum
  }

  /// Names the fields below a node, and the kinds of their values. A type nested in itself is named once.
  func name(_ number: Int, in schema: Schema, outer: Set<Int>) {
    if kind.isEmpty { kind = schema.kindName(of: number) }
    guard !outer.contains(number) else { return }
    let (node, outer) = (schema[number], outer.union([number]))
    switch node.kind {
    case .optional, .array, .set, .dictionary: name(node.children[0], in: schema, outer: outer)
    case .record, .rawRecord, .cases:
      for (field, child) in zip(node.names, node.children)
      where node.kind != .cases || !schema[child].names.isEmpty {
        self[field].name(child, in: schema, outer: outer)
      }
    default: break
    }
  }

  /// Adds the bytes of a column. What is inside of it without a name is counted under its own.
  ///
  /// - Parameter share: Returns what so many bytes take in the archive.
  func add(_ column: Column, in schema: Schema, _ share: (Int) -> Int) {
    if column.kind == .rawRecord { return addRawRecords(column.node, column.count, in: schema, share) }
    let names = schema[column.node].names
    var own = column.storedByteCount
    for (number, part) in column.children.enumerated() {
      guard let part else { continue }
      own -= part.storedByteCount
      guard names.indices.contains(number) else {
        add(part, in: schema, share)
        continue
      }
      self[names[number]].add(part.count)
      self[names[number]].add(part, in: schema, share)
    }
    byteCount += share(own)
  }

  /// The fields of raw records have no columns, but each field takes a fixed number of bytes in each record.
  private func addRawRecords(_ node: Int, _ count: Int, in schema: Schema, _ share: (Int) -> Int) {
    for (name, child) in zip(schema[node].names, schema[node].children) {
      self[name].add(count)
      if schema[child].kind == .rawRecord {
        self[name].addRawRecords(child, count, in: schema, share)
      } else {
        self[name].byteCount += share(count * (schema[child].rawByteCount ?? 0))
      }
    }
  }
}

extension Schema {
  /// Returns the name of a column's values, such as `array of records`.
  fileprivate func kindName(of node: Int) -> String {
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
