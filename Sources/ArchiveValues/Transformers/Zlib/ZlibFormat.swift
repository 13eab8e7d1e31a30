internal import ArchiveBytes
package import Foundation

/// A format in which zlib wraps compressed data.
enum ZlibFormat: String {
  case zlib
  case gzip

  /// zlib's parameter for the format: the size of the window, plus 16 for gzip.
  var windowBits: Int32 { self == .zlib ? 15 : 15 + 16 }

  /// Compresses `data`. Throws if it is larger than decompressing would allow.
  func compress(_ data: Data, decodingAtMost maximum: Int?) throws -> Data {
    let compressed = try ZlibStream(.compress, self).compress(data)
    try check(data.count, maximum, compressedTo: compressed.count)
    return compressed
  }

  /// Decompresses all of `data`, to at most `maximum` bytes.
  func decompress(_ data: Data, toAtMost maximum: Int?) throws -> Data {
    try ZlibStream(.decompress, self).decompress(data) { size in
      try check(size, maximum, compressedTo: data.count)
    }
  }

  private func check(_ size: Int, _ maximum: Int?, compressedTo count: Int) throws {
    let allowed = ArchiveLimits(maximumDecodedSize: maximum).decodedSizeAllowed(forArchiveOf: count)
    guard size <= allowed else {
      throw ArchiveError(
        .limitExceeded, expected: "at most \(allowed) bytes in \(count) bytes of \(self) data", found: "more",
        advice: "Where such data is expected, use a transformer with a larger maximumDecodedSize.")
    }
  }
}

/// Returns bytes compressed by the system's zlib, in the format of gzip.
///
/// - Throws: ``ArchiveError`` if there is no zlib.
package func gzipped(_ data: Data) throws -> Data { try ZlibStream(.compress, .gzip).compress(data) }
