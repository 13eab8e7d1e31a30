internal import ArchiveBytes
internal import ArchiveNodes
internal import ColumnArchives
internal import Foundation

extension ArchiveFormat {
  /// The column archive of this library.
  public static let columnArchive = ArchiveFormat(
    name: "column", fileDescription: "a column archive",
    recognizes: { data, _ in data.starts(with: [0xC3, 0x53, 0x43, 0x41]) },
    open: { data, options, progress in
      try ColumnArchiveFile(ColumnArchive(data, options: .init(limits: options.limits), progress: progress))
    },
    encode: { content, options in
      try ColumnArchive.encode(content.node, options: .init(limits: options.limits))
    }
  ).encoding { elements, options, take in
    try ColumnArchive.write(elements, options: .init(limits: options.limits), to: take)
  } losses: { content, _ in
    keyedLosses(content, isXML: false) + content.headLosses
  }
}

/// An opened column archive. Reads only the requested parts, even from a large archive.
private struct ColumnArchiveFile: ArchiveFile {
  let archive: ColumnArchive
  let summary: ArchiveSummary

  init(_ archive: ColumnArchive) throws {
    self.archive = archive
    var summary = ArchiveSummary()
    summary.version = "\(ColumnArchive.formatVersion)"
    summary.className = try archive.className
    summary.elementCount = archive.isSequence ? archive.count : nil
    summary.batchCount = archive.isSequence ? archive.batchCount : nil
    self.summary = summary
  }

  func content() throws -> ArchiveContent { ArchiveContent(try archive.node()) }

  func elements(_ progress: @escaping (Int) -> Void) -> ArchiveElements? {
    guard archive.isOfTrees else { return nil }
    return ArchiveElements(count: archive.count) { try archive.forEachPiece(progress, $0) }
  }

  func excerpt(elementLimit: Int, entryLimit: Int) throws -> ArchiveNode {
    try archive.node(excerpt: Excerpt(elementLimit: elementLimit, total: entryLimit))
  }

  func parts(_ progress: (Int) -> Void) throws -> [ArchivePart] { try archive.parts(progress) }

  func verify(_ progress: (Int) -> Void) throws { try archive.verify(progress) }
}
