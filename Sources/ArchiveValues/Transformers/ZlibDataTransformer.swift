public import Foundation

/// Stores data compressed, in the zlib format (RFC 1950): 11 bytes around compressed data, and a checksum.
///
/// The system's zlib does the work; it is loaded at first use, and where there is none (on Windows) both directions
/// throw ``ArchiveError`` with the code `unsupported`. The compressed bytes may differ between versions of zlib.
///
/// Decoding throws for data that is cut short, damaged (the checksum is verified), or followed by other bytes; and
/// with the code `limitExceeded` when the data would become larger than ``maximumDecodedSize``, so that a few bytes
/// cannot fill the memory. Encoding throws for data that could not be decoded for that reason.
///
/// The checksum of this format is a weak one: in short data, or data of few different bytes, damage can pass unnoticed.
/// ``GzipDataTransformer`` has a stronger one.
public struct ZlibDataTransformer: ArchiveTransformer {
  /// How many bytes may come out; `nil`, the default, allows 64 MiB plus 100 times the size of the compressed data.
  ///
  /// A transformer that archives name has the default. For data that passes it, such as a gigabyte of zeros, write a
  /// transformer that uses one of these with another maximum.
  public let maximumDecodedSize: Int?

  public init() { maximumDecodedSize = nil }

  /// Creates a transformer with a maximum of its own.
  public init(maximumDecodedSize: Int) { self.maximumDecodedSize = maximumDecodedSize }

  public func encode(_ value: Data) throws -> Data {
    try ZlibFormat.zlib.compress(value, decodingAtMost: maximumDecodedSize)
  }

  public func decode(_ stored: Data) throws -> Data {
    try ZlibFormat.zlib.decompress(stored, toAtMost: maximumDecodedSize)
  }
}
