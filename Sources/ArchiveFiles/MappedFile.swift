package import Foundation

/// A file in memory, of which the system reads only touched pages and the parts passed to ``willRead(_:)``.
///
/// By default, a system reads far beyond each touched page: Linux reads up to megabytes.
package enum MappedFile {
  /// Maps a file.
  ///
  /// - Throws: Foundation's error if the file cannot be read.
  package static func data(contentsOf url: URL) throws -> Data {
    let data = try Data(contentsOf: url, options: .alwaysMapped)
    unsafe data.withUnsafeBytes { unsafe advise($0, MADV_RANDOM) }
    return data
  }

  /// The system's own read-ahead is faster than a request for larger parts.
  private static let greatestPartByteCount = 1 << 20

  /// Tells the system that a part of a mapped file is about to be read as a whole.
  package static func willRead(_ bytes: UnsafeRawBufferPointer) {
    unsafe advise(bytes, bytes.count > greatestPartByteCount ? MADV_NORMAL : MADV_WILLNEED)
  }

  private static func advise(_ bytes: UnsafeRawBufferPointer, _ advice: Int32) {
    guard let base = bytes.baseAddress, bytes.count > 0 else { return }
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let start = UInt(bitPattern: base) & ~(page - 1)
    let end = UInt(bitPattern: base) + UInt(bytes.count)
    // SAFETY: advice does not change the content of pages. If it is refused, pages are read on first access.
    unsafe _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), advice)
  }
}
