public import ArchiveBytes
public import Foundation

/// Bytes of a segment that were changed after they were written, or elements that are missing.
public struct ArchiveLogDamage: Sendable {
  /// The file.
  public let segment: URL
  /// The location in the file; empty if elements are missing.
  public let bytes: Range<Int>
  /// The number of the first element that was there.
  public let first: Int
  /// The number after that of the last element that was there, if it is known.
  public let next: Int?
  /// What was expected, and found.
  public let error: ArchiveError
}
