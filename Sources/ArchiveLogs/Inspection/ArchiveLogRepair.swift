internal import ArchiveBytes
package import ArchiveFiles
internal import ColumnArchives
public import Foundation

/// A report of the repair of a log.
public struct ArchiveLogRepair: Sendable {
  /// A segment that was damaged.
  public struct Segment: Sendable {
    /// The file that was damaged. It is gone, unless it is one of ``replacements``.
    public let url: URL
    /// The damage that was found in it.
    public let damage: [ArchiveLogDamage]
    /// The segments that have its undamaged batches.
    public let replacements: [URL]
    /// The files that have its damaged bytes.
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
  /// Repairs the log: what is incomplete at its end is cut off, as opening it for writing does, and damaged segments are
  /// replaced by segments with all their undamaged batches.
  ///
  /// - Damaged bytes go to a file of their own beside, with the name of the segment and their location:
  ///   `….column.damaged-1234`. Their elements are then missing; all others keep their numbers. The log notes the gap, so
  ///   that readers continue after it: see ``ArchiveLogGap``.
  /// - A damaged header is replaced: the log has it once more. Without its catalog, that of another segment is taken if
  ///   what is left shows that they were the same; otherwise the segment stays as it is.
  /// - A damaged footer is written again, and so is a damaged catalog.
  /// - A file that is not the log's own, or not in its place, is renamed to `….column.misplaced`.
  /// - If the last segment is missing, its elements are noted as a gap. How many it had is not known, so the next element
  ///   gets a number that is greater by billions.
  ///
  /// A repair that was stopped at any moment has lost nothing, and can be repeated. Readers need not be stopped; a writer
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
