internal import ArchiveFiles
internal import ColumnArchives
internal import Foundation

extension FrameScan {
  /// Looks at the batches of a file of which nothing is missing or damaged, without holding all of it.
  ///
  /// - Parameters:
  ///   - byteCount: The number of bytes to look at.
  ///   - header: The number of bytes of the header and the origin.
  ///   - salt: The salt of the file.
  /// - Returns: `nil` if anything is wrong or incomplete: what that is shows only in the whole file.
  init?(undamaged file: OpenFile, _ byteCount: Int, header: Int, salt: UInt32) throws {
    var window = OpenFile.Window(file)
    try self.init(undamaged: byteCount, header: header, salt: salt) { try window.read($0) }
  }

  /// Returns the checksum of the first bytes of a file, of which a few are held at a time.
  static func checksum(of file: OpenFile, upTo byteCount: Int) throws -> UInt32 {
    var checksum: UInt32 = 0
    try file.forEachPiece(of: 0..<byteCount) { checksum = FrameScan.checksum(of: $0, continuing: checksum) }
    return checksum
  }
}
