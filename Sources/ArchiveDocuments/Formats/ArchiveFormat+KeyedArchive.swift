internal import ArchiveBytes
public import ArchiveNodes
public import Foundation
public import KeyedArchives
internal import PropertyLists

extension ArchiveFormat {
  /// Apple's keyed archive, in a binary property list or an XML one.
  public static let keyedArchive = ArchiveFormat(
    name: "keyed", fileDescription: "a keyed archive",
    recognizes: { data, limits in try isKeyedArchive(data) || isXMLArchive(data, limits) },
    open: { data, options, _ in
      KeyedArchiveFile(
        archive: try KeyedArchive(data, options: .init(archivers: nil, limits: options.limits)),
        xml: data.beginsAsXML ? data : nil)
    },
    encode: { content, options in
      try KeyedArchive.encode(
        content.node,
        options: .init(
          outputFormat: options.propertyListFormat, archiver: content.archiver,
          version: content.archiveVersion, limits: options.limits))
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

  /// Returns whether the data is a keyed archive in an XML property list.
  private static func isXMLArchive(_ data: Data, _ limits: ArchiveLimits) throws -> Bool {
    // A keyed archive contains both keys; only the top dictionary shows whether the list is one.
    guard let text = try data.xmlPropertyList, text.range(of: Data("$archiver".utf8)) != nil,
      text.range(of: Data("$objects".utf8)) != nil
    else { return false }
    return try isKeyedArchive(PlistConversion.binary(data, limits))
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

extension KeyedArchive {
  /// Reads the content of the archive without its types: the top value as a node, with the objects of the archive.
  ///
  /// Every object keeps its kind and its identity, however it is referenced. Objects may contain themselves. If the
  /// archive has only the key `root`, the node is its value. Otherwise the node is a record of class `$top` with a
  /// field for each key.
  ///
  /// - Returns: An ``ArchiveNode/graph(_:)`` whose objects have the same numbers as in the archive.
  /// - Throws: ``ArchiveError``, located in the archive, if its bytes are damaged.
  /// - Complexity: Linear in the size of the archive, and bounded by the limits.
  public func node() throws -> ArchiveNode {
    .graph(try graph())
  }

  /// Writes a node as a keyed archive.
  ///
  /// Strings, dates, data, collections and records become objects. Numbers become objects inside collections, but are
  /// stored inline as fields. The node of a value therefore gives the archive of that value. Each referenced object of
  /// a graph is written once; unreferenced objects are not written.
  ///
  /// A record of class `$top` gives the archive one top value for each of its fields, as ``node()`` reads it.
  ///
  /// - Returns: The bytes. The same node gives the same bytes in every process.
  /// - Throws: ``ArchiveError``, located in the node: if a reference is invalid, if a record has no class name, like
  ///   the records read from column archives, or if plain values nest deeper than the limits allow.
  /// - Complexity: Linear in the size of the node.
  public static func encode(_ node: ArchiveNode, options: EncodingOptions = EncodingOptions()) throws -> Data
  {
    try data(of: node, options: options)
  }
}

extension KeyedArchive {
  /// The objects by class, with the values that are inline in them. An XML archive's objects are counted as in its
  /// binary form. Texts, numbers, data and class records are separate parts.
  ///
  /// - Throws: ``ArchiveError`` if the offset of an object is invalid, or if the objects overlap and together exceed
  ///   the limits.
  /// - Complexity: Linear in the size of the archive.
  package func parts() throws -> [ArchivePart] {
    try readingTable { table, charge, className in
      let plist = table.plist
      var parts: [String: ArchivePart] = [:]
      var isCounted = Array(repeating: false, count: plist.objectCount)
      /// Returns the bytes of an object. They are counted where the object is met first.
      func bytes(of object: Int) throws -> Int {
        defer { isCounted[object] = true }
        return try isCounted[object] ? 0 : plist.size(at: plist.offset(of: object))
      }
      for entry in 0..<table.objectCount {
        let object = try table.reference(ofEntry: entry)
        let offset = try plist.offset(of: object)
        var (name, size) = (plist.groupName(at: offset), try bytes(of: object))
        if plist.kind(at: offset) == BinaryPlist.Kind.dictionary {
          name = "(no class)"
          let entries = try plist.entries(at: offset, what: "an object")
          try charge(entries.reduce(0) { $0 + 16 + $1.key.utf8.count })
          for (key, value) in entries {
            if key == "$classname" { name = "(class records)" }
            if key == "$class" { name = try className(table.resolve(value).offset) }
            if try plist.parts(at: plist.offset(of: value)) == nil { size += try bytes(of: value) }
          }
        }
        parts[name, default: ArchivePart(name: name, count: 0, byteCount: 0)].count += 1
        parts[name]?.byteCount += size
      }
      return parts.values.sorted { ($1.byteCount, $0.name) < ($0.byteCount, $1.name) }
    }
  }
}

extension BinaryPlist {
  /// Returns the size in bytes of the object at an offset, without the objects it refers to.
  fileprivate func size(at offset: Int) throws -> Int {
    let marker = Int(byte(at: offset) & 0xF)
    switch kind(at: offset) {
    case Kind.integer, Kind.real, Kind.date: return 1 + 1 << marker
    case Kind.uid: return 2 + marker
    case Kind.data, Kind.ascii, Kind.utf8, Kind.utf16:
      return try counted(at: offset, width: 1).start - offset + contentSize(at: offset)
    default:
      guard let parts = try parts(at: offset) else { return 1 }
      return parts.start - offset + parts.count * referenceSize * (parts.isDictionary ? 2 : 1)
    }
  }

  /// Returns the group in which an object without a class is counted.
  fileprivate func groupName(at offset: Int) -> String {
    switch kind(at: offset) {
    case Kind.ascii, Kind.utf16, Kind.utf8: "(texts)"
    case Kind.data: "(data)"
    case Kind.date: "(dates)"
    case Kind.integer, Kind.real, Kind.simple: "(numbers)"
    default: "(others)"
    }
  }
}
