import Foundation

/// A file mapped into memory. Memory that is not needed again can be released, so reading a file of any size takes
/// little memory.
final class MappedFile {
  /// The bytes, which keep the mapping alive.
  let data: Data
  private let address: UnsafeMutableRawPointer
  /// The number of bytes already released.
  private var released = 0

  /// The number of bytes released at a time.
  private static let step = 8 << 20

  /// Maps a file; `nil` if mapping fails, or if a writer has the file open, which may shorten it.
  ///
  /// As long as the bytes are used, no writer can open the file: the lock of a `ColumnArchiveWriter` excludes this one.
  init?(_ path: String, count: Int) {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    guard flock(file, LOCK_SH | LOCK_NB) == 0,
      let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0), address != MAP_FAILED
    else {
      close(file)
      return nil
    }
    self.address = address
    data = Data(
      bytesNoCopy: address, count: count,
      deallocator: .custom {
        munmap($0, $1)
        close(file)
      })
  }

  /// Releases the memory of the first bytes. If they are read again, they are loaded again.
  ///
  /// - Parameter count: The number of bytes; a smaller number than the last time means that the file is read once
  ///   more.
  func release(upTo count: Int) {
    let end = min(count, data.count) / Self.step * Self.step
    if end < released { released = 0 }
    guard end > released else { return }
    madvise(address + released, end - released, Int32(MADV_DONTNEED))
    released = end
  }
}
