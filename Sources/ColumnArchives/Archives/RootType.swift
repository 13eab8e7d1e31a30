internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// A type as the root of archives: its codec, its schema, and the header of its archives.
final class RootType: Sendable {
  let codec: ColumnCodec
  /// The codec of the array, if the root is one. Its elements are stored in batches.
  let list: ListCodec?
  /// How archives of the type begin.
  let header: RootHeader
  /// How archives begin that are compressed, if that differs: the columns of raw records are divided.
  let dividedHeader: RootHeader?
  /// Whether a single value can be read without opening columns.
  private let canReadOne: Bool
  /// Whether a large single value is checked while it is copied, rather than before.
  private let copiesLists: Bool
  /// Whether elements may be read that nobody asked for.
  let canDropElements: Bool
  private let className: String
  private let accepts: @Sendable (String) -> Bool

  init(_ codec: ColumnCodec) {
    self.codec = codec
    list = codec as? ListCodec
    canReadOne = list == nil && !codec.awakes && codec.canReadOne(inside: [])
    let rows = list?.element ?? codec
    let record = (rows.memory.type as? any ArchiveRecord.Type)?.archiveSchema
    let className = record?.className ?? ""
    self.className = className
    accepts = { record?.accepts(className: $0) ?? true }
    let isSequence = list != nil
    func header(dividesRawRecords: Bool) -> RootHeader {
      let schema = SchemaBuilder.schema(dividesRawRecords: dividesRawRecords, rows.describe)
      return RootHeader(isSequence: isSequence, className: className, schema)
    }
    let own = header(dividesRawRecords: false)
    self.header = own
    dividedHeader = own.dividesRawRecords ? nil : header(dividesRawRecords: true)
    copiesLists = (codec as? RecordCodec)?.copiesLists ?? false
    canDropElements = !rows.isReadingInsideNoticed
  }

  /// Whether values of the type may be stored under a class name.
  func accepts(className: String) -> Bool { accepts(className) }

  /// What errors call the type of the value, or of the elements.
  var nameForErrors: String {
    className.isEmpty ? "\((list?.element ?? codec).memory.type)" : "class \(className)"
  }

  /// The plan of the last archive with another schema than the type's own.
  private let kept = Spare<KeptPlan>()

  /// Calls `body` with the layout of an archive, and a context for reading it. The header is parsed only if it differs from
  /// the type's own, and from that of the last archive.
  ///
  /// - Parameter budget: What is left of the budget, if the call has already read something.
  func withContext<Result>(
    _ bytes: ByteCursor, _ options: ColumnArchive.DecodingOptions, budget: Int? = nil,
    _ body: (ArchiveLayout, ReadContext) throws -> Result
  ) throws -> Result {
    func read(_ layout: ArchiveLayout, _ plan: ReadPlan) throws -> Result {
      let context = ReadContext(
        plan, bytes: bytes, options.limits, verifiesChecksums: options.verifiesChecksums, budget: budget)
      defer { context.close() }
      return try body(layout, context)
    }
    if let header = header(of: bytes) {
      let layout = try ArchiveLayout(
        bytes, isSequence: list != nil, headerCount: header.bytes.count, verifies: options.verifiesChecksums)
      return try read(layout, ReadPlan(header.schema, isExact: true))
    }
    let layout = try ArchiveLayout(bytes, verifies: options.verifiesChecksums)
    if let known = kept.take() {
      defer { kept.put(known) }
      if known.fits(bytes, options.limits) { return try read(layout, known.plan) }
    }
    guard accepts(layout.className) || layout.className.isEmpty else {
      throw ArchiveError(
        .classMismatch, expected: "a \(className)", found: "a \(layout.className)", offset: 6,
        advice:
          "If it is the same type under an older name, list that: @Archivable(formerly: [\"\(layout.className)\"])."
      )
    }
    let plan = try ReadPlan(layout, options.limits)
    defer {
      let new = KeptPlan(plan, bytes, headerCount: layout.headerByteCount, options.limits)
      if let new { kept.put(new) }
    }
    return try read(layout, plan)
  }

  /// Returns the header of an archive, if it is one of the type's own.
  func header(of bytes: ByteCursor) -> RootHeader? {
    if bytes.begin(with: header.bytes) { return header }
    return dividedHeader.flatMap { bytes.begin(with: $0.bytes) ? $0 : nil }
  }

  /// Returns the header of new archives.
  func header(for compression: ColumnArchive.Compression) -> RootHeader {
    compression.isWhole ? dividedHeader ?? header : header
  }

  // MARK: Writing

  /// Writes an archive of the value at an address.
  func write(
    _ address: UnsafeRawPointer, with writer: ColumnWriter, _ options: ColumnArchive.EncodingOptions
  ) throws {
    // Passing on the properties, rather than one of two values, counts no references.
    if options.compression.isWhole, let dividedHeader {
      try unsafe write(address, dividedHeader, with: writer, options)
    } else {
      try unsafe write(address, header, with: writer, options)
    }
  }

  private func write(
    _ address: UnsafeRawPointer, _ header: RootHeader, with writer: ColumnWriter,
    _ options: ColumnArchive.EncodingOptions
  ) throws {
    header.write(to: writer.output)
    guard let list else {
      writer.prepare(options.compression.settings(for: header))
      return try locating(isSequence: false) {
        let start = writer.output.count
        writer.recorder.start(header.schema, nil)
        try unsafe Rows.with(address, stride: codec.memory.stride, count: 1) {
          try codec.write($0, to: writer)
        }
        try finishBody(from: start, with: writer)
      }
    }
    var kept: [Any] = []
    var (elements, count) = unsafe (UnsafeRawPointer?.none, 0)
    unsafe Rows.with(address, stride: list.memory.stride, count: 1) { array in
      unsafe list.operations.visit(array, &kept) { unsafe (elements, count) = ($1, $2) }
    }
    try withExtendedLifetime(kept) {
      var (batches, zones) = ([ArchiveLayout.Batch](), ZoneStatistics())
      if let elements = unsafe elements {
        for batch in try unsafe writeBatches(elements, count: count, header, with: writer, options) {
          batches.append(batch.location)
          zones.add(batch.statistics, byteCount: batch.location.body.count)
        }
      }
      SequenceFooter.write(count: count, batches, zones: zones, to: writer.output)
    }
  }

  /// Writes elements that lie side by side, in as many batches as needed.
  ///
  /// Elements that refer to class instances are written as one batch, since an instance keeps its identity only within
  /// a batch.
  ///
  /// - Parameter header: The header of the archive.
  /// - Returns: The batches, whose locations are those in the output, and what is known of their columns.
  func writeBatches(
    _ elements: UnsafeRawPointer, count: Int, _ header: RootHeader, with writer: ColumnWriter,
    _ options: ColumnArchive.EncodingOptions
  ) throws -> [WrittenBatch] {
    guard let element = list?.element else { preconditionFailure("only sequences have batches") }
    let (stride, output) = (element.memory.stride, writer.output)
    var batches: [WrittenBatch] = []
    let first = output.count
    var (start, size) = (0, options.possibleBatchSize)
    writer.prepare(options.compression.settings(for: header))
    while start < count {
      let part = min(count - start, size)
      let head = BatchFrame.begin(output)
      let columns = output.count
      writer.recorder.start(header.schema, header.zoneColumns)
      try locating(isSequence: true, from: start) {
        try unsafe Rows.with(elements + start * stride, stride: stride, count: part) {
          try element.write($0, to: writer)
        }
      }
      if writer.hasInstances, part < count {
        writer.dropInstances()
        output.truncate(to: first)
        try BatchFrame.check(count)
        (batches, start, size) = ([], 0, count)
        continue
      }
      try finishBody(from: columns, with: writer)
      BatchFrame.finish(at: head, first: start, count: part, output)
      let location = ArchiveLayout.Batch(start: start, count: part, body: columns..<output.count)
      batches.append(WrittenBatch(location: location, statistics: writer.recorder.statistics))
      start += part
    }
    return batches
  }

  /// Writes what follows the columns of a value or of a batch.
  private func finishBody(from start: Int, with writer: ColumnWriter) throws {
    let columns = start..<writer.output.count
    try writer.finishInstances()
    try BatchBody.finish(columns, with: writer)
  }

  // MARK: Reading

  /// Reads the value of an archive into memory for the value.
  func read(
    _ bytes: ByteCursor, into address: UnsafeMutableRawPointer, _ options: ColumnArchive.DecodingOptions
  ) throws {
    let isLarge = bytes.remaining >= Self.largeByteCount
    if canReadOne, !isLarge, bytes.begin(with: header.bytes), options.limits.maximumDecodedSize == nil {
      let body = try BatchBody(
        bytes.dropping(header.bytes.count), verifies: options.verifiesChecksums)
      var reader = DirectReader(body.stored, maximumDepth: options.limits.maximumDepth)
      if body.compression == nil, unsafe codec.readOne(&reader, into: address) {
        if reader.cursor.isAtEnd { return }
        codec.memory.destroy(unsafe Place(base: address, stride: 0), 1)
      }
    }
    try withContext(bytes, options) { layout, context in
      try unsafe read(bytes, layout, into: address, isLarge: isLarge, options, in: context)
    }
  }

  private func read(
    _ bytes: ByteCursor, _ layout: ArchiveLayout, into address: UnsafeMutableRawPointer, isLarge: Bool,
    _ options: ColumnArchive.DecodingOptions, in context: ReadContext
  ) throws {
    guard layout.isSequence else {
      return try locating(isSequence: false) {
        try context.charge(codec.memory.stride)
        let place = unsafe Place(base: address, stride: codec.memory.stride)
        // Checked while it is copied, damage is found before the value is returned, and no type of the program sees it.
        let isCheckedLater = isLarge && copiesLists && context.isExact && options.verifiesChecksums
        let body = try BatchBody(
          layout.content, verifies: options.verifiesChecksums && !isCheckedLater)
        guard isCheckedLater, body.compression == nil else {
          return try readValue(of: body, into: place, in: context)
        }
        try context.checking(body, destroy: { codec.memory.destroy(place, 1) }) {
          try readValue(of: body, into: place, in: context)
        }
      }
    }
    guard let list else {
      throw ArchiveError(
        .typeMismatch, expected: "one value", found: "a sequence of values", offset: 5,
        advice: "Decode an array of the type.")
    }
    let (batches, statistics) = try layout.sequence(
      verifies: options.verifiesChecksums, readsIncomplete: options.readsIncompleteFiles)
    if statistics != nil, options.verifiesChecksums { try layout.checkStatistics() }
    let count = batches.reduce(0) { $0 + $1.count }
    let stride = list.element.memory.stride
    try locating(isSequence: true) { try context.charge(count, of: stride) }
    try unsafe list.operations.make(address, count) { base in
      for batch in batches {
        let place = unsafe Place(base: base + batch.start * stride, stride: stride)
        do {
          try read(batch, of: bytes, from: 0, count: batch.count, into: place, in: context)
        } catch {
          list.element.memory.destroy(unsafe Place(base: base, stride: stride), batch.start)
          throw error
        }
      }
    }
    do {
      try context.releaseInstances()
    } catch {
      list.memory.destroy(unsafe Place(base: address, stride: list.memory.stride), 1)
      throw error
    }
  }

  /// Archives of at least this size have a fixed cost that does not matter.
  private static let largeByteCount = 1 << 20

  /// Reads the only value of a body.
  private func readValue(of body: BatchBody, into place: Place, in context: ReadContext) throws {
    var opener = ColumnOpener(cursor: try context.columns(of: body), context: context)
    let column = try opener.openBatch(count: 1)
    try codec.read(column, into: place, count: 1, in: context)
    do {
      try context.batchInstances?.finish()
      try context.releaseInstances()
    } catch {
      codec.memory.destroy(place, 1)
      throw error
    }
  }

  /// Reads some elements of a batch into memory for those elements.
  func read(
    _ batch: ArchiveLayout.Batch, of bytes: ByteCursor, from first: Int, count: Int, into place: Place,
    in context: ReadContext
  ) throws {
    try reader(of: batch, in: bytes, context).read(from: first, count: count, into: place)
  }

  /// Opens a batch and returns a reader of its elements.
  func reader(of batch: ArchiveLayout.Batch, in bytes: ByteCursor, _ context: ReadContext) throws
    -> BatchReader
  {
    guard let element = list?.element else { preconditionFailure("only sequences have batches") }
    return try locating(isSequence: true, from: batch.start) {
      context.willRead(try bytes.part(batch.body))
      let body = try batch.open(in: bytes, verifiesAny: context.verifiesChecksums)
      var opener = ColumnOpener(cursor: try context.columns(of: body), context: context)
      let column = try opener.openBatch(count: batch.count)
      return BatchReader(
        start: batch.start, element: element, column: column, instances: context.instances, context: context)
    }
  }
}

/// A batch that was just written.
struct WrittenBatch {
  let location: ArchiveLayout.Batch
  /// What is known of each column of which zones say something.
  let statistics: [ColumnStatistics]
}
