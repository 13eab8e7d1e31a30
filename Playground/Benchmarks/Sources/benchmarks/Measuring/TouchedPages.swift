#if os(Linux)
  import BenchmarkModels
  import ColumnArchives
  import Foundation
  import StructCoding

  /// Measures how much of a mapped file is touched to read one field of all elements, in a separate process.
  ///
  /// The child drops the file from the system's cache, maps it, and asks the system to read no page ahead. A page is then
  /// in memory only if the process touched it.
  enum TouchedPages {
    static let childOption = "--read-cold-field"

    /// Bytes, in whole pages.
    struct Pages: Codable {
      let file: Int
      /// Before the archive was opened: not nothing where the system keeps files in memory in any case.
      let before: Int
      /// After the archive was opened.
      let opened: Int
      /// After one field of all elements was read.
      let read: Int
    }

    /// Returns the pages that a child process touches in an archive of log lines.
    static func measure(_ archive: Data) throws -> Pages {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("structcoding-benchmark-\(ProcessInfo.processInfo.processIdentifier).cold")
      try archive.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      return try JSONDecoder().decode(Pages.self, from: Child.output([childOption, file.path]))
    }

    /// Runs the measurement in the child process.
    static func runChild(_ path: String) throws {
      try dropFromCache(path)
      let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
      let address = data.withUnsafeBytes { UnsafeMutableRawPointer(mutating: $0.baseAddress!) }
      guard madvise(address, data.count, MADV_RANDOM) == 0 else { throw CocoaError(.fileReadUnknown) }
      let before = try residentBytes(at: address, count: data.count)
      let archive = try ColumnArchive(data)
      let opened = try residentBytes(at: address, count: data.count)
      let sizes = try archive.values(at: Log.path.size)
      let read = try residentBytes(at: address, count: data.count)
      guard sizes.count == archive.count else { throw CocoaError(.fileReadCorruptFile) }
      let pages = Pages(file: data.count, before: before, opened: opened, read: read)
      FileHandle.standardOutput.write(try JSONEncoder().encode(pages))
    }

    /// Writes the file's pages to the disk, which must come first, and removes them from the system's cache.
    private static func dropFromCache(_ path: String) throws {
      let file = open(path, O_RDONLY)
      guard file >= 0 else { throw CocoaError(.fileReadNoSuchFile) }
      defer { close(file) }
      guard fsync(file) == 0, posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0 else {
        throw CocoaError(.fileReadUnknown)
      }
    }

    /// Returns how many bytes of mapped memory the system has read from the file, as `mincore` says.
    private static func residentBytes(at address: UnsafeMutableRawPointer, count: Int) throws -> Int {
      let page = sysconf(Int32(_SC_PAGESIZE))
      var pages = [UInt8](repeating: 0, count: (count + page - 1) / page)
      guard mincore(address, count, &pages) == 0 else { throw CocoaError(.fileReadUnknown) }
      return pages.reduce(0) { $0 + Int($1 & 1) } * page
    }
  }
#endif
