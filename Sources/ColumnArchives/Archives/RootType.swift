internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// A type as the root of archives: its codec, its schema, the header of its archives, and the plans for reading them.
final class RootType: @unchecked Sendable {
  // Sendable: codecs and plans do not change, and the list of plans is accessed only under the lock.
  let codec: any ColumnCodec
  /// The codec of the array, if the root is an array. Its elements are stored in batches.
  let list: ListCodec?
  /// The first bytes of archives of the type, and the columns that the header describes.
  let header: [UInt8]
  let schema: Schema
  /// The plan for such archives: it reads without conversions.
  private let plan: ReadPlan
  /// The columns with zone statistics; `nil` if there are none, or for a single value.
  private let zoneColumns: ZoneColumns?
  /// Whether a large single value is checked while it is copied, rather than before it.
  private let copiesLists: Bool
  /// Whether values refer to class instances, which several values may share.
  private let refersToInstances: Bool
  /// The schema of the type, or of the elements, if it is a record.
  private let record: ArchiveSchema?
  private var className: String { record?.className ?? "" }

  init(_ codec: any ColumnCodec) {
    self.codec = codec
    list = codec as? ListCodec
    let rows = list?.element ?? codec
    record = (rows.memory.type as? any ArchiveRecord.Type)?.archiveSchema
    schema = SchemaBuilder.schema(rows.describe)
    header = ColumnFormat.header(isSequence: list != nil, className: record?.className ?? "", schema)
    plan = ReadPlan(rows, schema)
    zoneColumns = list == nil ? nil : ZoneColumns(schema)
    copiesLists = (codec as? RecordCodec)?.copiesLists ?? false
    refersToInstances = schema.nodes.contains { $0.kind == .instance }
  }

  /// Whether values of the type may be stored under a class name.
  func accepts(className: String) -> Bool { record?.accepts(className: className) ?? true }

  /// The name of the type of the value, or of the elements, in errors.
  var nameForErrors: String {
    className.isEmpty ? "\((list?.element ?? codec).memory.type)" : "class \(className)"
  }

  // MARK: Plans

  /// A plan for archives whose header differs from the type's own.
  private struct KeptPlan {
    let header: [UInt8]
    /// The depth to which the schema was checked.
    let maximumDepth: Int
    let plan: ReadPlan
  }

  private let lock = NSLock()
  private var kept: [KeptPlan] = []
  /// The maximum number of kept plans, and the maximum size of the header of a kept plan.
  private static let (greatestCount, greatestHeader) = (8, 64 << 10)

  /// Calls `body` with the layout of an archive, its plan, and a context for reading it. The header is parsed only if
  /// it is neither the type's own nor the header of a kept plan.
  ///
  /// - Parameter budget: The rest of the budget, if the call has already read something.
  func withContext<Result>(
    _ bytes: ByteCursor, _ options: ColumnArchive.DecodingOptions, budget: Int? = nil,
    _ body: (ArchiveLayout, ReadPlan, ReadContext) throws -> Result
  ) throws -> Result {
    let (layout, plan) = try self.plan(for: bytes, options)
    let context = ReadContext(
      plan.schema, bytes: bytes, options.limits, verifiesChecksums: options.verifiesChecksums, budget: budget)
    context.isFromNodes = layout.isFromNodes
    return try body(layout, plan, context)
  }

  /// Returns whether a plan is for archives with the type's own header.
  func isOwn(_ plan: ReadPlan) -> Bool { plan === self.plan }

  private func plan(for bytes: ByteCursor, _ options: ColumnArchive.DecodingOptions) throws -> (
    ArchiveLayout, ReadPlan
  ) {
    if bytes.begin(with: header) {
      let layout = try ArchiveLayout(
        bytes, isSequence: list != nil, headerCount: header.count, verifies: options.verifiesChecksums)
      return (layout, plan)
    }
    let layout = try ArchiveLayout(bytes, verifies: options.verifiesChecksums)
    let depth = options.limits.maximumDepth
    let known = lock.withLock {
      kept.first { $0.maximumDepth == depth && bytes.begin(with: $0.header) }
    }
    if let known { return (layout, known.plan) }
    guard accepts(className: layout.className) || layout.className.isEmpty else {
      throw ArchiveError(
        .classMismatch, expected: "a \(className)", found: "a \(layout.className)", offset: 6,
        advice:
          .addFormerName(layout.className)
      )
    }
    let plan = ReadPlan(
      layout.isSequence ? list?.element ?? codec : codec, try SchemaReader.read(layout, options.limits),
      isFromNodes: layout.isFromNodes)
    if layout.headerByteCount <= min(Self.greatestHeader, bytes.end) {
      // SAFETY: the condition compared the header's size with the archive's.
      let header = unsafe Array(UnsafeRawBufferPointer(start: bytes.start, count: layout.headerByteCount))
      lock.withLock {
        if kept.count == Self.greatestCount { kept.removeFirst() }
        kept.append(KeptPlan(header: header, maximumDepth: depth, plan: plan))
      }
    }
    return (layout, plan)
  }

  // MARK: Writing

  /// Writes an archive of the value at an address.
  func write(
    _ address: UnsafeRawPointer, with writer: ColumnWriter, _ options: ColumnArchive.EncodingOptions
  ) throws {
    guard let list else {
      return try writer.writeValue(header, schema, options.compression.settings) {
        try unsafe Rows.with(address, stride: codec.memory.stride, count: 1) {
          try codec.write($0, to: writer)
        }
      }
    }
    writer.output.append(header)
    let found = unsafe Rows.with(address, stride: list.memory.stride, count: 1) {
      unsafe list.operations.runs(
        $0, writer.scratch(1, of: UInt.self), UnsafeMutableRawBufferPointer(start: nil, count: 0))
    }
    try withExtendedLifetime(found) {
      var index = SequenceIndex()
      let array = found.runs[0]
      for batch in try unsafe writeBatches(array.base, count: array.count, with: writer, options) {
        index.add(batch)
      }
      index.write(to: writer.output)
    }
  }

  /// Writes elements that lie side by side, in as many batches as needed.
  ///
  /// Elements of a type that refers to class instances are written as one batch, because an instance keeps its
  /// identity only within a batch. A type without a column description does not state whether it refers to instances:
  /// if one of its values does, all elements are written again as one batch.
  ///
  /// - Returns: The batches.
  func writeBatches(
    _ elements: UnsafeRawPointer, count: Int, with writer: ColumnWriter,
    _ options: ColumnArchive.EncodingOptions
  ) throws -> [WrittenBatch] {
    guard let element = list?.element else { preconditionFailure("only sequences have batches") }
    var (start, size) = (0, refersToInstances ? count : options.possibleBatchSize)
    try BatchFrame.check(min(size, count))
    let (stride, output) = (element.memory.stride, writer.output)
    let first = output.count
    var batches: [WrittenBatch] = []
    writer.prepare(options.compression.settings)
    while start < count {
      let part = min(count - start, size)
      var hasInstances = false
      let batch = try writer.writeBatch(from: start, count: part, schema, zoneColumns) {
        try unsafe Rows.with(elements + start * stride, stride: stride, count: part) {
          try element.write($0, to: writer)
        }
        hasInstances = writer.hasInstances
      }
      if hasInstances, part < count {
        try BatchFrame.check(count)
        output.truncate(to: first)
        (batches, start, size) = ([], 0, count)
        continue
      }
      batches.append(batch)
      start += part
    }
    return batches
  }

  // MARK: Reading

  /// Reads the value of an archive into memory for the value.
  func read(
    _ bytes: ByteCursor, into place: Place, _ options: ColumnArchive.DecodingOptions
  ) throws {
    try withContext(bytes, options) { layout, plan, context in
      if layout.isSequence {
        try readSequence(bytes, layout, plan, into: place, options, in: context)
      } else {
        try readValue(bytes, layout, plan, into: place, options, in: context)
      }
    }
  }

  private func readSequence(
    _ bytes: ByteCursor, _ layout: ArchiveLayout, _ plan: ReadPlan, into place: Place,
    _ options: ColumnArchive.DecodingOptions, in context: ReadContext
  ) throws {
    guard let list else {
      throw ArchiveError(
        .typeMismatch, expected: "one value", found: "a sequence of values", offset: 5,
        advice: "Decode an array of the type.")
    }
    let (batches, zones) = try layout.sequence(
      verifies: options.verifiesChecksums, readsIncomplete: options.readsIncompleteFiles)
    try zones?.check(in: bytes)
    let count = batches.reduce(0) { $0 + $1.count }
    try locating(isSequence: true) { try context.charge(count, of: list.element.memory.stride) }
    try list.operations.make(place, count) {
      try read([0..<count], of: batches, in: bytes, by: plan, into: $0, context)
    }
    try destroying(place, 1, of: list.memory) { try context.releaseInstances() }
  }

  /// From this size on, the fixed cost of an archive does not matter.
  private static let largeByteCount = 1 << 20

  private func readValue(
    _ bytes: ByteCursor, _ layout: ArchiveLayout, _ plan: ReadPlan, into place: Place,
    _ options: ColumnArchive.DecodingOptions, in context: ReadContext
  ) throws {
    try locating(isSequence: false) {
      let memory = codec.memory
      try context.charge(memory.stride)
      // Checked while it is copied, damage is found before the value is returned, and no type of the program sees it.
      let isCheckedLater =
        copiesLists && isOwn(plan) && options.verifiesChecksums && bytes.remaining >= Self.largeByteCount
      let body = try BatchBody(layout.content, verifies: options.verifiesChecksums && !isCheckedLater)
      func read() throws {
        var opener = ColumnOpener(cursor: try context.columns(of: body), context: context)
        try plan.read(try opener.openBatch(count: 1), into: place, count: 1, in: context)
        try destroying(place, 1, of: memory) { try context.releaseInstances() }
      }
      guard isCheckedLater, body.decompressedByteCount == nil else { return try read() }
      try context.checking(body, destroy: { memory.destroy(place, 1) }, read)
    }
  }

  /// Reads elements into memory for them, side by side.
  ///
  /// - Parameter ranges: The positions of the elements, in ascending order.
  func read(
    _ ranges: [Range<Int>], of batches: [ArchiveLayout.Batch], in bytes: ByteCursor, by plan: ReadPlan,
    into place: Place, _ context: ReadContext
  ) throws {
    var (done, opened) = (0, (batch: Int, column: Column)?.none)
    do {
      for range in ranges {
        var first = range.lowerBound
        var number = batches.indices.partitioningIndex { batches[$0].start + batches[$0].count > first }
        while first < range.upperBound {
          let batch = batches[number]
          let known = opened?.batch == number ? opened?.column : nil
          let column = try known ?? batch.columns(in: bytes, context)
          opened = (number, column)
          let count = min(range.upperBound, batch.start + batch.count) - first
          try locating(isSequence: true, from: first) {
            try context.charge(WorkCost.run)
            let skipped = first - batch.start - column.position
            if skipped > 0 { try column.skip(skipped, in: context) }
            try plan.read(column, into: place.row(done), count: count, in: context)
          }
          done += count
          (first, number) = (first + count, number + 1)
        }
      }
    } catch {
      plan.memory.destroy(place, done)
      throw error
    }
  }
}

extension ByteCursor {
  /// Returns whether the archive begins with the given bytes.
  fileprivate func begin(with header: [UInt8]) -> Bool {
    guard end >= header.count else { return false }
    // SAFETY: the guard checked that the archive has at least as many bytes as the header.
    return unsafe header.withUnsafeBytes { unsafe memcmp($0.baseAddress!, start, $0.count) == 0 }
  }
}
