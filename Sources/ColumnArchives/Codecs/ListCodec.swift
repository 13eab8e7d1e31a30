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
      if element.isScalar {
        try encodeScalars(rows, to: writer)
      } else {
        try encodeRuns(rows, to: writer)
      }
    } _: { failure in
      failure.enterList { body in
        var kept: [Any] = []
        unsafe operations.visit(rows, &kept) { body($0, $2) }
      }
    }
  }

  /// Writes the elements from the arrays' own memory, with one run for each array.
  private func encodeRuns(_ rows: Rows, to writer: ColumnWriter) throws {
    let lengths = unsafe writer.scratch(rows.count, of: UInt.self)
    let byteCount = rows.count * MemoryLayout<Rows.Run>.stride
    try writer.temporaries.with(byteCount: byteCount) { memory in
      let runs = unsafe memory.bindMemory(to: Rows.Run.self, capacity: rows.count)
      var (total, used) = (0, 0)
      var kept: [Any] = []
      unsafe operations.visit(rows, &kept) { row, elements, count in
        unsafe lengths[row] = UInt(bitPattern: count)
        if count > 0, let elements = unsafe elements {
          // SAFETY: there is room for one run per row, and each row adds at most one.
          unsafe runs[used] = Rows.Run(base: elements, count: count)
          used += 1
          total += count
        }
      }
      unsafe writer.output.append(UnsafeBufferPointer(start: lengths, count: rows.count))
      writer.output.append(varint: UInt64(total))
      if total == 0 { return }
      let elements = unsafe Rows(
        runs: UnsafeBufferPointer(start: runs, count: used), offset: 0, stride: element.memory.stride,
        count: total)
      try withExtendedLifetime(kept) {
        try writer.nested { try element.write(elements, to: writer) }
      }
    }
  }

  /// Writes elements that are small and own nothing. They are copied side by side as the arrays are visited, because
  /// their memory is rarely still in the cache on a second pass.
  private func encodeScalars(_ rows: Rows, to writer: ColumnWriter) throws {
    let lengths = unsafe writer.scratch(rows.count, of: UInt32.self)
    let stride = element.memory.stride
    // Copying pays off for many short arrays. Long arrays are written from their own memory.
    let limit = rows.count * 64
    try writer.temporaries.with(byteCount: limit) { copies in
      let room = unsafe UnsafeMutableRawBufferPointer(start: copies, count: min(limit, Int(UInt32.max)))
      guard let byteCount = unsafe operations.collect(rows, lengths, room) else {
        return try encodeRuns(rows, to: writer)
      }
      let total = byteCount / stride
      unsafe writer.output.append(UnsafeBufferPointer(start: lengths, count: rows.count))
      writer.output.append(varint: UInt64(total))
      if total == 0 { return }
      try unsafe Rows.with(copies, stride: stride, count: total) { elements in
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
    try context.temporaries.with(byteCount: count * MemoryLayout<Int>.stride) { block in
      let lengths = unsafe block.bindMemory(to: Int.self, capacity: count)
      let total = try list.readLengths(count, in: context) { row, length in
        // SAFETY: there is room for `count` lengths, and `row` is less than `count`.
        unsafe lengths[row] = length
      }
      // The charge includes the header and the rounding of each array's block.
      try context.charge(total, of: codec.element.memory.stride)
      try context.charge(count, of: 32)
      try codec.memory.make(count, at: place) { place, left in
        try unsafe readPart(
          list, lengths: UnsafeBufferPointer(start: lengths + (count - left), count: left), into: place,
          in: context)
      }
    }
  }

  /// Creates the next lists: a single list with many elements, or several lists with that many elements together.
  ///
  /// - Returns: The number of lists created.
  private func readPart(
    _ list: ListColumn, lengths: UnsafeBufferPointer<Int>, into place: Place, in context: ReadContext
  ) throws -> Int {
    let first = unsafe lengths[0]
    guard let elements = list.elements else {
      // All lists are empty: `readLengths` has checked it.
      unsafe codec.operations.move(place.base, place, lengths)
      return lengths.count
    }
    if first >= codec.partCount {
      try unsafe codec.operations.make(place.base, first) { base in
        let target = unsafe Place(base: base, stride: codec.element.memory.stride)
        try unsafe readElements(elements, into: target, count: first, in: context, lengths: lengths, rows: 1)
      }
      return 1
    }
    var (rows, sum) = (0, 0)
    while rows < lengths.count, unsafe sum + lengths[rows] <= codec.partCount {
      sum += unsafe lengths[rows]
      rows += 1
    }
    try codec.element.memory.withTemporary(count: max(sum, 1), from: context.temporaries) { temporary in
      if sum > 0 {
        try unsafe readElements(
          elements, into: temporary, count: sum, in: context, lengths: lengths, rows: rows)
      }
      unsafe codec.operations.move(temporary.base, place, UnsafeBufferPointer(rebasing: lengths[..<rows]))
    }
    return rows
  }

  private func readElements(
    _ elements: Column, into place: Place, count: Int, in context: ReadContext,
    lengths: UnsafeBufferPointer<Int>,
    rows: Int
  ) throws {
    try RowError.mapping {
      try context.nested { try element.read(elements, into: place, count: count, in: context) }
    } _: { failure in
      failure.enterList { body in
        for row in 0..<rows { body(row, unsafe lengths[row]) }
      }
    }
  }
}
