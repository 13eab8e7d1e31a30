internal import ArchiveBytes
internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

/// A batch that a cursor has found.
struct LogBatch: Sendable {
  let segment: URL
  /// The batch as an archive of its own.
  let archive: ColumnArchive
  /// The number of the first element of the archive.
  let start: Int
  /// The offset in the file minus the offset in the archive's data.
  let shift: Int
  /// The positions in the archive of the elements to read.
  var positions: Range<Int>
  /// The positions for which the reader's condition holds, if it has one.
  var matches: Result<[Int], any Error>?

  init(_ archive: ColumnArchive, in segment: URL, from start: Int, shift: Int) {
    (self.archive, self.segment, self.start, self.shift) = (archive, segment, start, shift)
    positions = 0..<archive.count
  }

  /// The number of the first element to read.
  var first: Int { start + positions.lowerBound }
  /// The number after the last element's.
  var next: Int { start + positions.upperBound }

  /// Runs `body`, and adds to its errors their places in the log.
  func locating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as ArchiveError {
      throw located(error)
    }
  }

  private func located(_ error: ArchiveError) -> ArchiveError {
    var error = error.in(segment.path)
    error.offset = error.offset.map { $0 + shift }
    if case .index(let index)? = error.path.first { error.path[0] = .index(start + index) }
    return error
  }
}
