public import Foundation

/// Stores data compressed, in the gzip format (RFC 1952), which `gunzip` and every browser read.
///
/// The header has no name and no time, so that equal data is stored as equal bytes by one version of zlib. Decoding
/// reads any header, verifies the checksum and the length, and joins several members, as `gunzip` does.
///
/// For the rest it is like ``ZlibDataTransformer``: the system's zlib does the work, damaged or truncated data and
/// other bytes at the end throw ``ArchiveError``, and so does data that would become larger than
/// ``maximumDecodedSize``.
public struct GzipDataTransformer: ArchiveTransformer {
  /// How many bytes may come out of all members; `nil`, the default, allows 64 MiB plus 100 times the size of the
  /// compressed data.
  public let maximumDecodedSize: Int?

  public init() { maximumDecodedSize = nil }

  /// Creates a transformer with a maximum of its own.
  public init(maximumDecodedSize: Int) { self.maximumDecodedSize = maximumDecodedSize }

  public func encode(_ value: Data) throws -> Data {
    try ZlibFormat.gzip.compress(value, decodingAtMost: maximumDecodedSize)
  }

  public func decode(_ stored: Data) throws -> Data {
    try ZlibFormat.gzip.decompress(stored, toAtMost: maximumDecodedSize)
  }
}
