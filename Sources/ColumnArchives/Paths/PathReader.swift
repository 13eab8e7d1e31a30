internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// Reads the values at a path, one for each element of an archive, batch by batch.
///
/// It returns values instead of calling a closure for each, so that loops over them are compiled into the caller's
/// module along with their bodies.
@safe
@usableFromInline
final class _PathReader<Value> {
  private let archive: ColumnArchive
  private let codec: any ColumnCodec
  /// The field, how it is read, and the context of the archive; `nil` if the archive has no elements, and so cannot lack
  /// the field.
  private let source: (field: ArchiveField, plan: ReadPlan, context: ReadContext)?
  private var nextBatch = 0
  /// The batch whose values are in memory.
  private var currentBatch: Int?
  /// The memory of a batch's values; the first `count` are initialised.
  private var memory = unsafe UnsafeMutableBufferPointer<Value>(start: nil, count: 0)
  private var count = 0

  /// The position of the first value.
  @usableFromInline private(set) var start = 0
  /// The values of the current batch, valid until the next call of `next()`.
  @usableFromInline var values: UnsafeBufferPointer<Value> {
    unsafe UnsafeBufferPointer(rebasing: memory[..<count])
  }
  /// Uninitialised room for as many positions as there are values.
  @usableFromInline private(set) var found = unsafe UnsafeMutableBufferPointer<Int>(start: nil, count: 0)

  /// - Parameters:
  ///   - byteCount: The number of bytes that the caller needs for each element, besides the value. They count against
  ///     the limits too, since values may take no bytes in an archive.
  ///   - budget: The budget of the call.
  /// - Throws: What `values(at:)` throws, and ``ArchiveError/Code/typeMismatch`` if the archive is not a sequence of
  ///   the path's root type.
  @usableFromInline
  convenience init<Root>(
    _ path: ArchivePath<Root, Value>, in archive: ColumnArchive, takingForEach byteCount: Int, budget: Int
  ) throws {
    let context = try archive.filterContext(budget: budget)
    try self.init(path, in: archive, context)
    guard let context else { return }
    try locating([]) { try context.charge(archive.count, of: MemoryLayout<Value>.stride + byteCount) }
  }

  /// Creates a reader with a context, which other readers may share. ``read(_:)`` does not charge for the values.
  init<Root>(_ path: ArchivePath<Root, Value>, in archive: ColumnArchive, _ context: ReadContext?) throws {
    self.archive = archive
    let steps = try ColumnArchive.stored(path.steps)
    let codec = try ColumnArchive.codec(of: Value.self, at: steps)
    self.codec = codec
    source = try context.map { context in
      let route = try ColumnRoute(toSingleValues: steps, in: context)
      guard route.containersAroundRoot == 0 else {
        throw ArchiveError(
          .typeMismatch, expected: "a sequence of \(Root.self)",
          found: "one of \(context.schema[context.schema.root].kind.description)")
      }
      let plan = ReadPlan(codec, at: route, in: context)
      return (ArchiveField(names: steps.map(\.names), route: route), plan, context)
    }
  }

  deinit {
    clear()
    unsafe memory.deallocate()
    unsafe found.deallocate()
  }

  private func clear() {
    // SAFETY: the first `count` values were initialised by `next()`.
    _ = unsafe memory.baseAddress?.deinitialize(count: count)
    count = 0
  }

  /// What the same call may still read.
  @usableFromInline var rest: Int { source?.context.rest ?? archive._budget }

  /// Reads the values of the next batch.
  ///
  /// - Returns: Whether there is one.
  @usableFromInline
  func next() throws -> Bool {
    guard source != nil, nextBatch < archive.batches.count else { return false }
    defer { nextBatch += 1 }
    try read(nextBatch)
    return true
  }

  /// Reads the values of a batch, unless they are already in memory.
  func read(_ number: Int) throws {
    guard source != nil, number != currentBatch else { return }
    let batch = archive.batches[number]
    clear()
    currentBatch = nil
    if unsafe memory.count < batch.count {
      unsafe memory.deallocate()
      unsafe found.deallocate()
      unsafe memory = .allocate(capacity: batch.count)
      unsafe found = .allocate(capacity: batch.count)
    }
    guard let base = unsafe memory.baseAddress else { return }
    let place = unsafe Place(base: UnsafeMutableRawPointer(base), stride: MemoryLayout<Value>.stride)
    try withColumn(of: number) { column, context in
      try source?.plan.root.read(column, into: place, count: batch.count, in: context)
    }
    (start, count) = (batch.start, batch.count)
    currentBatch = number
  }

  /// Calls `body` with the column of a batch, of which nothing has been read.
  func withColumn<Result>(of number: Int, _ body: (Column, ReadContext) throws -> Result) throws -> Result? {
    guard let (field, _, context) = source else { return nil }
    let batch = archive.batches[number]
    return try unsafe archive.data.withUnsafeBytes { bytes in
      // Nothing made from the bytes outlives the call.
      let bytes = unsafe ByteCursor(bytes)
      context.resume(bytes)
      guard let column = try field.column(of: batch, in: bytes, context), column.count == batch.count else {
        throw ArchiveError(.malformed, expected: "\(batch.count) values of a field", found: "fewer")
      }
      return try locating(field.names) { try body(column, context) }
    }
  }

  /// Reads the next values of a column, and calls `body` with them. They are destroyed afterwards.
  func withValues<Result>(
    _ count: Int, of column: Column, in context: ReadContext,
    _ body: (UnsafeBufferPointer<Value>) throws -> Result
  ) throws -> Result {
    guard let plan = source?.plan else { throw context.malformed("a field", "none") }
    return try codec.memory.withTemporary(count: count, from: context.temporaries) { place in
      try plan.root.read(column, into: place, count: count, in: context)
      // SAFETY: the memory is aligned for any type, and `count` values were just read into it.
      let values = unsafe place.base.assumingMemoryBound(to: Value.self)
      defer { unsafe values.deinitialize(count: count) }
      return try unsafe body(UnsafeBufferPointer(start: values, count: count))
    }
  }

  /// The route to the values; `nil` if the archive has no elements.
  var route: ColumnRoute? { source?.field.route }
}

extension ReadPlan {
  /// Creates the plan for reading the columns at a route.
  convenience init(_ codec: any ColumnCodec, at route: ColumnRoute, in context: ReadContext) {
    self.init(codec, context.schema, node: route.node, isFromNodes: context.isFromNodes)
    context.schema = schema
  }
}

extension ColumnArchive {
  /// Returns the context for reading one value of each element, or `nil` if there are no elements.
  func filterContext(budget: Int) throws -> ReadContext? {
    try checkSequence()
    guard count > 0 else { return nil }
    return try unsafe data.withUnsafeBytes { try readContext(unsafe ByteCursor($0), budget: budget) }
  }
}
