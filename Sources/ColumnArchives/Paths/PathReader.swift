internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// Reads the values at a path, one for each element of an archive, batch by batch.
struct PathReader<Value> {
  let archive: ColumnArchive
  /// The route to the values.
  var route: ColumnRoute { field.route }
  /// Whether the column stores the values in a form of their own.
  let hasStorage: Bool
  private let plan: ReadPlan
  private let field: ArchiveField
  private let context: ReadContext

  /// - Parameter context: That of the archive, which other readers may share.
  /// - Throws: What `values(at:)` throws, and ``ArchiveError/Code/typeMismatch`` if the archive is not a sequence of
  ///   the path's root type.
  init<Root>(_ path: ArchivePath<Root, Value>, in archive: ColumnArchive, _ context: ReadContext) throws {
    (self.archive, self.context) = (archive, context)
    let steps = try ColumnArchive.stored(path.steps)
    let codec = try ColumnArchive.codec(of: Value.self, at: steps)
    hasStorage = steps.last?.part != nil
    field = ArchiveField(
      names: steps.map(\.names), route: try ColumnRoute(toSingleValues: steps, in: context))
    guard field.route.containersAroundRoot == 0 else {
      throw ArchiveError(
        .typeMismatch, expected: "a sequence of \(Root.self)",
        found: "one of \(context.schema[context.schema.root].kind.description)")
    }
    plan = ReadPlan(codec, at: field.route, in: context)
  }

  /// The number of values read at a time: so few that they stay in the processor's nearest cache.
  private static var blockCount: Int { 512 }

  /// Calls `body` with the values of a batch, a few at a time.
  ///
  /// - Parameter body: Is given the row of the first value, and the values.
  func visit(_ number: Int, _ body: (Int, UnsafeBufferPointer<Value>) throws -> Void) throws {
    let batch = archive.batches[number]
    try locating([]) { try context.charge(batch.count, of: MemoryLayout<Value>.stride) }
    try unsafe archive.data.withUnsafeBytes { bytes in
      // Nothing made from the bytes outlives the call.
      let bytes = unsafe ByteCursor(bytes)
      context.resume(bytes)
      guard let column = try field.column(of: batch, in: bytes, context), column.count == batch.count else {
        throw ArchiveError(.malformed, expected: "\(batch.count) values of a field", found: "fewer")
      }
      let room = min(batch.count, Self.blockCount)
      try plan.memory.withTemporary(count: room, from: context.temporaries) { place in
        for start in stride(from: 0, to: batch.count, by: Self.blockCount) {
          let count = min(batch.count - start, Self.blockCount)
          try locating(field.names) { try plan.read(column, into: place, count: count, in: context) }
          // SAFETY: the memory is aligned for any type, and `count` values were just read into it.
          let values = unsafe place.base.assumingMemoryBound(to: Value.self)
          defer { unsafe values.deinitialize(count: count) }
          try unsafe body(start, UnsafeBufferPointer(start: values, count: count))
        }
      }
    }
  }
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
