internal import ArchiveBytes
internal import Foundation

/// Stored as an array of two: the value of a success and `nil`, or `nil` and the error of a failure.
extension Result: ArchiveValue where Success: ArchiveValue, Failure: ArchiveValue {
  private typealias Stored = ArchiveTuple<Success?, Failure?>

  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try stored.encodeValue(to: &encoder)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Result {
    let stored = try Stored.decodeValue(from: &decoder)
    return try decoder.locating { try Result(stored: stored) }
  }

  public static var archiveClasses: [AnyClass] { Stored.archiveClasses }
  public static var archiveName: String { "Result_\(Success.archiveName)_\(Failure.archiveName)" }

  public static var archiveColumn: ArchiveColumn {
    .stored(as: Stored.self) { (value: Result) in
      value.stored
    } decode: {
      try Result(stored: $0)
    }
  }

  private var stored: Stored {
    var (value, error): (Success?, Failure?)
    switch self {
    case .success(let content): value = content
    case .failure(let failure): error = failure
    }
    return Stored(value, error)
  }

  private init(stored: Stored) throws {
    switch stored.parts {
    case (let value?, nil): self = .success(value)
    case (nil, let error?): self = .failure(error)
    case (let value, _):
      throw ArchiveError(
        .invalidValue, expected: "a value or an error", found: value == nil ? "neither" : "both")
    }
  }
}
