internal import ArchiveBytes
public import ArchiveValues
internal import Foundation

// Reading one field of all elements: of the other columns only the heads are looked at.

extension ColumnArchive {
  /// Reads one field of all elements: one value for each, in their order.
  ///
  /// ```swift
  /// let starts = try archive.values(at: Session.path.startTime)      // [Date]
  /// let heights = try archive.values(at: Trip.path.home.height)      // [Double?], when `home` is an optional struct
  /// ```
  ///
  /// Where the elements are themselves arrays or optionals of what the path begins with, there is one value for each
  /// of these. Values of a type that is ``ArchiveUpgradable`` are upgraded; the names on the way are those that the
  /// archive has, whatever the version of the records around.
  ///
  /// - Throws: ``ArchiveError``, located in the archive; ``ArchiveError/Code/missingField`` when the archive has no
  ///   such field.
  /// - Complexity: Linear in the size of the field.
  public func values<Root, Value>(at path: ArchivePath<Root, Value>) throws -> [Value] {
    let steps = try Self.stored(path.steps)
    return try values(at: steps) { try ColumnRoute(toSingleValues: steps, in: $0) }
  }

  /// Reads one field of all elements, in all arrays that the path leads through: every value, in order. Missing
  /// optionals on the way are left out.
  ///
  /// ```swift
  /// let tags = try archive.values(at: Session.path.events.eventTag)
  /// ```
  ///
  /// - Throws: ``ArchiveError``, located in the archive; ``ArchiveError/Code/missingField`` when the archive has no
  ///   such field.
  /// - Complexity: Linear in the size of the field.
  public func values<Root, Value>(at path: ArchiveValuesPath<Root, Value>) throws -> [Value] {
    let steps = try Self.stored(path.steps)
    return try values(at: steps) { try ColumnRoute(toValues: steps, in: $0) }
  }

  /// Reads one field of all elements, by its stored name: that of each field on the way, with dots between them. Arrays
  /// on the way are joined, and missing optionals left out.
  ///
  /// ```swift
  /// let tags = try archive.values(of: String.self, at: "events.eventTag")
  /// ```
  ///
  /// The keys and the values of a dictionary on the way are the fields `key` and `value`.
  ///
  /// - Throws: ``ArchiveError``, located in the archive; ``ArchiveError/Code/missingField`` when the archive has no
  ///   such field.
  public func values<Value: ArchiveValue>(of type: Value.Type, at name: String) throws -> [Value] {
    let steps = name.split(separator: ".").map { PathStep(names: [String($0)]) }
    return try values(at: steps) { try ColumnRoute(toValues: steps, in: $0) }
  }

  private func values<Value>(
    at steps: [PathStep], by route: (ReadContext) throws -> ColumnRoute
  ) throws -> [Value] {
    let names = steps.map(\.names)
    let codec = try Self.codec(of: Value.self, at: steps)
    return try withColumns(to: names, by: route) { batches, context in
      var count = 0
      let columns = try batches.compactMap { batch in
        let column = try batch.open()
        try locating([]) { try context.charge(column?.count ?? 0, of: MemoryLayout<Value>.stride) }
        count += column?.count ?? 0
        return column
      }
      return try locating(names) { try Self.read(columns, count: count, by: codec, in: context) }
    } ?? []
  }

  /// Reads columns one after the other into one array.
  private static func read<Value>(
    _ columns: [Column], count: Int, by codec: ColumnCodec, in context: ReadContext
  ) throws -> [Value] {
    try unsafe [Value](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      guard let base = buffer.baseAddress else { return }
      unsafe LargeMemory.willFill(base, byteCount: count * MemoryLayout<Value>.stride)
      for column in columns {
        let place = unsafe Place(
          base: UnsafeMutableRawPointer(base + initializedCount), stride: MemoryLayout<Value>.stride)
        try codec.read(column, into: place, count: column.count, in: context)
        initializedCount += column.count
      }
    }
  }

  /// How many values ``_readParts(at:_:)`` gives at a time: so few that they stay in the processor's cache.
  private static var partCount: Int { 4_096 }

  /// Calls `body` with the values at a path, part by part: the position of the first, and the values, which are gone
  /// when it returns.
  ///
  /// - Throws: What ``values(at:)`` throws; ``ArchiveError/Code/typeMismatch`` when the archive is no sequence of what
  ///   the path begins with; and what `body` throws.
  @usableFromInline
  func _readParts<Root, Value>(
    at path: ArchivePath<Root, Value>, _ body: (Int, UnsafeBufferPointer<Value>) throws -> Void
  ) throws {
    try checkSequence()
    let steps = try Self.stored(path.steps)
    let names = steps.map(\.names)
    let codec = try Self.codec(of: Value.self, at: steps)
    let buffer = UnsafeMutableBufferPointer<Value>.allocate(capacity: min(count, Self.partCount))
    defer { unsafe buffer.deallocate() }
    guard let base = buffer.baseAddress else { return }
    let place = unsafe Place(base: UnsafeMutableRawPointer(base), stride: MemoryLayout<Value>.stride)
    try withColumns(to: names) {
      let route = try ColumnRoute(toSingleValues: steps, in: $0)
      guard route.containersAroundRoot == 0 else {
        throw ArchiveError(
          .typeMismatch, expected: "a sequence of \(Root.self)",
          found: "one of \($0.schema[$0.schema.root].kind.description)")
      }
      return route
    } _: { batches, context in
      try locating([]) { try context.charge(count, of: MemoryLayout<Value>.stride) }
      for batch in batches {
        guard let column = try batch.open() else { continue }
        var done = 0
        while done < column.count {
          let part = min(column.count - done, Self.partCount)
          try locating(names) { try codec.read(column, into: place, count: part, in: context) }
          // SAFETY: so many values were just read.
          defer { _ = unsafe base.deinitialize(count: part) }
          try unsafe body(batch.start + done, UnsafeBufferPointer(start: base, count: part))
          done += part
        }
      }
    }
  }

  // MARK: Columns

  /// A batch, whose column at the end of a way can be opened.
  private struct BatchColumn {
    let batch: ArchiveLayout.Batch
    let names: [[String]]
    let route: ColumnRoute
    let bytes: ByteCursor
    let context: ReadContext

    /// The position of the first element.
    var start: Int { batch.start }

    /// The column; `nil` when there are no values in it.
    func open() throws -> Column? {
      let root = try locating([]) {
        var opener = ColumnOpener(cursor: try bytes.part(batch.columns), context: context)
        return try opener.open(context.schema.root, count: batch.count)
      }
      return try locating(names) { try route.column(from: root, in: context) }
    }
  }

  /// Calls `body` with the batches, once the way to the wanted column is found; returns `nil` without any, since a
  /// sequence of nothing lacks nothing.
  private func withColumns<Result>(
    to names: [[String]], by route: (ReadContext) throws -> ColumnRoute,
    _ body: ([BatchColumn], ReadContext) throws -> Result
  ) throws -> Result? {
    if batches.isEmpty { return nil }
    return try unsafe data.withUnsafeBytes { bytes in
      let cursor = unsafe ByteCursor(bytes)
      let schema = try ArchiveLayout(cursor).readSchema(limits)
      let context = ReadContext(schema, isExact: false, bytes: cursor, limits: limits)
      let route = try route(context)
      let columns = batches.map {
        BatchColumn(batch: $0, names: names, route: route, bytes: cursor, context: context)
      }
      return try body(columns, context)
    }
  }

  private static func stored(_ steps: [PathStep]?) throws -> [PathStep] {
    guard let steps else {
      throw ArchiveError(
        .unsupported, expected: "a path of stored properties", found: "one that is not stored",
        advice:
          "Computed properties are not in archives, and types without describeColumns(_:) have no paths.")
    }
    return steps
  }

  /// The codec of a type whose values have the memory of those of `Value`: of what the field is stored as by a method of
  /// its own, of the type itself, or of its raw values.
  private static func codec<Value>(of type: Value.Type, at steps: [PathStep]) throws -> ColumnCodec {
    guard let stored = steps.last?.storedPart ?? storedTypeInPlace(of: type) else {
      throw ArchiveError(
        .unsupported, expected: "a path to values that have a column", found: "one to \(type)",
        advice: "In an array, elements conform to ArchiveValue; a RawRepresentable type needs nothing else.")
    }
    let codec = try CodecTable.shared.root(stored).codec
    precondition(codec.memory.stride == MemoryLayout<Value>.stride, "\(stored) has other memory than \(type)")
    return codec
  }
}

/// Runs `body`; an error in it is one of the field with these names.
private func locating<Result>(_ names: [[String]], _ body: () throws -> Result) throws -> Result {
  try locating(isSequence: false) {
    try RowError.mapping(body) { failure in
      for names in names.reversed() { failure.error = failure.error.prefixed(.field(names[0])) }
    }
  }
}
