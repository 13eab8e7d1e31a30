import Foundation

/// A file that is mapped into memory. What was looked at and is not needed again can be given back, so that going
/// through a file of any size takes little memory.
final class MappedFile {
  /// The bytes, which hold on to the mapping.
  let data: Data
  private let address: UnsafeMutableRawPointer
  /// How many bytes were given back.
  private var released = 0

  /// How many bytes are given back at a time.
  private static let step = 8 << 20

  /// Maps a file; `nil` when that does not work.
  init?(_ path: String, count: Int) {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0), address != MAP_FAILED else {
      return nil
    }
    self.address = address
    data = Data(bytesNoCopy: address, count: count, deallocator: .custom { munmap($0, $1) })
  }

  /// Gives back the memory of the first bytes. If they are looked at all the same, they are loaded again.
  ///
  /// - Parameter count: How many; fewer than the last time where the file is gone through once more.
  func release(upTo count: Int) {
    let end = min(count, data.count) / Self.step * Self.step
    if end < released { released = 0 }
    guard end > released else { return }
    madvise(address + released, end - released, Int32(MADV_DONTNEED))
    released = end
  }
}
