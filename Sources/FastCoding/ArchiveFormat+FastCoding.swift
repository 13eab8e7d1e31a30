internal import ArchiveBytes
public import ArchiveDocuments
internal import ArchiveNodes
internal import Foundation

extension ArchiveFormat {
  /// The format of FastCoding's files: versions 2 and 3 are read, version 3 is written.
  ///
  /// It keeps objects and their identity. It loses fields that are `nil`, the names of superclasses, the identity of
  /// numbers and texts, and the name of the program that wrote a keyed archive. Documents read such files only if the
  /// format is listed:
  ///
  /// ```swift
  /// let document = try ArchiveDocument(data, formats: ArchiveFormat.standard + [.fastCoding])
  /// ```
  public static let fastCoding = ArchiveFormat(
    name: "fast", fileDescription: "a FastCoding file",
    recognizes: { data, _ in data.starts(with: "TSAF".utf8) || data.starts(with: "FAST".utf8) },
    open: { data, options, _ in
      // Making nodes creates no class instances, so every class is allowed.
      FastCodingFile(
        archive: try FastCodingArchive(data, options: .init(classes: .all, limits: options.limits)))
    },
    encode: { content, options in
      try FastCodingArchive.encode(content.node, options: .init(limits: options.limits))
    }
  ).encoding(losses: { content, _ in FastCodingLosses.losses(of: content) })
}

/// An opened FastCoding file.
private struct FastCodingFile: ArchiveFile {
  let archive: FastCodingArchive

  var summary: ArchiveSummary {
    var summary = ArchiveSummary()
    summary.version = "\(archive.majorVersion).\(archive.minorVersion)"
    summary.objectCount = archive.objectCount
    return summary
  }

  func content() throws -> ArchiveContent { ArchiveContent(try archive.node()) }
}
