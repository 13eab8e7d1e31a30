package import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

// Reads columns without their types, as nodes. A column archive describes a value only by its schema, so a record has
// no class name unless the reader knows one.

extension Column {
  /// Returns the nodes of the next values.
  ///
  /// - Parameters:
  ///   - className: The class name of the values, if they are records and it is known.
  ///   - excerpt: How much of each collection to read; everything if it is `nil`.
  func nodes(
    _ count: Int, className: String = "", excerpt: Excerpt? = nil, in context: ReadContext
  ) throws -> [ArchiveNode] {
    let nodes = try ColumnCursor(self, context, isCharged: false, excerpt: excerpt).readNodes(count)
    guard !className.isEmpty, [.record, .rawRecord, .cases].contains(kind) else { return nodes }
    return nodes.map { node in
      guard case .record(var fields) = node else { return node }
      fields.className = className
      return .record(fields)
    }
  }
}

extension ColumnCursor {
  /// Reads values as nodes, and charges for the nodes.
  package func nodes(_ count: Int) throws -> [ArchiveNode] { try column.nodes(count, in: context) }

  fileprivate func readNodes(_ count: Int) throws -> [ArchiveNode] {
    guard count > 0 else { return [] }
    try context.require(count, in: column)
    try context.charge(count, of: NodeCost.of(kind))
    return try context.nestedNodes { try values(count) }
  }

  private func values(_ count: Int) throws -> [ArchiveNode] {
    switch kind {
    case .bool: try booleans(count).map { .bool($0 == 1) }
    case .signed: try integers(count).map { .integer($0) }
    case .unsigned: try integers(count).map { ArchiveNode(UInt64(bitPattern: $0)) }
    case .float: try floats(count).map { .float($0) }
    case .double: try doubles(count).map { .double($0) }
    case .date: try doubles(count).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case .string: try strings(count).map { .string($0) }
    case .data: try data(count).map { .data($0) }
    case .bytes: try byteNodes(count)
    case .optional: try optionalNodes(count)
    case .array, .set, .dictionary: try listNodes(count)
    case .record, .rawRecord: try recordNodes(count)
    case .cases: try caseNodes(count)
    case .tree, .instance: try treeNodes(count)
    // Schemas resolve their references.
    case .reference: throw context.malformed("a column", "a reference")
    }
  }

  /// Returns the nodes of bytes. Sixteen bytes become a UUID, the only type with such a column.
  private func byteNodes(_ count: Int) throws -> [ArchiveNode] {
    let (bytes, size) = (Data(try bytes(count)), context.schema[column.node].byteCount)
    return (0..<count).map { row in
      let data = bytes.subdata(in: row * size..<(row + 1) * size)
      guard size == 16 else { return .data(data) }
      let schema = UUID.archiveSchema
      return .record(
        ArchiveNode.Fields(
          className: schema.className, caseName: nil, version: 1, names: schema.cases[0].fields,
          nodes: [.data(data)]))
    }
  }

  /// Returns the nodes of the present values, and null nodes. An optional inside an optional is put into an array
  /// with one element, so that the two levels of `nil` stay distinct.
  private func optionalNodes(_ count: Int) throws -> [ArchiveNode] {
    let (flags, present, values) = try presence(count)
    var found = try context.nested { try values?.readNodes(present) ?? [] }.makeIterator()
    let isBoxed = context.schema[context.schema[column.node].children[0]].kind == .optional
    return flags.map { flag in
      guard flag == 1, let node = found.next() else { return .null }
      return isBoxed ? .array([node]) : node
    }
  }

  // MARK: Records

  /// Returns the nodes of records; tuples become arrays, as in every other archive.
  private func recordNodes(_ count: Int) throws -> [ArchiveNode] {
    let names = context.schema[column.node].names
    let columns = try zip(names, fields(count)).map { name, field in
      try RowError.inField(name) { try field.readNodes(count) }
    }
    if !names.isEmpty, names.enumerated().allSatisfy({ $1 == String($0) }) {
      return (0..<count).map { row in .array(columns.map { $0[row] }) }
    }
    let versionColumn = names.firstIndex(of: ArchiveSchema.versionKey)
    // All records share one list of names.
    var otherNames = names
    if let versionColumn { otherNames.remove(at: versionColumn) }
    return (0..<count).map { row in
      var (version, names, nodes) = (1, names, columns.map { $0[row] })
      // Decoding a record without a valid version will throw.
      if let versionColumn, case .integer(let number) = nodes[versionColumn], number > 0 {
        version = Int(clamping: number)
        names = otherNames
        nodes.remove(at: versionColumn)
      }
      return .record(ArchiveNode.Fields(className: "", version: version, names: names, nodes: nodes))
    }
  }

  /// Returns the names of the cases if none has associated values, and otherwise a record for each value.
  private func caseNodes(_ count: Int) throws -> [ArchiveNode] {
    let (names, records) = (context.schema[column.node].names, context.schema[column.node].children)
    let (numbers, payloads) = try cases(count)
    if records.allSatisfy({ context.schema[$0].names.isEmpty }) {
      return numbers.map { .string(names[Int($0)]) }
    }
    var found = try payloads.map { payload in
      try context.nested { try payload.values?.readNodes(payload.count) ?? [] }.makeIterator()
    }
    return numbers.map { number in
      var fields = ArchiveNode.Fields(className: "", caseName: names[Int(number)])
      if let payload = found[Int(number)].next() { fields.takeFields(of: payload) }
      return .record(fields)
    }
  }

  // MARK: Lists

  private func listNodes(_ count: Int) throws -> [ArchiveNode] {
    let (lengths, total, elements) = try lengths(count)
    if let excerpt { return try excerptNodes(lengths, elements, excerpt) }
    return try RowError.mapping {
      try context.nested {
        if kind == .dictionary {
          let entries = try elements?.entryNodes(total) ?? []
          return slices(entries, lengths).map { .dictionary($0) }
        }
        let found = try elements?.readNodes(total) ?? []
        return slices(found, lengths).map { kind == .set ? .set($0) : .array($0) }
      }
    } _: { failure in
      failure.enterList { body in
        for (row, length) in lengths.enumerated() { body(row, length) }
      }
    }
  }

  /// Returns the first elements of each list, and the number of its other elements.
  private func excerptNodes(
    _ lengths: [Int], _ elements: ColumnCursor?, _ excerpt: Excerpt
  ) throws -> [ArchiveNode] {
    try context.nested {
      try lengths.enumerated().map { row, length in
        let shown = excerpt.take(length)
        let omitted: [ArchiveNode] = shown < length ? [.omission(of: length - shown)] : []
        let node: ArchiveNode
        if kind == .dictionary {
          let entries = try elements?.entryNodes(shown) ?? []
          node = .dictionary(entries + omitted.map { .init(key: $0, value: .null) })
        } else {
          let found = try elements?.readNodes(shown) ?? []
          node = kind == .set ? .set(found + omitted) : .array(found + omitted)
        }
        // After the last list, nothing is read.
        if row + 1 < lengths.count || remaining > 0 { try elements?.skip(length - shown) }
        return node
      }
    }
  }

  private func entryNodes(_ count: Int) throws -> [ArchiveNode.Entry] {
    let fields = try entries(count)
    return try zip(fields[0].readNodes(count), fields[1].readNodes(count)).map {
      ArchiveNode.Entry(key: $0, value: $1)
    }
  }

  private func slices<Element>(_ all: [Element], _ lengths: [Int]) -> [[Element]] {
    var start = 0
    return lengths.map { length in
      defer { start += length }
      return Array(all[start..<(start + length)])
    }
  }

  // MARK: Values without columns

  private func treeNodes(_ count: Int) throws -> [ArchiveNode] {
    let column = try begin(count, of: 0, as: TreeColumn.self)
    let values = try column.values(in: context)
    return try column.take(count).enumerated().map { row, position in
      do {
        return try context.spending { budget in
          if values.content == .graph { return .graph(try values.wholeGraph(budget: &budget)) }
          guard let base = context.firstObject else { return try values.tree(position, budget: &budget) }
          return try values.reference(to: position, base: base, budget: &budget)
        }
      } catch {
        throw RowError(row: row, wrapping: error)
      }
    }
  }
}

extension ArchiveNode.Fields {
  /// Adds the associated values of a case. They are a record, or an array if they look like a tuple.
  fileprivate mutating func takeFields(of node: ArchiveNode) {
    switch node {
    case .record(let fields):
      for (name, node) in zip(fields.names, fields.values) { append(node, named: name) }
    case .array(let elements):
      for (position, element) in elements.enumerated() { append(element, named: String(position)) }
    default: break
    }
  }
}

/// The limits for reading an excerpt of an archive.
package final class Excerpt {
  /// The maximum number of elements of each collection.
  private let elementLimit: Int
  /// The number of elements of all collections that may still be read.
  private var rest: Int

  /// - Parameters:
  ///   - elementLimit: The maximum number of elements of each collection. If there are more, the last element of the
  ///     result is an omission with their count; see ``ArchiveNode/omission(of:)``.
  ///   - total: The maximum number of elements of all collections together.
  package init(elementLimit: Int, total: Int) {
    self.elementLimit = elementLimit
    rest = total
  }

  /// Returns the number of elements to read, out of `count`, and subtracts it from the rest.
  func take(_ count: Int) -> Int {
    let taken = min(count, elementLimit, rest)
    rest -= taken
    return taken
  }
}
