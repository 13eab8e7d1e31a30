extension ColumnArchive {
  /// A way to compress an archive.
  ///
  /// An archive that will be compressed may be larger before, and is smaller after.
  public enum Compression: Sendable, Hashable {
    /// Nothing: values are packed as small as they are fast to write and to read.
    case none
    /// Something that follows: a program that compresses the file, a server, or a file system. Floating-point numbers,
    /// and structs of them, are split into their bytes, which it compresses well.
    case external
    /// The system's zlib, which compresses each batch, or the whole of a single value.
    ///
    /// It is loaded when it is first used. There is one on every system but Windows.
    case zlib
  }
}

extension ColumnArchive.Compression {
  /// Throws ``ArchiveError`` with the code `unsupported` if the system lacks what compresses the batches.
  package func requireCompressor() throws { if self == .zlib { _ = try ZlibStream(.compress, .zlib) } }

  /// Whether all columns are compressed.
  var isWhole: Bool { self != .none }

  /// How the columns of an archive are stored.
  var settings: ColumnWriter.Settings {
    ColumnWriter.Settings(isCompressed: isWhole, compressesBodies: self == .zlib)
  }
}
