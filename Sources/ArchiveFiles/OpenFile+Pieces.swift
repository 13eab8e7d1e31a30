package import Foundation

extension OpenFile {
  /// The number of bytes that are read at a time if none are kept.
  private static let pieceByteCount = 256 << 10

  /// Calls `body` with all bytes of a range, a few at a time; with fewer only if the file ends before.
  package func forEachPiece(of range: Range<Int>, _ body: (Data) throws -> Void) throws {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let piece = try read(min(Self.pieceByteCount, range.upperBound - offset), at: offset)
      if piece.isEmpty { return }
      try body(piece)
      offset += piece.count
    }
  }

  /// Reads parts of the file that mostly follow one another. The calls of the system are fewer than the parts.
  package struct Window {
    private let file: OpenFile
    private var data = Data()
    private var start = 0

    package init(_ file: OpenFile) { self.file = file }

    /// Returns bytes of the file; fewer only if the file ends before.
    package mutating func read(_ range: Range<Int>) throws -> Data {
      if range.lowerBound < start || range.upperBound > start + data.count {
        data = try file.read(max(range.count, OpenFile.pieceByteCount), at: range.lowerBound)
        start = range.lowerBound
      }
      let first = data.startIndex + (range.lowerBound - start)
      return data[first..<min(first + range.count, data.endIndex)]
    }
  }
}
