import Foundation

/// A file mapped into memory. Memory that is not needed again can be released, so reading a file of any size takes
/// little memory.
final class MappedFile {
  let data: Data
  /// Holds the lock.
  private let file: FileHandle
  /// The number of bytes that were not needed any more when memory was last released.
  private var passed = 0

  /// The number of bytes after which memory is released.
  private static let step = 4 << 20

  /// Maps a file; `nil` if a writer has the file open, which may shorten it.
  ///
  /// As long as the bytes are used, no writer can open the file: the lock of a `ColumnArchiveWriter` excludes this one.
  init?(_ url: URL) throws {
    file = try FileHandle(forReadingFrom: url)
    guard flock(file.fileDescriptor, LOCK_SH | LOCK_NB) == 0 else { return nil }
    data = try Data(contentsOf: url, options: .alwaysMapped)
  }

  /// Releases the memory of all bytes, from time to time. Those that are read again are loaded again: some beyond the first
  /// ones, such as tables at the end, and all of them if the file is read once more.
  ///
  /// - Parameter count: The number of first bytes that are not needed any more for now.
  func release(upTo count: Int) {
    if count < passed { passed = 0 }
    guard count - passed >= Self.step || count == data.count else { return }
    passed = count
    data.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      madvise(UnsafeMutableRawPointer(mutating: start), bytes.count, Int32(MADV_DONTNEED))
    }
  }
}
