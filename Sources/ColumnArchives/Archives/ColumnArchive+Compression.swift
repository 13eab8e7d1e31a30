extension ColumnArchive {
  /// The compression of an archive.
  ///
  /// An archive meant for compression may be larger before it is compressed, and is smaller afterwards.
  public enum Compression: Sendable, Hashable {
    /// No compression: values are packed only as small as is fast to write and to read.
    case none
    /// Compression by a later step: a program that compresses the file, a server, or a file system. Floating-point
    /// numbers, and structs of them, are split into their bytes, which compress well.
    case external
    /// Compression with the system's zlib, of each batch or of the whole of a single value.
    ///
    /// The library is loaded on first use. Every system except Windows provides it.
    case zlib
  }
}

extension ColumnArchive.Compression {
  /// Throws ``ArchiveError`` with the code `unsupported` if the system lacks the library that compresses the batches.
  package func requireCompressor() throws { if self == .zlib { _ = try ZlibStream(.compress, .zlib) } }

  /// How the columns of an archive are stored.
  var settings: ColumnWriter.Settings {
    ColumnWriter.Settings(isCompressed: self != .none, compressesBodies: self == .zlib)
  }
}
