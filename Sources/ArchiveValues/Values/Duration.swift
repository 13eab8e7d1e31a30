internal import ArchiveBytes
internal import Foundation

/// Stored as an array of its whole seconds and the attoseconds beyond them, both of the same sign: exact to the last
/// attosecond, for up to 292 billion years.
extension Duration: ArchiveValue {
  private typealias Stored = ArchiveTuple<Int64, Int64>

  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try stored().encodeValue(to: &encoder)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> Duration {
    let stored = try Stored.decodeValue(from: &decoder)
    return try decoder.locating { try Duration(stored: stored) }
  }

  public static var archiveClasses: [AnyClass] { Stored.archiveClasses }

  public static var archiveColumn: ArchiveColumn {
    .stored(as: Stored.self) { (value: Duration) in
      try value.stored()
    } decode: {
      try Duration(stored: $0)
    }
  }

  private func stored() throws -> Stored {
    let attoseconds = Self.attosecondsPerSecond - 1
    guard self >= Duration(secondsComponent: .min, attosecondsComponent: -attoseconds),
      self <= Duration(secondsComponent: .max, attosecondsComponent: attoseconds)
    else {
      throw ArchiveError(
        .invalidValue, expected: "a duration whose seconds fit Int64", found: "a longer one")
    }
    return ArchiveTuple(components.seconds, components.attoseconds)
  }

  private init(stored: Stored) throws {
    let (seconds, attoseconds) = stored.parts
    guard attoseconds.magnitude < Self.attosecondsPerSecond.magnitude,
      seconds.signum() * attoseconds.signum() >= 0
    else {
      throw ArchiveError(
        .invalidValue, expected: "attoseconds of less than a second, with the sign of the seconds",
        found: "\(seconds) seconds and \(attoseconds) attoseconds")
    }
    self.init(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }

  private static let attosecondsPerSecond: Int64 = 1_000_000_000_000_000_000
}
