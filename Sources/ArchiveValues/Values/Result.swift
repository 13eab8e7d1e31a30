internal import ArchiveBytes

/// Stored as an array of two elements: the value and `nil` for a success, or `nil` and the error for a failure.
extension Result: ArchiveValue, ArchiveRepresentable where Success: ArchiveValue, Failure: ArchiveValue {
  public var archiveForm: ArchiveTuple<Success?, Failure?> {
    var (value, error): (Success?, Failure?)
    switch self {
    case .success(let content): value = content
    case .failure(let failure): error = failure
    }
    return ArchiveTuple(value, error)
  }

  public init(archiveForm: ArchiveTuple<Success?, Failure?>) throws {
    switch archiveForm.parts {
    case (let value?, nil): self = .success(value)
    case (nil, let error?): self = .failure(error)
    case (let value, _):
      throw ArchiveError(
        .invalidValue, expected: "a value or an error", found: value == nil ? "neither" : "both")
    }
  }

  public static var archiveName: String { "Result_\(Success.archiveName)_\(Failure.archiveName)" }
}
