internal import ArchiveBytes
internal import ArchiveValues
internal import ColumnArchives
internal import Foundation

/// The compression of the pages of a Parquet file.
public enum ParquetCompression: String, Sendable, Hashable, CaseIterable {
  /// No compression.
  case none
  /// Snappy: fast, and read by every engine.
  case snappy
  /// Gzip, by the system's zlib: smaller, and several times slower to write.
  case gzip
}

extension ParquetCompression {
  /// The number of the compression in a file.
  var number: Int {
    switch self {
    case .none: 0
    case .snappy: 1
    case .gzip: 2
    }
  }

  /// Returns the compressed bytes.
  ///
  /// - Throws: ``ArchiveError`` if zlib is not available.
  func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
    switch self {
    case .none: bytes
    case .snappy: Snappy.compressed(bytes)
    case .gzip: [UInt8](try ColumnArchives.gzipped(Data(bytes)))
    }
  }
}
