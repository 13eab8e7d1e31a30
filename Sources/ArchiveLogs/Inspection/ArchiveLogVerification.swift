internal import ArchiveBytes
package import ArchiveFiles
internal import ColumnArchives
public import Foundation

/// What is in the segments of a log, and what is wrong with it.
public struct ArchiveLogVerification: Sendable {
  /// A file of a log.
  public struct Segment: Sendable {
    /// The file.
    public let url: URL
    /// When the segment was begun.
    public let date: Date
    /// The number of its first element.
    public let first: Int
    /// The size of the file in bytes.
    public let byteCount: Int
    /// The numbers of the elements of each complete batch. They have gaps where there is damage.
    public let batches: [Range<Int>]
    /// Whether the segment is complete. The last one is not while it is being written, or after a crash.
    public let isSealed: Bool
    /// The location of what is incomplete at the end of the last segment; empty if nothing is. Opening the log for
    /// writing cuts it off.
    public let tornEnd: Range<Int>

    /// The number of elements in complete batches.
    public var count: Int { batches.reduce(0) { $0 + $1.count } }
  }

  /// The segments, in order.
  public let segments: [Segment]
  /// What was changed after it was written, and elements that are missing.
  public let damage: [ArchiveLogDamage]
  /// The numbers of the elements that an earlier repair set aside.
  public let setAside: [Range<Int>]

  /// Whether nothing is wrong. Elements that were set aside, and a torn end, are not wrong.
  public var isUndamaged: Bool { damage.isEmpty }
}

extension ArchiveLogFolder {
  /// Checks each byte of the log: the header, the batches and the footer of each segment, and that no elements are
  /// missing between segments. It takes no lock, so the log may be written meanwhile.
  ///
  /// - Throws: ``ArchiveError`` if a file cannot be read. Damage is no error: it is in the result.
  /// - Complexity: Linear in the size of the log. It needs memory for one segment.
  public func verify() throws -> ArchiveLogVerification { try verify(SystemFileCalls()) }

  /// - Parameter calls: The system calls, which tests replace.
  package func verify(_ calls: any FileCalls) throws -> ArchiveLogVerification {
    let folder = LogFolder(url, calls)
    let names = try folder.segments
    let timesOfSetAside = try folder.setAside.map(\.segment.time)
    var (segments, damage, setAside) = (
      [ArchiveLogVerification.Segment](), [ArchiveLogDamage](), [Range<Int>]()
    )
    var last: (name: SegmentName, next: Int)?
    for (index, name) in names.enumerated() {
      let segment = try folder.inspect(names, index)
      if let last, last.next < name.first {
        if timesOfSetAside.contains(where: { last.name.time <= $0 && $0 <= name.time }) {
          setAside.append(last.next..<name.first)
        } else {
          damage.append(segment.missing(from: last.next))
        }
      }
      damage += segment.damage
      if let overlap = segment.overlap { damage.append(overlap) }
      segments.append(segment.summary)
      last = (name, segment.next)
    }
    return ArchiveLogVerification(segments: segments, damage: damage, setAside: setAside)
  }
}

extension InspectedSegment {
  fileprivate var summary: ArchiveLogVerification.Segment {
    ArchiveLogVerification.Segment(
      url: url, date: name.date, first: name.first, byteCount: data.count,
      batches: frames.map { name.first + $0.first..<name.first + $0.next }, isSealed: isSealed, tornEnd: torn)
  }

  /// Elements before the segment are missing.
  fileprivate func missing(from first: Int) -> ArchiveLogDamage {
    let error = ArchiveError(
      .damaged, expected: "a segment with the elements \(first) to \(name.first - 1)",
      found: "one that begins with element \(name.first)", offset: 0,
      advice: "A segment before it was deleted, or has lost its end.")
    return ArchiveLogDamage(
      segment: url, bytes: 0..<0, first: first, next: name.first, error: error.in(url.path))
  }
}
