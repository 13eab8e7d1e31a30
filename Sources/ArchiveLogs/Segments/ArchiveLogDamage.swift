public import ArchiveBytes
public import Foundation

/// A place in a log that cannot be read: bytes that have changed since they were written, or elements that are missing.
///
/// Reading throws ``error``, or passes the damage to the handler `onDamage` and continues after it.
public struct ArchiveLogDamage: Sendable {
  /// The file of the segment; if elements are missing between two segments, the file of the second.
  public let segment: URL
  /// The location in the file; empty if bytes are missing.
  public let bytes: Range<Int>
  /// The number of the first element that cannot be read.
  public let first: Int
  /// The number after the last element that cannot be read, if it is known. It equals ``first`` if all elements can be
  /// read, because the damaged bytes belong to a header or a footer.
  public let next: Int?
  /// The error, with the file and the offset.
  public let error: ArchiveError
}
