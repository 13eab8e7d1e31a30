internal import ArchiveBytes
internal import ColumnArchives
internal import Foundation

/// What is in a segment from some offset on.
struct SegmentScan: Sendable {
  enum Part {
    case frame(FrameScan.Frame)
    case damage(Damage)

    var range: Range<Int> {
      switch self {
      case .frame(let frame): frame.range
      case .damage(let damage): damage.range
      }
    }

    var first: Int {
      switch self {
      case .frame(let frame): frame.first
      case .damage(let damage): damage.first
      }
    }
  }

  /// Bytes that were changed, or are missing; see `FrameScan.Damage`.
  struct Damage {
    let range: Range<Int>
    let first: Int
    let next: Int?
    let error: ArchiveError
  }

  /// The complete batches and the damaged places, in order.
  let parts: [Part]
  /// The first place where nothing is, or something incomplete; `nil` if there is a footer.
  let end: Int?
  let byteCount: Int

  /// - Parameters:
  ///   - header: The number of bytes of the header.
  ///   - offset: Where to begin.
  ///   - limit: The number of elements of the segment, if nothing more can be written to it.
  init(_ data: Data, header: Int, from offset: Int, limit: Int?) {
    let scan = FrameScan(data, header: header, isWhole: limit != nil)
    var damage = scan.damage.map { Damage(range: $0.range, first: $0.first, next: $0.next, error: $0.error) }
    var end = scan.footer == nil ? scan.torn.lowerBound : nil
    if scan.footer == nil, let footer = Self.damagedFooter(scan, data, limit) {
      if damage.last?.range.lowerBound == footer.range.lowerBound { damage.removeLast() }
      damage.append(footer)
      end = nil
    }
    let parts = scan.frames.map { Part.frame($0) } + damage.map { Part.damage($0) }
    // Where elements are missing, no bytes are: that place is before the batch that begins there. Batches that are out of
    // their order are read by their numbers.
    self.parts = parts.filter { $0.range.lowerBound >= offset }.sorted {
      ($0.first, $0.range.lowerBound, $0.range.upperBound) < (
        $1.first, $1.range.lowerBound, $1.range.upperBound
      )
    }
    (self.end, byteCount) = (end, data.count)
  }

  var isDamaged: Bool { damagedRanges.count > 0 }

  /// The damaged places.
  var damagedRanges: [Range<Int>] {
    parts.compactMap { if case .damage(let damage) = $0 { damage.range } else { nil } }
  }

  /// Returns the damaged footer of a segment whose batches are all there, if that is what is at its end.
  ///
  /// A footer that was not completely written is shorter, or has zeros in the place of what the disk has not written.
  /// The beginning of a batch may happen to have the size of a footer, but not its content.
  private static func damagedFooter(_ scan: FrameScan, _ data: Data, _ limit: Int?) -> Damage? {
    let batches = scan.frames
    guard let last = batches.last, scan.damage.allSatisfy({ $0.range.lowerBound >= last.range.upperBound }),
      scan.damage.count <= 1, !scan.keepsTorn
    else { return nil }
    let start = last.range.upperBound
    if let limit {
      guard limit == last.next else { return nil }
    } else {
      guard SequenceFormat.isDamagedFooter(Data(data.dropFirst(start)), of: scan.bodies, at: start) else {
        return nil
      }
    }
    let error = ArchiveError(
      .damaged, expected: "the footer of a segment with \(last.next) elements",
      found: start == data.count ? "the end of the file" : "bytes with another checksum", offset: start,
      advice: "All batches of the segment are undamaged.")
    return Damage(range: start..<data.count, first: last.next, next: last.next, error: error)
  }
}
