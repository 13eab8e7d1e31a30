internal import ArchiveBytes
public import ArchiveNodes
internal import Foundation

extension ArchiveFormat {
  /// A file of FastCoding 3.
  ///
  /// It keeps objects and their identity, but neither fields that are `nil` nor the names of superclasses, nor the
  /// identity of numbers and texts, nor what wrote a keyed archive. Documents read it when they are told to:
  ///
  /// ```swift
  /// let document = try ArchiveDocument(data, formats: ArchiveFormat.standard + [.fastCoding])
  /// ```
  public static let fastCoding = ArchiveFormat(
    name: "fast", fileDescription: "a FastCoding file",
    recognizes: { data, _ in data.starts(with: "TSAF".utf8) || data.starts(with: "FAST".utf8) },
    open: { data, options, _ in
      // Nodes are made of no class, so every class may be there.
      FastCodingFile(
        archive: try FastCodingArchive(data, options: .init(classes: .all, limits: options.limits)))
    },
    encode: { content, options in
      try FastCodingArchive.encode(content.node, options: .init(limits: options.limits))
    })
}

/// An opened FastCoding file.
private struct FastCodingFile: ArchiveFile {
  let archive: FastCodingArchive

  var summary: ArchiveSummary {
    var summary = ArchiveSummary()
    summary.version = "3.\(archive.minorVersion)"
    summary.objectCount = archive.objectCount
    return summary
  }

  func content() throws -> ArchiveContent { ArchiveContent(try archive.node()) }

  func byteMap(_ progress: (Int) -> Void) throws -> ArchiveByteMap { try archive.byteMap() }
}
