internal import ArchiveBytes
public import ArchiveValues
internal import Foundation

extension ColumnArchive {
  /// Reads some elements of the archived array. Batches without any of them are not looked at, and of the others the
  /// columns are passed over up to the first one.
  ///
  /// - Parameter range: The positions of the elements, all of them less than ``count``; all when there is none.
  /// - Throws: ``ArchiveError``, located in the archive.
  /// - Complexity: Linear in the size of the elements, and the count of those before them in the same batch.
  public func elements<Element: ArchiveValue>(
    of type: Element.Type, in range: Range<Int>? = nil
  ) throws -> [Element] {
    let range = range ?? 0..<count
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "elements \(range) of \(count)")
    return try withSequence(of: type) { root, bytes, context in
      try locating(isSequence: true) { try context.charge(range.count, of: MemoryLayout<Element>.stride) }
      return try unsafe [Element](unsafeUninitializedCapacity: range.count) { buffer, initializedCount in
        guard let base = buffer.baseAddress else { return }
        // Few batches overlap a range, and they are in order.
        for batch in batches[firstBatch(with: range.lowerBound)...] {
          let part = range.clamped(to: batch.start..<(batch.start + batch.count))
          guard !part.isEmpty else { break }
          let place = unsafe Place(
            base: UnsafeMutableRawPointer(base + (part.lowerBound - range.lowerBound)),
            stride: MemoryLayout<Element>.stride)
          try root.read(
            batch, of: bytes, from: part.lowerBound - batch.start, count: part.count, into: place, in: context
          )
          initializedCount += part.count
        }
      }
    }
  }

  /// Calls `body` with the elements of each batch in turn, so that memory for one batch is enough.
  ///
  /// - Throws: ``ArchiveError``, located in the archive, and what `body` throws.
  public func forEachBatch<Element: ArchiveValue>(
    of type: Element.Type, _ body: ([Element]) throws -> Void
  ) throws {
    for batch in batches {
      try body(try elements(of: type, in: batch.start..<(batch.start + batch.count)))
    }
  }

  /// Reads one field of all elements: every value that the path leads to, in order. Arrays on the way are joined, and
  /// missing optionals left out.
  ///
  /// ```swift
  /// let tags = try archive.values(at: Session.path.events.eventTag)
  /// ```
  ///
  /// Of the other columns only the heads are looked at. Values of a type that is ``ArchiveUpgradable`` are upgraded; the
  /// names on the way are those that the archive has, whatever the version of the records around.
  ///
  /// - Throws: ``ArchiveError``, located in the archive; ``ArchiveError/Code/missingField`` when the archive has no
  ///   such field.
  public func values<Root, Value>(at path: ArchivePath<Root, Value>) throws -> [Value] {
    guard let steps = path.steps else {
      throw ArchiveError(
        .unsupported, expected: "a path of stored properties", found: "one that is not stored",
        advice:
          "Computed properties are not in archives, and types without describeColumns(_:) have no paths.")
    }
    return try values(of: Value.self, at: steps)
  }

  /// Reads one field of all elements, by its stored name: that of each field on the way, with dots between them.
  ///
  /// ```swift
  /// let tags = try archive.values(of: String.self, at: "events.eventTag")
  /// ```
  ///
  /// The keys and the values of a dictionary on the way are the fields `key` and `value`.
  public func values<Value: ArchiveValue>(of type: Value.Type, at name: String) throws -> [Value] {
    try values(of: type, at: name.split(separator: ".").map { [String($0)] })
  }

  private func values<Value: ArchiveValue>(of type: Value.Type, at steps: [[String]]) throws -> [Value] {
    let codec = CodecTable.shared.root(type).codec
    return try unsafe data.withUnsafeBytes { bytes in
      let cursor = unsafe ByteCursor(bytes)
      let schema = try ArchiveLayout(cursor).readSchema(limits)
      let context = ReadContext(schema, isExact: false, bytes: cursor, limits: limits)
      return try locating(isSequence: false) {
        let columns = try batches.compactMap { batch in
          var opener = ColumnOpener(cursor: try cursor.part(batch.columns), context: context)
          let root = try opener.open(context.schema.root, count: batch.count)
          return try root.column(at: steps[...], in: context)
        }
        var count = 0
        for column in columns {
          try context.charge(column.count, of: MemoryLayout<Value>.stride)
          count += column.count
        }
        return try RowError.mapping {
          try Self.read(columns, count: count, by: codec, in: context)
        } _: { failure in
          for names in steps.reversed() { failure.error = failure.error.prefixed(.field(names[0])) }
        }
      }
    }
  }

  /// Reads columns one after the other into one array.
  private static func read<Value>(
    _ columns: [Column], count: Int, by codec: ColumnCodec, in context: ReadContext
  ) throws -> [Value] {
    try unsafe [Value](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      guard let base = buffer.baseAddress else { return }
      for column in columns {
        let place = unsafe Place(
          base: UnsafeMutableRawPointer(base + initializedCount), stride: MemoryLayout<Value>.stride)
        try codec.read(column, into: place, count: column.count, in: context)
        initializedCount += column.count
      }
    }
  }

  /// The number of the batch with an element.
  private func firstBatch(with position: Int) -> Int {
    var (low, high) = (0, batches.count)
    while low < high {
      let middle = (low + high) / 2
      if batches[middle].start + batches[middle].count <= position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Opens the archive as a sequence of elements of a type.
  private func withSequence<Element: ArchiveValue, Result>(
    of type: Element.Type, _ body: (RootCodec, ByteCursor, ReadContext) throws -> Result
  ) throws -> Result {
    let root = CodecTable.shared.root([Element].self)
    return try unsafe data.withUnsafeBytes { bytes in
      let cursor = unsafe ByteCursor(bytes)
      let (layout, context) = try root.open(cursor, limits)
      guard layout.isSequence else {
        throw ArchiveError(
          .typeMismatch, expected: "a sequence of values", found: "one value", offset: 5,
          advice: "Decode it with ColumnArchive.decode(_:from:).")
      }
      return try body(root, cursor, context)
    }
  }
}

extension Column {
  /// The column that steps lead to, each by one of its names; `nil` when there are no values in it.
  fileprivate func column(at steps: ArraySlice<[String]>, in context: ReadContext) throws -> Column? {
    guard let names = steps.first else { return self }
    switch kind {
    case .optional: return try (self as! OptionalColumn).values?.column(at: steps, in: context)
    case .array, .set, .dictionary: return try (self as! ListColumn).elements?.column(at: steps, in: context)
    case .record, .rawRecord:
      let fields = (self as? RecordColumn)?.fields ?? (self as! RawColumn).fields(in: context)
      let own = context.schema[node].names
      for name in names {
        if let position = own.firstIndex(of: name) {
          return try fields[position].column(at: steps.dropFirst(), in: context)
        }
      }
      // A stored name may have dots itself.
      for length in 1...steps.count {
        let name = steps.prefix(length).map { $0[0] }.joined(separator: ".")
        if let position = own.firstIndex(of: name) {
          return try fields[position].column(at: steps.dropFirst(length), in: context)
        }
      }
      throw RowError(
        row: nil,
        ArchiveError(
          .missingField, expected: "a field \(names[0])",
          found: own.isEmpty ? "none" : own.joined(separator: ", ")))
    default:
      throw RowError(
        row: nil,
        ArchiveError(.missingField, expected: "a record with a field \(names[0])", found: kind.description))
    }
  }
}
