public import ArchiveValues
public import Foundation

/// Stores data compressed, in the gzip format (RFC 1952), which `gunzip` and every browser can read.
///
/// The header contains no name and no time, so one version of zlib stores equal data as equal bytes. Decoding accepts
/// any header, verifies the checksum and the length, and concatenates several members, like `gunzip`.
///
/// Otherwise, it is like ``ZlibDataTransformer``: the system's zlib does the work. Decoding throws ``ArchiveError`` for
/// damaged or truncated data, for other bytes at the end, and for data that would exceed the maximum.
public struct GzipDataTransformer: ArchiveTransformer {
  /// The maximum number of decompressed bytes of all members together; `nil`, the default, allows 64 MiB plus 100 times
  /// the size of the compressed data.
  private let maximumDecodedSize: Int?

  public init() { maximumDecodedSize = nil }

  /// Creates a transformer with its own maximum.
  public init(maximumDecodedSize: Int) { self.maximumDecodedSize = maximumDecodedSize }

  public func encode(_ value: Data) throws -> Data {
    try ZlibFormat.gzip.compress(value, decodingAtMost: maximumDecodedSize)
  }

  public func decode(_ stored: Data) throws -> Data {
    try ZlibFormat.gzip.decompress(stored, toAtMost: maximumDecodedSize)
  }
}
