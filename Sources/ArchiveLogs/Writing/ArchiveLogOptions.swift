public import ColumnArchives

/// The event that a writer waits for before ``ArchiveLog/append(_:until:)`` returns.
public enum ArchiveLogDurability: Int, Sendable, Comparable {
  /// Nothing: the elements are in memory. They are lost if the process stops before they are written.
  case buffered
  /// The elements are in the file. They are lost only if the machine stops before the system has written them to the
  /// disk.
  case written
  /// The elements are on the disk. Callers that wait at the same time share one sync.
  case synced

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Options for gathering elements into batches, and batches into segments.
public struct ArchiveLogOptions: Sendable {
  /// The event that `append` waits for by default; ``ArchiveLogDurability/written`` by default.
  public var durability = ArchiveLogDurability.written
  /// The number of buffered elements that are written as a batch; 4,096 by default. Larger batches make smaller files.
  public var batchSize = 4_096
  /// The time that an element may stay in memory before it is written; one second by default.
  public var maximumDelay = Duration.seconds(1)
  /// The number of elements that may wait in memory; 65,536 by default. Further calls of `append` wait until there is
  /// room. While the disk is busy, as many again may be on their way to it, and as many again being encoded.
  public var maximumPending = 65_536
  /// The size in bytes after which a segment is completed, and another one begun; 64 MiB by default. A segment may
  /// exceed it by one write. Opening a log after a crash reads the last segment.
  public var segmentSize = 64 << 20
  /// The age after which a segment is completed when something is appended; one day by default.
  public var segmentAge = Duration.seconds(24 * 60 * 60)
  /// The options for encoding elements: its `compression` compresses each batch. Its `batchSize` is not used.
  public var encoding = ColumnArchive.EncodingOptions()

  /// Creates options with the default values.
  public init() {}

  /// Creates options with the given durability, and default values otherwise.
  public init(durability: ArchiveLogDurability) { self.durability = durability }
}
