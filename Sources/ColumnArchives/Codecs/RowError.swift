internal import ArchiveBytes

/// An error with the row of the column where it happened, which the collections above turn into a place in the value.
struct RowError: Error {
  var row: Int?
  var error: ArchiveError

  init(row: Int?, _ error: ArchiveError) {
    self.row = row
    self.error = error
  }

  /// Any error, as one of a row; without one it keeps its own.
  init(row: Int?, wrapping error: any Error) {
    if let error = error as? RowError {
      self.init(row: row ?? error.row, error.error)
    } else {
      self.init(row: row, ArchiveError.wrapping(error))
    }
  }

  /// Runs `body`; an error in it is changed by `change`.
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

/// Runs `body`; an error of a row in it becomes one of an element of the archived array.
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
