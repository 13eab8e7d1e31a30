public import Foundation

/// Elements that a log no longer has, as a repair has noted: they were damaged or missing, and are set aside.
///
/// Readers go on behind a gap, and tell it if they are asked to.
public struct ArchiveLogGap: Hashable, Sendable {
  /// The numbers of the elements. No other elements are given them.
  public let elements: Range<Int>
  /// When the repair noted it.
  public let date: Date
  /// The error that was found.
  public let reason: String
}
