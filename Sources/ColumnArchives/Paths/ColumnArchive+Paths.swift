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
    let steps = PathStep.steps(named: name)
    return try values(at: steps) { try ColumnRoute(toValues: steps, in: $0) }
  }

  private func values<Value>(
    at steps: [PathStep], by route: (ReadContext) throws -> ColumnRoute
  ) throws -> [Value] {
    let names = steps.map(\.names)
    // A sequence of nothing lacks nothing.
    if batches.isEmpty { return [] }
    let codec = try Self.codec(of: Value.self, at: steps)
    return try unsafe data.withUnsafeBytes { bytes in
      let bytes = unsafe ByteCursor(bytes)
      let context = try readContext(bytes)
      let field = ArchiveField(names: names, route: try route(context))
      var count = 0
      let columns = try batches.compactMap { batch in
        let column = try field.column(of: batch, in: bytes, context)
        try locating([]) { try context.charge(column?.count ?? 0, of: MemoryLayout<Value>.stride) }
        count += column?.count ?? 0
        return column
      }
      return try locating(names) { try Self.read(columns, count: count, by: codec, in: context) }
    }
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
}
