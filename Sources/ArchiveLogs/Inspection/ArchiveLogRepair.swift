internal import ArchiveBytes
package import ArchiveFiles
internal import ColumnArchives
public import Foundation

/// A report of the repair of a log.
public struct ArchiveLogRepair: Sendable {
  /// A segment that was damaged.
  public struct Segment: Sendable {
    /// The file that was damaged. It no longer exists, unless it is one of ``replacements``.
    public let url: URL
    /// The damage found in the file.
    public let damage: [ArchiveLogDamage]
    /// The segments that contain its undamaged batches.
    public let replacements: [URL]
    /// The files that contain its damaged bytes.
    public let setAside: [URL]
  }

  /// The segments that were damaged, and are repaired.
  public let segments: [Segment]
  /// The incomplete end of the log, which was cut off.
  public let recovery: ArchiveLogRecovery?
  /// The damage that could not be repaired.
  public let remaining: [ArchiveLogDamage]
}

extension ArchiveLogFolder {
  /// Repairs the log. It cuts off an incomplete end, as opening the log for writing does, and replaces damaged segments
  /// by segments with all their undamaged batches.
  ///
  /// - Damaged bytes go to a file of their own in the same folder, named after the segment and their location:
  ///   `….column.damaged-1234`. Their elements are then missing; all others keep their numbers. The log notes the gap,
  ///   so that readers continue after it: see ``ArchiveLogGap``.
  /// - A damaged header is replaced with the copy in the log's catalog. Without a catalog, another segment's header is
  ///   used if the remaining bytes show that both were equal; otherwise the segment stays as it is.
  /// - A damaged footer or catalog is written again.
  /// - A file that belongs to another log, or is in the wrong place, is renamed to `….column.misplaced`.
  /// - If the last segment is missing, its elements are noted as a gap. The number of its elements is unknown, so the
  ///   next element gets a number that is greater by billions.
  ///
  /// A repair can be stopped at any moment without loss, and then be repeated. Readers need not be stopped; a writer
  /// must be.
  ///
  /// - Throws: ``ArchiveError``: with the code ``ArchiveError/Code/inUse`` if a writer has the log open, and
  ///   ``ArchiveError/Code/fileSystem`` if a file cannot be read or written.
  /// - Complexity: Linear in the size of the log. It needs memory for a batch, or for a segment that is damaged or
  ///   incomplete.
  public func repair() throws -> ArchiveLogRepair { try repair(SystemFileCalls()) }

  /// - Parameter calls: The system calls, which tests replace.
  package func repair(_ calls: any FileCalls) throws -> ArchiveLogRepair {
    var repair = try LogRepair(LogFolder(url, calls))
    return try repair.run()
  }
}
