internal import ArchiveBytes
internal import ArchiveValues

/// What long names may cost where a document is written.
///
/// In an archive a name stands once, and a million objects refer to it; in a document it stands at each of them. Names
/// of usual length are not counted.
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
        .limitExceeded, expected: "names of a sensible length", found: "very long ones, many times",
        advice: "If the archive is to be trusted, raise ArchiveLimits.maximumDecodedSize.")
    }
  }
}
