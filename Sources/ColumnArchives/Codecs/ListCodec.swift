internal import ArchiveValues

/// Arrays, and types stored as arrays: lengths, their sum, and one column of all elements.
final class ListCodec: ColumnCodec {
  let memory: ValueMemory
  let element: any ColumnCodec
  let operations: ArrayOperations
  private let kind: ColumnKind

  init<Element: ArchiveValue>(_ type: Element.Type, _ element: any ColumnCodec, role: ArchiveColumn.Role) {
    self.element = element
    operations = ArrayOperations(type)
    partCount = max(64, (32 << 10) / MemoryLayout<Element>.stride)
    kind =
      switch role {
      case .array: .array
      case .set: .set
      case .dictionary: .dictionary
      }
    memory = ValueMemory([Element].self)
    if role == .dictionary { (element as? RecordCodec)?.isEntry = true }
  }

  func describe(in schema: inout SchemaBuilder) -> Int {
    let child = element.describe(in: &schema)
    return schema.add(SchemaNode(kind: kind, children: [child]))
  }

  func encode(_ rows: Rows, to writer: ColumnWriter) throws {
    try RowError.mapping {
      try encodeElements(rows, to: writer)
    } _: { failure in
      failure.enterList { body in
        var kept: [Any] = []
        unsafe operations.visit(rows, &kept) { body($0, $2) }
      }
    }
  }

  /// Writes the elements from the arrays' own memory, with one run for each array; or, for speed alone, many short arrays of
  /// scalars from copies that lie side by side. Without these, `mk48` took 1.1 times as many instructions to encode.
  private func encodeElements(_ rows: Rows, to writer: ColumnWriter) throws {
    let lengths = unsafe writer.scratch(rows.count, of: UInt.self)
    let (stride, runsByteCount) = (element.memory.stride, rows.count * MemoryLayout<Rows.Run>.stride)
    let room = element.isScalar ? rows.count * 64 : 0
    try writer.temporaries.with(byteCount: runsByteCount + room) { memory in
      let runs = unsafe memory.bindMemory(to: Rows.Run.self, capacity: rows.count)
      let copies = unsafe memory + runsByteCount
      var (total, used, copied) = (0, 0, 0)
      var kept: [Any] = []
      unsafe operations.visit(rows, &kept) { row, elements, count in
        unsafe lengths[row] = UInt(bitPattern: count)
        guard count > 0, let elements = unsafe elements else { return }
        // SAFETY: there is room for one run for each row, and a row adds at most one; and for the copies as long as none had
        // to be left out. A product is the size of elements in memory.
        unsafe runs[used] = Rows.Run(base: elements, count: count)
        used &+= 1
        if copied == total &* stride, count &* stride <= room &- copied {
          unsafe SmallCopy.copy(elements, to: copies + copied, count &* stride)
          copied &+= count &* stride
        }
        total &+= count
      }
      unsafe writer.output.append(UnsafeBufferPointer(start: lengths, count: rows.count))
      writer.output.append(varint: UInt64(total))
      if total == 0 { return }
      if copied == total * stride {
        unsafe runs[0] = Rows.Run(base: UnsafeRawPointer(copies), count: total)
        used = 1
      }
      let elements = unsafe Rows(
        runs: UnsafeBufferPointer(start: runs, count: used), offset: 0, stride: stride, count: total)
      try withExtendedLifetime(kept) {
        try writer.nested { try element.write(elements, to: writer) }
      }
    }
  }

  /// Whether reading arrays only copies raw records into them.
  var copiesElements: Bool {
    kind == .array && !hasHook && !element.hasHook && (element as? RecordCodec)?.isCopied == true
  }

  func step(at node: Int, in plan: PlanBuilder) -> ReadStep {
    let stored = plan.schema[node]
    guard [.array, .set, .dictionary].contains(stored.kind),
      (stored.kind == .dictionary) == (kind == .dictionary)
    else { return plan.mismatch(node, expected: kind.description) }
    return ReadStep(
      ListStep(codec: self, element: plan.step(of: element, at: stored.children[0])).run)
  }

  /// The number of elements to read at a time, so that they stay in the first-level cache until they are moved. A
  /// list with more elements is read directly into its own memory.
  fileprivate let partCount: Int
}

/// Reads arrays, and types stored as arrays.
private struct ListStep {
  let codec: ListCodec
  let element: ReadStep

  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    let list = try column.cast(to: ListColumn.self, in: context)
    var lengths = [Int](repeating: 0, count: count)
    let total = try list.readLengths(count, in: context) { row, length in lengths[row] = length }
    // This includes the header and the rounding of each array's block.
    try context.charge(total, of: codec.element.memory.stride)
    try context.charge(count, of: 32)
    try codec.memory.make(count, at: place) { place, left in
      try readPart(list, lengths[(count - left)...], into: place, in: context)
    }
  }

  /// Creates the next lists: a single list with many elements, or several lists with that many elements together.
  ///
  /// - Returns: The number of lists created.
  private func readPart(
    _ list: ListColumn, _ lengths: ArraySlice<Int>, into place: Place, in context: ReadContext
  ) throws -> Int {
    guard let elements = list.elements else {
      // All lists are empty, as `readLengths` has checked.
      codec.operations.move(place, place, lengths)
      return lengths.count
    }
    if let first = lengths.first, first >= codec.partCount {
      try codec.operations.make(place, first) {
        try readElements(elements, into: $0, count: first, in: context, lengths.prefix(1))
      }
      return 1
    }
    var (rows, sum) = (0, 0)
    for length in lengths {
      guard sum + length <= codec.partCount else { break }
      (rows, sum) = (rows + 1, sum + length)
    }
    try codec.element.memory.withTemporary(count: max(sum, 1), from: context.temporaries) { temporary in
      if sum > 0 {
        try readElements(elements, into: temporary, count: sum, in: context, lengths.prefix(rows))
      }
      codec.operations.move(temporary, place, lengths.prefix(rows))
    }
    return rows
  }

  private func readElements(
    _ elements: Column, into place: Place, count: Int, in context: ReadContext, _ lengths: ArraySlice<Int>
  ) throws {
    try RowError.mapping {
      try context.nested { try element.read(elements, into: place, count: count, in: context) }
    } _: { failure in
      failure.enterList { body in for (row, length) in lengths.enumerated() { body(row, length) } }
    }
  }
}
