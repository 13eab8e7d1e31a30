public import ArchiveValues

// Reads one field of all elements. Of the other columns, only the heads are read.

extension ColumnArchive {
  /// Reads one field of all elements: one value for each element, in order.
  ///
  /// ```swift
  /// let starts = try archive.values(at: Session.path.startTime)      // [Date]
  /// let heights = try archive.values(at: Trip.path.home.height)      // [Double?], when `home` is an optional struct
  /// ```
  ///
  /// If the elements are arrays or optionals of the path's root type, there is one value for each root. Values of a
  /// type that is ``ArchiveUpgradable`` are upgraded. Use the archive's names of the fields along the path, whatever
  /// version its records have.
  ///
  /// - Throws: ``ArchiveError``, located in the archive; ``ArchiveError/Code/missingField`` if the archive has no such
  ///   field.
  /// - Complexity: Linear in the size of the field.
  public func values<Root, Value>(at path: ArchivePath<Root, Value>) throws -> [Value] {
    try values(at: Self.stored(path.steps), by: ColumnRoute.init(toSingleValues:in:))
  }

  /// Reads one field of all elements, through all arrays along the path: every value, in order. Missing optionals along
  /// the path are skipped.
  ///
  /// ```swift
  /// let tags = try archive.values(at: Session.path.events.eventTag)
  /// ```
  ///
  /// - Throws: ``ArchiveError``, located in the archive; ``ArchiveError/Code/missingField`` if the archive has no such
  ///   field.
  /// - Complexity: Linear in the size of the field.
  public func values<Root, Value>(at path: ArchiveValuesPath<Root, Value>) throws -> [Value] {
    try values(at: Self.stored(path.steps), by: ColumnRoute.init(toValues:in:))
  }

  /// Reads one field of all elements by its stored name: the name of each field along the path, separated by dots.
  /// Arrays along the path are joined, and missing optionals are skipped.
  ///
  /// ```swift
  /// let tags = try archive.values(of: String.self, at: "events.eventTag")
  /// ```
  ///
  /// For a dictionary along the path, the keys are a field `key`, and the values a field `value`.
  ///
  /// - Throws: ``ArchiveError``, located in the archive; ``ArchiveError/Code/missingField`` if the archive has no such
  ///   field.
  public func values<Value: ArchiveValue>(of type: Value.Type, at name: String) throws -> [Value] {
    try values(at: PathStep.steps(named: name), by: ColumnRoute.init(toValues:in:))
  }

  private func values<Value>(
    at steps: [PathStep], by route: ([PathStep], ReadContext) throws -> ColumnRoute
  ) throws -> [Value] {
    // An empty sequence has no values, so no field can be missing.
    if batches.isEmpty { return [] }
    let reader = try PathReader<Value>(steps, in: self, readContext(), by: route)
    var values: [Value] = []
    for number in batches.indices {
      let read = try reader.values(ofBatch: number)
      if values.isEmpty { values = read } else { values += read }
    }
    return values
  }
}
