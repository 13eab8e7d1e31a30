internal import ArchiveValues

extension ColumnArchive {
  /// What compresses an archive.
  ///
  /// By itself, an archive has its numbers and texts packed bit by bit. That hides from a compressor what repeats. An
  /// archive that will be compressed is larger before, and smaller after.
  public enum Compression: Sendable, Hashable {
    /// Nothing: values are packed as small as they are fast to write and to read.
    case none
    /// The texts alone: pieces that strings have in common are replaced by symbols of a byte (FSST). URLs, paths and lines of
    /// logs take half their size or less. Any part of an archive is still read by itself. Writing such texts takes three to
    /// ten times as long, and reading them up to twice.
    case text
    /// Something that follows: a program that compresses the file, a server, or a file system. Values are written so that
    /// it compresses them well: texts in whole bytes, and floating-point numbers byte by byte (all first bytes, then all second
    /// ones).
    case external
    /// The system's zlib, which compresses each batch, or the whole of a single value. It often makes smaller archives than
    /// ``zstd``, in many times as much time.
    ///
    /// It is loaded when it is first used. There is one on every system but Windows.
    case zlib
    /// The system's zstd (libzstd), at its level 3, which compresses each batch, or the whole of a single value.
    ///
    /// It is loaded when it is first used. Apple's systems come without one.
    case zstd
  }
}

extension ColumnArchive.Compression {
  /// Throws ``ArchiveError`` with the code `unsupported` if the system lacks what compresses the batches.
  package func requireCompressor() throws { try compressor?.require() }

  /// Whether all columns are compressed.
  var isWhole: Bool { self != .none && self != .text }

  /// How the columns of an archive are stored.
  var settings: ColumnWriter.Settings {
    ColumnWriter.Settings(isCompressed: isWhole, compressor: compressor, usesSymbols: self == .text)
  }

  /// What compresses the batches; `nil` if nothing does that here.
  var compressor: SystemCompressor? {
    switch self {
    case .none, .text, .external: nil
    case .zlib: .zlib
    case .zstd: .zstd
    }
  }
}
