public import ArchiveBytes

/// Knows where in an archive it reads, and makes errors for that place: what ``FieldDecoder`` and ``ValueDecoder`` have
/// in common.
public protocol LocatedDecoder {
  /// The offset of the current place in the bytes of the archive; by default `nil`, for what has no bytes.
  var offset: Int? { get }
}

extension LocatedDecoder {
  public var offset: Int? { nil }

  /// An error at the current place of the archive, for a stored value that cannot be used.
  public func failure(
    _ code: ArchiveError.Code, expected: String? = nil, found: String? = nil, advice: String? = nil
  ) -> ArchiveError {
    ArchiveError(code, expected: expected, found: found, offset: offset, advice: advice)
  }

  /// An error at the current place for a stored value that the type cannot hold.
  public func invalid(_ found: String, expected: String, advice: String? = nil) -> ArchiveError {
    failure(.invalidValue, expected: expected, found: found, advice: advice)
  }

  /// An error about the value that was read at the current place, as one of that place.
  @usableFromInline
  func located(_ error: any Error) -> any Error {
    var error = ArchiveError.wrapping(error)
    if error.offset == nil { error.offset = offset }
    return error
  }

  /// A stored number as an `Int`, which has 32 bits on some machines.
  @inlinable
  package func fitting(_ number: Int64) throws -> Int {
    guard let value = Int(exactly: number) else { throw notFitting(number) }
    return value
  }

  @usableFromInline
  package func notFitting(_ number: Int64) -> ArchiveError {
    invalid("\(number)", expected: "a number that fits Int")
  }
}
