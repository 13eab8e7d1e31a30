internal import ArchiveBytes
internal import ArchiveNodes
internal import Foundation
internal import KeyedArchives
internal import PropertyLists

extension ArchiveFormat {
  /// Apple's keyed archive, in a binary property list or an XML one.
  public static let keyedArchive = ArchiveFormat(
    name: "keyed", fileDescription: "a keyed archive",
    recognizes: { data, limits in
      try isKeyedArchive(data) || converted(data, limits) != nil
    },
    encode: { content, options in
      try KeyedArchive.encode(
        content.node,
        options: .init(
          outputFormat: options.propertyListFormat, archiver: content.archiver,
          version: content.archiveVersion, limits: options.limits))
    },
    openIfRecognized: { data, options, _ in
      let isBinary = try isKeyedArchive(data)
      // Reuses the bytes that detection has already made.
      let converted = isBinary ? nil : try converted(data, options.limits)
      guard isBinary || converted != nil else { return nil }
      return KeyedArchiveFile(
        archive: try KeyedArchive(
          data, converted: converted, options: .init(archivers: options.archivers, limits: options.limits)),
        xml: isBinary ? nil : data)
    }
  ).encoding { elements, options, take in
    try take(
      KeyedArchive.data(
        ofElements: elements.forEachPiece,
        options: .init(outputFormat: options.propertyListFormat, limits: options.limits)))
  } losses: { content, options in
    keyedLosses(content, isXML: options.propertyListFormat == .xml)
  }

  /// Returns whether the data is a keyed archive in a binary property list.
  private static func isKeyedArchive(_ data: Data) throws -> Bool {
    guard data.starts(with: BinaryPlist.mark.utf8) else { return false }
    let keys = try BinaryListReader.topKeys(of: data) ?? []
    return keyedArchiveKeys.allSatisfy(keys.contains)
  }

  /// Returns the binary form of a keyed archive in XML; `nil` if the data is not one.
  private static func converted(_ data: Data, _ limits: ArchiveLimits) throws -> Data? {
    // A keyed archive contains both keys; only the top dictionary shows whether the list is one.
    guard let text = try data.xmlPropertyList, text.range(of: Data("$archiver".utf8)) != nil,
      text.range(of: Data("$objects".utf8)) != nil
    else { return nil }
    let binary = try PlistConversion.binary(data, limits)
    return try isKeyedArchive(binary) ? binary : nil
  }

  /// The keys in the top dictionary of a property list that a keyed archiver wrote.
  static let keyedArchiveKeys = ["$archiver", "$objects", "$top"]
}

/// An opened keyed archive.
private struct KeyedArchiveFile: ArchiveFile {
  let archive: KeyedArchive
  /// The text of the file, if it is XML.
  let xml: Data?

  var summary: ArchiveSummary {
    var summary = ArchiveSummary()
    summary.isXML = xml != nil
    summary.bytesBehindEnd = xml?.paddingBehindText ?? archive.paddingCount
    summary.version = "\(archive.version)"
    summary.archiver = archive.archiver
    summary.keys = archive.keys
    summary.objectCount = archive.objectCount
    return summary
  }

  func content() throws -> ArchiveContent {
    let (graph, otherLayouts) = try archive.graphAndLayouts()
    var content = ArchiveContent(
      .graph(graph), archiver: archive.archiver, archiveVersion: archive.version)
    content.otherLayouts = otherLayouts
    return content
  }

  func parts(_ progress: (Int) -> Void) throws -> [ArchivePart] { try archive.parts() }

  func verify(_ progress: (Int) -> Void) throws {
    _ = try archive.verify(progress)
  }
}
