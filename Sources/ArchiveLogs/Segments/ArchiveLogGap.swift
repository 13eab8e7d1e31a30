public import Foundation

/// Elements that a log no longer has: they were damaged or missing, and a repair has set them aside.
///
/// Readers continue after a gap, and report it to the handler `onGap`.
public struct ArchiveLogGap: Hashable, Sendable {
  /// The numbers of the elements. They are not used for other elements.
  public let elements: Range<Int>
  /// When the repair noted it.
  public let date: Date
  /// The error that caused the gap.
  public let reason: String
}
