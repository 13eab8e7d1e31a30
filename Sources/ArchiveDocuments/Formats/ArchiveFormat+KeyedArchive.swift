internal import ArchiveBytes
public import ArchiveNodes
internal import Foundation
internal import KeyedArchive

extension ArchiveFormat {
  /// Apple's keyed archive, in a binary property list or an XML one.
  public static let keyedArchive = ArchiveFormat(
    name: "keyed", fileDescription: "a keyed archive",
    recognizes: { data, limits in
      if data.starts(with: BinaryPlist.mark.utf8) {
        let keys = try BinaryListReader.topKeys(of: data) ?? []
        return keyedArchiveKeys.allSatisfy(keys.contains)
      }
      // Only a list that has these words can be a keyed archive, and only its top says whether it is.
      guard let text = try data.xmlPropertyList, text.range(of: Data("$archiver".utf8)) != nil,
        text.range(of: Data("$objects".utf8)) != nil
      else { return false }
      return try XMLListReader.node(of: text, limits).isKeyedArchive
    },
    open: { data, options, _ in
      KeyedArchiveFile(
        archive: try KeyedArchive(
          data, options: .init(archivers: options.archivers, limits: options.limits)),
        isXML: data.beginsAsXML)
    },
    encode: { content, options in
      try KeyedArchive.encode(
        content.node,
        options: .init(
          outputFormat: options.propertyListFormat, archiver: content.archiver,
          version: content.archiveVersion, limits: options.limits))
    })

  /// The keys that the dictionary at the top of a property list has when a keyed archiver wrote it.
  static let keyedArchiveKeys = ["$archiver", "$objects", "$top"]
}

/// An opened keyed archive.
private struct KeyedArchiveFile: ArchiveFile {
  let archive: KeyedArchive
  let isXML: Bool

  var summary: ArchiveSummary {
    var summary = ArchiveSummary()
    summary.isXML = isXML
    summary.version = "\(archive.version)"
    summary.archiver = archive.archiver
    summary.keys = archive.keys
    summary.objectCount = archive.objectCount
    return summary
  }

  func content() throws -> ArchiveContent {
    ArchiveContent(try archive.node(), archiver: archive.archiver, archiveVersion: archive.version)
  }

  func byteMap(_ progress: (Int) -> Void) throws -> ByteMap { try archive.byteMap() }

  func verify(_ progress: (Int) -> Void) throws {
    // First what is where, which is said without a path, and then what it means.
    _ = try archive.verify()
    _ = try content()
  }
}
