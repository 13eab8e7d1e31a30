import Foundation

/// A file mapped into memory. Memory that is not needed again can be released, so reading a file of any size takes
/// little memory.
final class MappedFile {
  /// The bytes, which keep the mapping alive.
  let data: Data
  private let address: UnsafeMutableRawPointer
  /// The number of bytes that were not needed any more when memory was last released.
  private var passed = 0

  /// The number of bytes after which memory is released.
  private static let step = 4 << 20

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

  /// Releases the memory of all bytes, from time to time. Those that are read again are loaded again: some beyond the first
  /// ones, such as tables at the end, and all of them if the file is read once more.
  ///
  /// - Parameter count: The number of first bytes that are not needed any more for now.
  func release(upTo count: Int) {
    if count < passed { passed = 0 }
    guard count - passed >= Self.step || count == data.count else { return }
    madvise(address, data.count, Int32(MADV_DONTNEED))
    passed = count
  }
}
