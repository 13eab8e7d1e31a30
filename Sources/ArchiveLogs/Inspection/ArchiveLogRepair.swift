internal import ArchiveBytes
package import ArchiveFiles
internal import ColumnArchives
public import Foundation

/// What a repair of a log did.
public struct ArchiveLogRepair: Sendable {
  /// A segment that was damaged.
  public struct Segment: Sendable {
    /// The file that was damaged. It is gone, unless it is one of ``replacements``.
    public let url: URL
    /// What was wrong with it.
    public let damage: [ArchiveLogDamage]
    /// The segments that have its undamaged batches.
    public let replacements: [URL]
    /// The files that have its damaged bytes.
    public let setAside: [URL]
  }

  /// The segments that were damaged, and are repaired.
  public let segments: [Segment]
  /// What was incomplete at the end of the log, and cut off.
  public let recovery: ArchiveLogRecovery?
  /// What could not be repaired.
  public let remaining: [ArchiveLogDamage]
}

extension ArchiveLogFolder {
  /// Repairs the log: what is incomplete at its end is cut off, as opening it for writing does, and damaged segments are
  /// replaced by segments with all their undamaged batches.
  ///
  /// - Damaged bytes go to a file of their own beside, with the name of the segment and their location:
  ///   `….column.damaged-1234`. Their elements are then missing; all others keep their numbers.
  /// - A damaged header is replaced by that of another segment, if what is left of it shows that they were the same.
  ///   Otherwise the segment stays as it is.
  /// - A damaged footer is written again.
  ///
  /// A repair that was stopped at any moment has lost nothing, and can be repeated. Readers need not be stopped; a writer
  /// must be.
  ///
  /// - Throws: ``ArchiveError``: with the code ``ArchiveError/Code/inUse`` if a writer has the log open, and
  ///   ``ArchiveError/Code/fileSystem`` if a file cannot be read or written.
  /// - Complexity: Linear in the size of the log. It needs memory for two segments.
  public func repair() throws -> ArchiveLogRepair { try repair(SystemFileCalls()) }

  /// - Parameter calls: The system calls, which tests replace.
  package func repair(_ calls: any FileCalls) throws -> ArchiveLogRepair {
    let folder = LogFolder(url, calls)
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    // Names may be there that an earlier call could not bring to the disk.
    try calls.syncFolder(folder.path)
    try folder.removeUnfinished()
    let names = try folder.segments
    var (repaired, remaining) = ([ArchiveLogRepair.Segment](), [ArchiveLogDamage]())
    var recovery: ArchiveLogRecovery?
    for (index, name) in names.enumerated() {
      let segment = try folder.inspect(names, index)
      let isLast = index == names.count - 1
      if segment.damage.isEmpty {
        if let overlap = segment.overlap { remaining.append(overlap) }
        if isLast, !segment.isSealed { recovery = try SegmentRecovery(name, in: folder).report }
      } else if let split = SegmentSplit(segment, isLast: isLast) {
        repaired.append(try split.write(to: folder))
      } else {
        remaining += segment.damage
      }
    }
    return ArchiveLogRepair(segments: repaired, recovery: recovery, remaining: remaining)
  }
}
