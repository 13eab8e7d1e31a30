internal import ArchiveBytes
internal import ColumnArchives
internal import Foundation

/// Finds the header of a segment whose own is damaged: that of another segment, which is usually of the same type.
///
/// Another version of the type may have a header of the same size, and with it the values would get other names. So
/// what is left of the damaged header decides.
struct HeaderRepair {
  private let data: Data

  init(_ data: Data) { self.data = data }

  /// Returns the header that was there, if it is among those of other segments.
  func header(among others: [Data]) -> Data? { others.first { wasHere($0) } }

  private func wasHere(_ header: Data) -> Bool {
    guard data.count >= header.count else { return false }
    if SegmentReader.was(header, in: data) { return true }
    // Or the bytes that differ are zeros, as those of a lost page, and the first batch has columns of that type.
    return zip(data, header).allSatisfy { $0 == $1 || $0 == 0 } && isFollowedByBatch(header)
  }

  private func isFollowedByBatch(_ header: Data) -> Bool {
    let start = header.count + SequenceOrigin.byteCount
    let salt = FrameScan.salt(of: data, header: start)
    let bytes = Data(data.dropFirst(start).prefix(FrameScan.headByteCount))
    guard let head = FrameScan.head(bytes, at: start, salt: salt), head.first == 0,
      head.body.upperBound <= data.count
    else { return false }
    var options = ColumnArchive.DecodingOptions()
    options.limits.maximumDecodedSize = .max
    do {
      let body = Data(data[head.body])
      try ColumnArchive(header: header, body: body, count: head.count, options: options).verify()
      return true
    } catch {
      return false
    }
  }
}
