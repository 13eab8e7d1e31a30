package import Foundation

/// A file in memory, of which the system reads what is touched, and what ``willRead(_:)`` names.
///
/// By itself, a system reads much around each page that is touched: Linux reads up to megabytes.
package enum MappedFile {
  /// Maps a file.
  ///
  /// - Throws: What Foundation throws if the file cannot be read.
  package static func data(contentsOf url: URL) throws -> Data {
    let data = try Data(contentsOf: url, options: .alwaysMapped)
    unsafe data.withUnsafeBytes { unsafe advise($0, MADV_RANDOM) }
    return data
  }

  /// Parts of more bytes are read faster by the system's own rules than if they are asked for.
  private static let greatestPartByteCount = 1 << 20

  /// Says that a part of a mapped file is about to be read as a whole.
  package static func willRead(_ bytes: UnsafeRawBufferPointer) {
    unsafe advise(bytes, bytes.count > greatestPartByteCount ? MADV_NORMAL : MADV_WILLNEED)
  }

  private static func advise(_ bytes: UnsafeRawBufferPointer, _ advice: Int32) {
    guard let base = bytes.baseAddress, bytes.count > 0 else { return }
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let start = UInt(bitPattern: base) & ~(page - 1)
    let end = UInt(bitPattern: base) + UInt(bytes.count)
    // SAFETY: advice does not change the content of pages. If it is refused, pages are read as they are touched.
    unsafe _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), advice)
  }
}
