package import Foundation

extension OpenFile {
  /// The number of bytes that are read at a time when none are kept.
  private static let pieceByteCount = 256 << 10

  /// Calls `body` with all bytes of a range, a few at a time; with fewer bytes only if the file ends earlier.
  package func forEachPiece(of range: Range<Int>, _ body: (Data) throws -> Void) throws {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let piece = try read(min(Self.pieceByteCount, range.upperBound - offset), at: offset)
      if piece.isEmpty { return }
      try body(piece)
      offset += piece.count
    }
  }
}
