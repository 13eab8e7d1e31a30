internal import ArchiveBytes
package import Foundation

// What the repair of a sequence needs: some of its batches as a sequence of their own.

extension SequenceFormat {
  /// Writes consecutive batches of a file as a file of their own, with a footer. Their bodies stay as they are; the numbers
  /// in their heads begin at 0.
  ///
  /// - Parameters:
  ///   - frames: Complete batches of the file.
  ///   - header: The header of the new file.
  ///   - salt: The salt of the new file.
  ///   - read: Returns bytes of the file.
  ///   - take: Takes the bytes of the new file, batch by batch.
  /// - Throws: ``ArchiveError`` if a batch is not complete any more; what `read` and `take` throw.
  package static func write(
    _ frames: some Collection<FrameScan.Frame>, header: Data, salt: UInt32,
    read: (Range<Int>) throws -> Data, to take: (Data) throws -> Void
  ) throws {
    let start = frames.first?.first ?? 0
    try take(header)
    var found = ZonesOfFrames(header: header)
    for frame in frames {
      let body = try read(frame.body)
      guard frame.isBody(body) else { throw frame.changed() }
      let head = BatchFrame(
        first: frame.first - start, count: frame.count, unsynced: 0, bodyByteCount: body.count, salt: salt)
      try take(Data(head.bytes) + body)
      found.add(frame, body: body)
    }
    try take(footer(of: frames.map { SequenceFrames.Body($0.body.count, $0.count) }, zones: found.zones))
  }
}
