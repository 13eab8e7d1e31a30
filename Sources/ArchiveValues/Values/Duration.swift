internal import ArchiveBytes

/// Stored as an array of its whole seconds and its remaining attoseconds, both with the same sign: exact to the
/// attosecond, for up to 292 billion years.
extension Duration: ArchiveRepresentable {
  public var archiveForm: ArchiveTuple<Int64, Int64> {
    get throws {
      let attoseconds = Self.attosecondsPerSecond - 1
      guard self >= Duration(secondsComponent: .min, attosecondsComponent: -attoseconds),
        self <= Duration(secondsComponent: .max, attosecondsComponent: attoseconds)
      else {
        throw ArchiveError(
          .invalidValue, expected: "a duration whose seconds fit Int64", found: "a longer one")
      }
      return ArchiveTuple(components.seconds, components.attoseconds)
    }
  }

  public init(archiveForm: ArchiveTuple<Int64, Int64>) throws {
    let (seconds, attoseconds) = archiveForm.parts
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
