#if os(Linux)
  import Foundation

  /// The pages of files that the system has in memory, and so has read since ``drop(_:)``, in whatever way.
  public enum FilePages {
    /// The size of a page in bytes.
    public static let size = sysconf(Int32(_SC_PAGESIZE))

    /// Writes a file to the disk, and removes it from the system's memory.
    ///
    /// - Returns: Whether it is no longer there; some file systems keep files in memory in any case.
    public static func drop(_ file: URL) throws -> Bool {
      let descriptor = open(file.path, O_RDONLY)
      guard descriptor >= 0 else { throw CocoaError(.fileReadNoSuchFile) }
      defer { close(descriptor) }
      guard fsync(descriptor) == 0, posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0 else {
        throw CocoaError(.fileReadUnknown)
      }
      return try read(file).isEmpty
    }

    /// Returns the numbers of the pages that are in memory.
    public static func read(_ file: URL) throws -> [Int] {
      let descriptor = open(file.path, O_RDONLY)
      guard descriptor >= 0 else { throw CocoaError(.fileReadNoSuchFile) }
      defer { close(descriptor) }
      let count = Int(lseek(descriptor, 0, SEEK_END))
      guard count > 0, let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
        address != MAP_FAILED
      else { throw CocoaError(.fileReadUnknown) }
      defer { munmap(address, count) }
      var pages = [UInt8](repeating: 0, count: (count + size - 1) / size)
      guard mincore(address, count, &pages) == 0 else { throw CocoaError(.fileReadUnknown) }
      return pages.indices.filter { pages[$0] & 1 == 1 }
    }
  }
#endif
