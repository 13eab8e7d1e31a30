package import ArchiveBytes

/// A decoder that knows its place in an archive, and creates errors for that place. ``FieldDecoder`` and
/// ``ValueDecoder`` refine it.
public protocol _LocatedDecoder {
  /// The offset of the current place in the archive's bytes. By default `nil`, for decoders that read no bytes.
  var offset: Int? { get }

  /// Counts memory against the limit on decoded size. Call it for a value that takes more memory than its stored
  /// form, such as decompressed data. By default, nothing is counted.
  ///
  /// - Throws: ``ArchiveError/Code/limitExceeded`` above ``ArchiveLimits/maximumDecodedSize``.
  mutating func charge(_ byteCount: Int) throws
}

extension _LocatedDecoder {
  public var offset: Int? { nil }

  public mutating func charge(_ byteCount: Int) throws {}

  /// Returns an error at the current place, for a stored value that cannot be used.
  package func failure(
    _ code: ArchiveError.Code, expected: String? = nil, found: String? = nil,
    advice: ArchiveError.Advice? = nil
  ) -> ArchiveError {
    ArchiveError(code, expected: expected, found: found, offset: offset, advice: advice)
  }

  /// Returns an error at the current place, for a stored value that the type cannot hold.
  package func invalid(_ found: String, expected: String, advice: ArchiveError.Advice? = nil) -> ArchiveError
  {
    failure(.invalidValue, expected: expected, found: found, advice: advice)
  }

  /// Returns the error as an ``ArchiveError``, at the current place unless it already has an offset.
  @usableFromInline
  package func located(_ error: any Error) -> any Error {
    var error = ArchiveError.wrapping(error)
    if error.offset == nil { error.offset = offset }
    return error
  }

  /// Calls `body`, and adds the current place to its errors.
  package func locating<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw located(error) }
  }
}
