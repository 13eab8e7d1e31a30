package import Foundation

/// A column and its size in bytes.
package struct ColumnSize {
  /// The names of the fields that lead to the column, with dots between them: `events.timeStamp`.
  package let path: String
  /// The kind of the values, such as `date`.
  package let kind: String
  package let count: Int
  /// The number of bytes, without the bytes of other columns.
  package let byteCount: Int
}

extension ColumnArchive {
  /// Returns the columns, each before those inside it.
  ///
  /// The values of an optional and the elements of an array are counted under its name: the bytes of
  /// `events.timeStamp` are all time stamps of all events. An array's own bytes are the lengths. In a compressed
  /// batch, each column counts with its share of the compressed bytes, in proportion to its uncompressed bytes.
  ///
  /// - Parameters:
  ///   - progress: Called after each batch with the number of bytes read so far.
  ///   - takeTrees: Called with the keyed archive of each batch that has one, and with a function that returns how
  ///     many bytes of the file some of its bytes take.
  /// - Throws: ``ArchiveError`` if a column is cut off, and any error of `takeTrees`.
  /// - Complexity: Linear in the number of columns in all batches. Of the values, only presence bits are read.
  package func columnSizes(
    _ progress: (Int) -> Void, takeTrees: (Data, _ share: (Int) -> Int) throws -> Void
  ) throws -> [ColumnSize] {
    try withUntypedReader { reader in
      let (columns, root) = (SizedColumn(path: ""), reader.schema.root)
      // This also names columns that have no values in any batch.
      columns.add(nil, of: root, in: reader.schema)
      for batch in batches {
        let column = try reader.open(batch, verifies: false)
        let body = try reader.body(of: batch)
        let share = { (count: Int) in
          guard body.decompressedByteCount != nil else { return count }
          let (high, low) = count.multipliedFullWidth(by: body.stored.remaining)
          return max(body.columnRange.count, 1).dividingFullWidth((high, low)).quotient
        }
        columns.add(batch.count)
        columns.add(column, of: root, in: reader.schema, share)
        let trees = reader.context.openTrees().archive
        if !trees.isEmpty { try takeTrees(trees, share) }
        progress(batch.body.upperBound)
      }
      return columns.sizes
    }
  }

  /// The class name in the header: the class of the value or of the elements; empty if their type has none.
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

  /// Adds the bytes of a column, and names it and the columns below. Unnamed columns inside it are counted under its
  /// own name.
  ///
  /// - Parameters:
  ///   - column: The column; `nil` if it is only named.
  ///   - outer: The nodes around this one. A type nested in itself is named once.
  ///   - share: Returns the number of bytes that this many bytes take in the archive; `nil` if columns are only
  ///     named.
  func add(
    _ column: Column?, of number: Int, in schema: Schema, outer: Set<Int> = [],
    _ share: ((Int) -> Int)? = nil
  ) {
    if kind.isEmpty { kind = schema.kindName(of: number) }
    guard column != nil || share == nil && !outer.contains(number) else { return }
    let (node, outer) = (schema[number], outer.union([number]))
    if let column, let share, column.kind == .rawRecord {
      return addRawRecords(number, column.count, in: schema, share)
    }
    for (position, child) in node.children.enumerated() {
      let part = column.flatMap { $0.children.indices.contains(position) ? $0.children[position] : nil }
      guard node.names.indices.contains(position) else {
        add(part, of: child, in: schema, outer: outer, share)
        continue
      }
      // A case without associated values has no column.
      if node.kind == .cases, schema[child].names.isEmpty { continue }
      self[node.names[position]].add(part?.count ?? 0)
      self[node.names[position]].add(part, of: child, in: schema, outer: outer, share)
    }
    guard let column, let share else { return }
    byteCount += share(column.storedByteCount - column.children.reduce(0) { $0 + ($1?.storedByteCount ?? 0) })
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
  fileprivate func kindName(of number: Int, depth: Int = 0) -> String {
    guard depth < 8 else { return "…" }
    let node = self[number]
    func name(_ prefix: String) -> String { prefix + kindName(of: node.children[0], depth: depth + 1) }
    switch node.kind {
    case .optional: return name("optional ")
    case .array: return name("array of ")
    case .set: return name("set of ")
    case .bytes: return "\(node.byteCount) bytes"
    case .cases: return "enumeration of \(node.names.count)"
    default: return node.kind.traits.name
    }
  }
}
