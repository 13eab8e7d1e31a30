internal import ArchiveBytes
internal import ArchiveValues

/// A budget for long names in a written document.
///
/// An archive stores a name once, and a million objects may refer to it; a document repeats the name at each of them.
/// Names of usual length are not counted.
struct NameBudget {
  private var left: Int
  private static let usualLength = 256

  init(_ limits: ArchiveLimits) { left = limits.maximumDecodedSize ?? 64 << 20 }

  mutating func charge(_ name: String) throws { try charge(name.utf8.count) }

  mutating func charge(_ names: [String]) throws { try charge(names.reduce(0) { $0 + $1.utf8.count + 1 }) }

  private mutating func charge(_ size: Int) throws {
    guard size > Self.usualLength else { return }
    left -= size
    guard left >= 0 else {
      throw ArchiveError(
        .limitExceeded, expected: "shorter names", found: "very long names, repeated many times",
        advice: .raiseDecodedSize)
    }
  }
}
