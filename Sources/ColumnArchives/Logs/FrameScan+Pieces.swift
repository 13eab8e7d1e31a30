internal import ArchiveBytes
package import Foundation

extension FrameScan {
  /// Looks at the batches of a file one after the other, without holding all of it.
  ///
  /// - Parameters:
  ///   - byteCount: The number of bytes of the file.
  ///   - header: The number of bytes of the header and the origin.
  ///   - salt: The salt of the file.
  ///   - read: Returns bytes of the file; fewer if it ends before.
  /// - Returns: What ``init(_:header:isWhole:synced:)`` finds. `nil` if anything is wrong or incomplete: what that is shows
  ///   only in the whole file.
  package init?(
    undamaged byteCount: Int, header: Int, salt: UInt32, _ read: (Range<Int>) throws -> Data
  ) rethrows {
    let footer = try Footer(of: byteCount, header: header, read)
    let end = footer?.range.lowerBound ?? byteCount
    var (frames, offset, next) = ([Frame](), header, 0)
    while offset < end {
      let head = try read(offset..<min(offset + Self.headByteCount, end))
      guard let frame = Self.head(head, at: offset, salt: salt), frame.first == next,
        frame.body.upperBound <= end
      else { return nil }
      if let footer, footer.places.place(after: next, at: offset)?.body != frame.body { return nil }
      guard Self.isUndamaged(body: try read(frame.body)) else { return nil }
      frames.append(frame)
      (offset, next) = (frame.body.upperBound, frame.next)
    }
    guard offset == end, footer?.count ?? next == next else { return nil }
    self.init(frames, footer: footer?.range, end: byteCount, salt: salt)
  }

  /// The footer of a file, which has a table of the batches.
  private struct Footer {
    let range: Range<Int>
    /// The number of elements.
    let count: Int
    let places: FramePlaces

    /// - Returns: `nil` if the file has no such footer.
    init?(of byteCount: Int, header: Int, _ read: (Range<Int>) throws -> Data) rethrows {
      let last = try read(max(header, byteCount - FrameScan.footerEndByteCount)..<max(header, byteCount))
      guard let size = FrameScan.footerByteCount(last), size <= byteCount - header,
        let content = FrameScan.content(ofFooter: try read(byteCount - size..<byteCount)),
        content.statisticsByteCount <= byteCount - header - size
      else { return nil }
      // The statistics of the batches are part of it.
      let range = byteCount - size - content.statisticsByteCount..<byteCount
      let bytes = try read(range)
      let found = unsafe bytes.withUnsafeBytes { bytes -> (Int, FramePlaces)? in
        let bytes = unsafe ByteCursor(bytes)
        guard let footer = try? SequenceFooter(bytes, verifies: true), footer.start == 0,
          (try? footer.checkStatistics(in: bytes)) != nil,
          let table = footer.table, let places = FramePlaces(table, in: header..<range.lowerBound)
        else { return nil }
        return (footer.count, places)
      }
      guard let found else { return nil }
      (self.range, count, places) = (range, found.0, found.1)
    }
  }
}
