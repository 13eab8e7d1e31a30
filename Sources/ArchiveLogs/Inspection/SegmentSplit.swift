internal import ArchiveBytes
internal import ColumnArchives
internal import Foundation

/// Replaces a damaged segment by segments with its undamaged batches.
///
/// It can be stopped between any two steps:
///
/// 1. The damaged bytes are written to files of their own.
/// 2. The new segments are put into the folder, the last one first. Their names contain the old segment's time, so they
///    come directly after it. A reader of the old one stops where the next segment begins, so each element is read
///    once.
/// 3. If the first new segment begins with the same element as the old segment, it has the same name, and replaces it
///    in one step. Otherwise the old segment is removed.
///
/// The damaged segment exists until the last step, and the next repair does all steps again.
struct SegmentSplit {
  private let segment: InspectedSegment
  private let header: Data
  private let origin: SequenceOrigin
  /// Batches that directly follow each other.
  private var runs: [[BatchFrame]] = []
  /// The number of the log's next element, if no batch determines it.
  private var end: Int?

  /// - Parameter origin: The place of the segment.
  /// - Returns: `nil` if the segment has no header.
  init?(_ segment: InspectedSegment, at origin: SequenceOrigin, isLast: Bool) {
    guard let header = segment.header else { return nil }
    self.segment = segment
    self.header = header
    self.origin = origin
    for frame in segment.frames {
      if let last = runs.last?.last, last.next == frame.first {
        runs[runs.count - 1].append(frame)
      } else {
        runs.append([frame])
      }
    }
    // The numbers of elements that were lost at the end of the log are not used again.
    let found = segment.frames.last.map { segment.name.first + $0.next }
    if isLast, found != segment.next { end = segment.next }
  }

  /// The numbers of the elements in the new segments.
  var elements: [Range<Int>] {
    runs.map { segment.name.first + $0[0].first..<segment.name.first + $0[$0.count - 1].next }
      + (end.map { [$0..<$0] } ?? [])
  }

  func write(to folder: LogFolder) throws -> ArchiveLogRepair.Segment {
    var (setAside, replacements) = ([URL](), [URL]())
    let kept = Set(segment.frames.map(\.range))
    for broken in segment.damage where !broken.bytes.isEmpty || broken.next != broken.first {
      // An undamaged batch in the wrong order is not lost.
      if kept.contains(broken.bytes) { continue }
      setAside.append(
        try folder.setAside(
          try segment.read(broken.bytes), of: segment.name, at: broken.bytes.lowerBound))
    }
    let torn = segment.torn
    if torn.isWorthKeeping {
      setAside.append(
        try folder.setAside(
          try segment.read(torn.range), of: segment.name, at: torn.range.lowerBound))
    }
    if let end { replacements.append(try write([], from: end, to: folder)) }
    for run in runs.reversed() {
      replacements.append(try write(run, from: segment.name.first + (run.first?.first ?? 0), to: folder))
    }
    if !replacements.contains(segment.url) { try folder.remove(segment.name.text) }
    return ArchiveLogRepair.Segment(
      url: segment.url, damage: segment.damage, replacements: replacements.reversed(), setAside: setAside)
  }

  private func write(_ frames: [BatchFrame], from first: Int, to folder: LogFolder) throws -> URL {
    let name = segment.name.beginning(with: first)
    let part = SequenceOrigin(
      identity: origin.identity, number: origin.number, first: first,
      previous: first == origin.first ? origin.previous : 0)
    let header = SegmentHeader(ofType: header, part)
    try folder.place(as: name.text) { take in
      try take(header.bytes)
      let statistics = BatchStatistics(header: header.ofType)
      var index = SequenceIndex()
      for frame in frames {
        let body = try segment.read(frame.body)
        guard frame.isBody(body) else { throw frame.changed() }
        let written = statistics.batch(frame, body: body)
        var batch = SequenceFrames(body, written)
        let number = segment.name.first + frame.first - first
        batch.number(from: number, synced: number, salt: part.salt)
        try take(batch.data)
        index.add(written)
      }
      try take(index.footer(salt: part.salt))
    }
    return URL(fileURLWithPath: folder.path(of: name.text))
  }
}
