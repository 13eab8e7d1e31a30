internal import ArchiveBytes

/// An error with the row of the column in which it happened. The collections above turn the row into a location in the
/// value.
struct RowError: Error {
  var row: Int?
  var error: ArchiveError

  init(row: Int?, _ error: ArchiveError) {
    self.row = row
    self.error = error
  }

  /// Wraps an error as the error of a row. If `row` is `nil`, the error keeps its own row.
  init(row: Int?, wrapping error: any Error) {
    if let error = error as? RowError {
      self.init(row: row ?? error.row, error.error)
    } else {
      self.init(row: row, ArchiveError.wrapping(error))
    }
  }

  /// Changes the error of an element into the error of its list.
  ///
  /// - Parameter forEachLength: Passes each list's row and its number of elements, in order.
  mutating func enterList(_ forEachLength: ((Int, Int) -> Void) -> Void) {
    guard let wanted = row else { return }
    var (start, found) = (0, (row: 0, index: wanted))
    forEachLength { row, length in
      if wanted >= start, wanted < start + length { found = (row, wanted - start) }
      start += length
    }
    row = found.row
    error = error.prefixed(.index(found.index))
  }

  /// Runs `body`, and locates its errors at a row.
  @inline(__always)
  static func at<Result>(_ row: Int, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw RowError(row: row, wrapping: error)
    }
  }

  /// Runs `body`, and locates its errors at a field.
  @inline(__always)
  static func inField<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    try mapping(body) { $0.error = $0.error.prefixed(.field(name)) }
  }

  /// Runs `body`, and changes its errors with `change`.
  @inline(__always)
  static func mapping<Result>(_ body: () throws -> Result, _ change: (inout RowError) -> Void) throws
    -> Result
  {
    do {
      return try body()
    } catch {
      var failure = error as? RowError ?? RowError(row: nil, ArchiveError.wrapping(error))
      change(&failure)
      throw failure
    }
  }
}

/// Runs `body`. An error at a row becomes an error at an element of the archived array.
func locating<Result>(isSequence: Bool, from start: Int = 0, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let failure as RowError {
    guard isSequence, let row = failure.row else { throw failure.error }
    throw failure.error.prefixed(.index(start + row))
  } catch {
    throw ArchiveError.wrapping(error)
  }
}
