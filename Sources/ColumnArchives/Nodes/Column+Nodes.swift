internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation

// Reads columns without their types, as nodes. A column archive describes a value only by its schema, so a record has
// no class name unless the reader knows one.

/// A request for the next `count` values of a column as nodes.
private struct NodeRequest {
  let count: Int
  /// The class name of the values, if they are records and it is known; otherwise empty.
  let className: String
  /// How much of each collection to read; everything if it is `nil`.
  let excerpt: Excerpt?
  let context: ReadContext

  /// Returns the nodes of the next values of a column below; none without a column.
  func nodes(_ count: Int, below column: Column?) throws -> [ArchiveNode] {
    try column?.nodes(count, excerpt: excerpt, in: context) ?? []
  }
}

extension Column {
  /// Returns the nodes of the next values.
  ///
  /// - Parameters:
  ///   - className: The class name of the values, if they are records and it is known.
  ///   - excerpt: How much of each collection to read; everything if it is `nil`.
  func nodes(
    _ count: Int, className: String = "", excerpt: Excerpt? = nil, in context: ReadContext
  ) throws -> [ArchiveNode] {
    guard count > 0 else { return [] }
    guard count <= self.count - position else {
      throw RowError(row: nil, context.malformed("\(count) more values in a column", "fewer"))
    }
    try context.charge(WorkCost.run)
    try context.charge(count, of: NodeCost.of(kind))
    let request = NodeRequest(count: count, className: className, excerpt: excerpt, context: context)
    return try context.nestedNodes { try nodes(request) }
  }

  private func nodes(_ wanted: NodeRequest) throws -> [ArchiveNode] {
    let (count, context) = (wanted.count, wanted.context)
    switch self {
    case let column as BoolColumn: return try column.boolNodes(count)
    case let column as IntegerColumn: return column.integerNodes(count)
    case let column as FloatColumn: return try column.numberNodes(count)
    case let column as PlainRunColumn where kind == .data: return try column.dataNodes(count, in: context)
    case let column as RunColumn: return try column.stringNodes(count, in: context)
    case let column as RawColumn where kind == .rawRecord:
      return try recordNodes(column.fields(in: context), wanted)
    case let column as RawColumn: return column.bytesNodes(count)
    case let column as OptionalColumn: return try column.optionalNodes(wanted)
    case let column as ListColumn: return try column.listNodes(wanted)
    case let column as RecordColumn: return try recordNodes(column.fields, wanted)
    case let column as CaseColumn: return try column.caseNodes(wanted)
    case let column as TreeColumn: return try column.treeNodes(count, in: context)
    case let column as InstanceColumn: return try column.instanceNodes(count, in: context)
    default: throw context.malformed("a column that was opened", kind.description)
    }
  }

  /// Skips the values before a row that were not read: those of fields that the type lacks.
  func synchronize(to row: Int, in context: ReadContext) throws {
    try context.charge(WorkCost.column)
    if let record = self as? RecordColumn {
      for field in record.fields { try field.synchronize(to: row, in: context) }
      record.position = max(record.position, row)
    } else if position < row {
      try skip(row - position, in: context)
    }
    if let optional = self as? OptionalColumn, let values = optional.values {
      // A type that has fields of an optional struct as its own may have read some of them, but not others.
      try values.synchronize(to: values.position, in: context)
    }
  }

  /// Returns the nodes of records; tuples become arrays, as in every other archive.
  fileprivate func recordNodes(_ fields: [Column], _ wanted: NodeRequest) throws -> [ArchiveNode] {
    let (count, className, context) = (wanted.count, wanted.className, wanted.context)
    let names = context.schema[node].names
    let columns = try zip(names, fields).map { name, field in
      try RowError.mapping {
        try wanted.nodes(count, below: field)
      } _: { failure in
        failure.error = failure.error.prefixed(.field(name))
      }
    }
    position += count
    if !names.isEmpty, names.enumerated().allSatisfy({ $1 == String($0) }) {
      return (0..<count).map { row in .array(columns.map { $0[row] }) }
    }
    func record(_ row: Int, version: Int, _ names: [String], _ columns: [[ArchiveNode]]) -> ArchiveNode {
      .record(
        ArchiveNode.Fields(
          className: className, caseName: nil, version: version, names: names, nodes: columns.map { $0[row] })
      )
    }
    guard let version = names.firstIndex(of: ArchiveSchema.versionKey) else {
      return (0..<count).map { record($0, version: 1, names, columns) }
    }
    var (otherNames, others) = (names, columns)
    otherNames.remove(at: version)
    others.remove(at: version)
    return (0..<count).map { row in
      guard case .integer(let number) = columns[version][row], number > 0 else {
        // This is not a valid version. Decoding the record will throw.
        return record(row, version: 1, names, columns)
      }
      return record(row, version: Int(clamping: number), otherNames, others)
    }
  }
}

extension BoolColumn {
  fileprivate func boolNodes(_ count: Int) throws -> [ArchiveNode] {
    var nodes: [ArchiveNode] = []
    try read(count) { nodes.append(.bool($1)) }
    return nodes
  }
}

extension IntegerColumn {
  fileprivate func integerNodes(_ count: Int) -> [ArchiveNode] {
    var nodes: [ArchiveNode] = []
    integers.visit(from: position, count: count) { _, bits in
      nodes.append(integers.isSigned ? .integer(Int64(bitPattern: bits)) : ArchiveNode(bits))
    }
    position += count
    return nodes
  }
}

extension FloatColumn {
  fileprivate func numberNodes(_ count: Int) throws -> [ArchiveNode] {
    var nodes: [ArchiveNode] = []
    try read(count) { _, value in
      switch kind {
      case .float: nodes.append(.float(Float(value)))
      case .date: nodes.append(.date(Date(timeIntervalSinceReferenceDate: value)))
      default: nodes.append(.double(value))
      }
    }
    return nodes
  }
}

extension RunColumn {
  /// Returns the next strings.
  func strings(_ count: Int, in context: ReadContext) throws -> [String] {
    try values(count) { try readStrings(count, into: $0, in: context) }
  }

  fileprivate func stringNodes(_ count: Int, in context: ReadContext) throws -> [ArchiveNode] {
    try strings(count, in: context).map { .string($0) }
  }
}

extension PlainRunColumn {
  fileprivate func dataNodes(_ count: Int, in context: ReadContext) throws -> [ArchiveNode] {
    try values(count) { try readData(count, into: $0, in: context) }.map { .data($0) }
  }
}

/// Returns the values that a function reads into memory for them.
private func values<Value>(_ count: Int, _ read: (Place) throws -> Void) throws -> [Value] {
  try unsafe [Value](unsafeUninitializedCapacity: count) { buffer, initializedCount in
    guard let base = buffer.baseAddress else { return }
    // SAFETY: there is room for `count` values. If reading throws, none of them is initialised.
    try read(unsafe Place(base: UnsafeMutableRawPointer(base), stride: MemoryLayout<Value>.stride))
    initializedCount = count
  }
}

extension RawColumn {
  /// Returns the nodes of bytes. Sixteen bytes become a UUID, the only type with such a column.
  fileprivate func bytesNodes(_ count: Int) -> [ArchiveNode] {
    defer { position += count }
    return (0..<count).map { row in
      // SAFETY: opening the column checked that it has all its bytes.
      let data = unsafe Data(bytes: bytes + (position + row) * stride, count: byteCount)
      guard byteCount == 16 else { return .data(data) }
      let schema = UUID.archiveSchema
      return .record(
        ArchiveNode.Fields(
          className: schema.className, caseName: nil, version: 1, names: schema.cases[0].fields,
          nodes: [.data(data)]))
    }
  }
}

extension OptionalColumn {
  /// Returns the nodes of the present values, and null nodes. An optional inside an optional is put into an array of
  /// one, so that the two levels of `nil` stay distinct.
  fileprivate func optionalNodes(_ wanted: NodeRequest) throws -> [ArchiveNode] {
    let (count, context) = (wanted.count, wanted.context)
    var present = 0
    presence.visit(from: position, count: count) { _, isPresent in present += isPresent ? 1 : 0 }
    let found = try context.nested { try wanted.nodes(present, below: values) }
    guard found.count == present else { throw RowError(row: nil, context.malformed("values", "fewer")) }
    let isBoxed = context.schema[context.schema[node].children[0]].kind == .optional
    var (nodes, next) = ([ArchiveNode](), 0)
    presence.visit(from: position, count: count) { _, isPresent in
      nodes.append(isPresent ? isBoxed ? .array([found[next]]) : found[next] : .null)
      next += isPresent ? 1 : 0
    }
    position += count
    return nodes
  }
}

extension ListColumn {
  fileprivate func listNodes(_ wanted: NodeRequest) throws -> [ArchiveNode] {
    let (count, context) = (wanted.count, wanted.context)
    if let excerpt = wanted.excerpt { return try excerptNodes(wanted, excerpt) }
    var lengths: [Int] = []
    let total = try readLengths(count, in: context) { _, length in lengths.append(length) }
    return try RowError.mapping {
      try context.nested {
        if kind == .dictionary { return try entries(total, lengths, wanted) }
        let found = try wanted.nodes(total, below: elements)
        return slices(found, lengths).map { kind == .set ? .set(Array($0)) : .array(Array($0)) }
      }
    } _: { failure in
      guard let wanted = failure.row else { return }
      var start = 0
      for (row, length) in lengths.enumerated() {
        if wanted >= start, wanted < start + length {
          failure.row = row
          failure.error = failure.error.prefixed(.index(wanted - start))
        }
        start += length
      }
    }
  }

  /// Returns the first elements of each list, and how many more it has.
  private func excerptNodes(_ wanted: NodeRequest, _ excerpt: Excerpt) throws -> [ArchiveNode] {
    let (count, context) = (wanted.count, wanted.context)
    var lengths: [Int] = []
    _ = try readLengths(count, in: context) { _, length in lengths.append(length) }
    return try context.nested {
      try lengths.map { length in
        try elements?.skip(unreadCount, in: context)
        let shown = excerpt.take(length)
        unreadCount = length - shown
        let omitted: [ArchiveNode] = shown < length ? [.omission(of: length - shown)] : []
        if kind == .dictionary {
          guard case .dictionary(let found)? = try entries(shown, [shown], wanted).first else {
            return .dictionary([])
          }
          return .dictionary(found + omitted.map { .init(key: $0, value: .null) })
        }
        let found = try wanted.nodes(shown, below: elements)
        return kind == .set ? .set(found + omitted) : .array(found + omitted)
      }
    }
  }

  private func slices<Element>(_ all: [Element], _ lengths: [Int]) -> [ArraySlice<Element>] {
    var start = 0
    return lengths.map { length in
      defer { start += length }
      return all[start..<(start + length)]
    }
  }

  private func entries(_ total: Int, _ lengths: [Int], _ wanted: NodeRequest) throws -> [ArchiveNode] {
    guard let elements else { return lengths.map { _ in .dictionary([]) } }
    let context = wanted.context
    let fields = (elements as? RecordColumn)?.fields ?? (elements as? RawColumn)?.fields(in: context) ?? []
    guard fields.count == 2 else {
      throw context.malformed("a dictionary's keys and values", "other columns")
    }
    let (keys, values) = (
      try wanted.nodes(total, below: fields[0]), try wanted.nodes(total, below: fields[1])
    )
    elements.position += total
    let entries = zip(keys, values).map { ArchiveNode.Entry(key: $0, value: $1) }
    return slices(entries, lengths).map { .dictionary(Array($0)) }
  }
}

extension CaseColumn {
  /// Returns the names of the cases if none has associated values, and otherwise a record for each value.
  fileprivate func caseNodes(_ wanted: NodeRequest) throws -> [ArchiveNode] {
    let (count, className, context) = (wanted.count, wanted.className, wanted.context)
    let names = context.schema[node].names
    let records = context.schema[node].children
    var (rows, counts) = ([Int](), [Int](repeating: 0, count: names.count))
    var unknown: (row: Int, number: UInt64)?
    numbers.visit(from: position, count: count) { row, number in
      guard number < UInt64(names.count) else {
        if unknown == nil { unknown = (row, number) }
        return
      }
      rows.append(Int(number))
      counts[Int(number)] += 1
    }
    if let unknown {
      throw RowError(
        row: unknown.row, context.malformed("one of \(names.count) cases", "number \(unknown.number)"))
    }
    position += count
    if records.allSatisfy({ context.schema[$0].names.isEmpty }) { return rows.map { .string(names[$0]) } }
    let found = try counts.enumerated().map { number, count -> [ArchiveNode] in
      guard count > 0, !context.schema[records[number]].names.isEmpty else { return [] }
      guard let payload = payloads[number] else {
        throw RowError(row: nil, context.malformed("as many associated values as cases", "none"))
      }
      return try context.nested { try wanted.nodes(count, below: payload) }
    }
    var next = [Int](repeating: 0, count: names.count)
    return rows.map { number in
      var fields = ArchiveNode.Fields(className: className, caseName: names[number])
      if !found[number].isEmpty {
        fields.takeFields(of: found[number][next[number]])
        next[number] += 1
      }
      return .record(fields)
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

extension TreeColumn {
  fileprivate func treeNodes(_ count: Int, in context: ReadContext) throws -> [ArchiveNode] {
    var nodes: [ArchiveNode] = []
    try read(count, keepsObjects: false, in: context) { nodes.append($0) }
    return nodes
  }
}

extension InstanceColumn {
  fileprivate func instanceNodes(_ count: Int, in context: ReadContext) throws -> [ArchiveNode] {
    var nodes: [ArchiveNode] = []
    guard let instances = context.instances else {
      throw context.malformed("the instances of a batch", "none")
    }
    visit(count) { nodes.append(.reference(instances.firstNumber + $0)) }
    return nodes
  }
}
