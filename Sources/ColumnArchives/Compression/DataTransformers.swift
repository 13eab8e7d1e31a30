public import ArchiveValues
public import Foundation

/// Stores data compressed, in the zlib format (RFC 1950), which adds 11 bytes to the compressed data, including a
/// checksum.
///
/// The system's zlib does the work. It is loaded on first use; if it is missing (on Windows), both directions throw
/// ``ArchiveError`` with the code `unsupported`. The compressed bytes may differ between versions of zlib.
///
/// Decoding throws for data that is truncated, damaged (the checksum is verified), or followed by other bytes. It
/// throws with the code `limitExceeded` if the decompressed data would exceed the maximum, so that a few bytes cannot
/// fill the memory. Encoding throws for data that decoding would refuse for that reason.
///
/// The checksum of this format is weak: in short data, or data with few different bytes, damage can go unnoticed.
/// ``GzipDataTransformer`` has a stronger one.
public struct ZlibDataTransformer: ArchiveTransformer {
  /// The maximum number of decompressed bytes; `nil`, the default, allows 64 MiB plus 100 times the size of the
  /// compressed data.
  ///
  /// A transformer that is registered by name uses the default. For larger data, such as a gigabyte of zeros, store
  /// the property with an instance: `.transformed(ZlibDataTransformer(maximumDecodedSize: 2 << 30))`.
  private let maximumDecodedSize: Int?

  public init() { maximumDecodedSize = nil }

  /// Creates a transformer with its own maximum.
  public init(maximumDecodedSize: Int) { self.maximumDecodedSize = maximumDecodedSize }

  public func encode(_ value: Data) throws -> Data {
    try ZlibFormat.zlib.compress(value, decodingAtMost: maximumDecodedSize)
  }

  public func decode(_ stored: Data) throws -> Data {
    try ZlibFormat.zlib.decompress(stored, toAtMost: maximumDecodedSize)
  }
}

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
