public import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
public import Foundation
internal import KeyedArchives

extension ArchiveNode {
  /// Reads a property list, binary or XML, with the notation of ``jsonData(isPretty:limits:)`` for what property lists
  /// have no words for.
  ///
  /// Keys keep their order, and numbers their kind. A UID is the dictionary `CF$UID`, as in XML. An array or a dictionary
  /// that a binary list refers to from several places, or that contains itself, is one object of a graph.
  ///
  /// - Parameters:
  ///   - notation: Whether keys such as `$set` have their meaning; otherwise they are keys like others, as those of a
  ///     keyed archive are.
  /// - Throws: ``ArchiveError``, located in the list, whatever the bytes are.
  /// - Complexity: Linear in the size of the list, and bounded by the limits.
  public init(propertyList data: Data, notation: Bool = true, limits: ArchiveLimits = ArchiveLimits()) throws
  {
    self = try Self.read(propertyList: data, notation: notation, limits).node
  }

  static func read(
    propertyList data: Data, notation: Bool, _ limits: ArchiveLimits
  ) throws -> (node: ArchiveNode, head: ArchiverHead) {
    let list =
      data.beginsAsBinaryPlist
      ? try BinaryListReader.node(of: data, limits) : try XMLListReader.node(of: data, limits)
    if notation, list.isKeyedArchive {
      throw ArchiveError(
        .unsupported, expected: "a property list", found: "a keyed archive",
        advice:
          "Read it with KeyedArchive(data).node() or as an ArchiveDocument; or without notation, as it is.")
    }
    return notation ? try NotationReader.read(list, isStrict: false, limits) : (list, ArchiverHead())
  }

  /// Whether the list is one that a keyed archiver wrote.
  var isKeyedArchive: Bool {
    guard case .dictionary = self else { return false }
    return ArchiveFormat.keyedArchiveKeys.allSatisfy { self[$0] != nil }
  }

  /// Writes the node as a property list, from which ``init(propertyList:notation:limits:)`` makes the same node.
  ///
  /// What property lists have no words for is in the notation of ``jsonData(isPretty:limits:)``: `nil` (`$null`), sets,
  /// records, keys that are not texts, aliases; in XML also numbers of 32 bits, dates that are not of a whole second, and
  /// texts with control characters (`$text`).
  ///
  /// - Parameters:
  ///   - format: `.binary` or `.xml`. The same node gives the same bytes.
  ///   - limits: Only the depth counts. Objects of a graph may lead to each other in chains of any length.
  /// - Throws: ``ArchiveError`` when the node nests deeper than the limits allow, or has a reference that leads nowhere;
  ///   in XML also when the name of a class or a key has control characters.
  /// - Complexity: Linear in the size of the node.
  public func propertyListData(
    format: PropertyListSerialization.PropertyListFormat = .binary, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Data {
    try propertyListData(format: format, head: ArchiverHead(), limits)
  }

  func propertyListData(
    format: PropertyListSerialization.PropertyListFormat, head: ArchiverHead, _ limits: ArchiveLimits
  ) throws -> Data {
    switch format {
    case .binary:
      try BinaryListWriter.data(NotationWriter.document(self, head: head, .binaryList, limits), limits)
    case .xml: try XMLListWriter.data(NotationWriter.document(self, head: head, .xmlList, limits), limits)
    default:
      throw ArchiveError(
        .unsupported, expected: "a format that property lists can be written in",
        found: "format \(format.rawValue)", advice: "Write binary or XML.")
    }
  }
}

extension DocumentKinds {
  static var binaryList: DocumentKinds {
    DocumentKinds(
      hasNull: false, hasDate: { _ in true }, hasData: true, hasFloat: true, hasDouble: { _ in true })
  }

  static var xmlList: DocumentKinds {
    DocumentKinds(
      hasNull: false, hasDate: XMLListWriter.hasDate, hasData: true, hasDouble: XMLListWriter.hasDouble,
      hasText: XMLListWriter.hasText)
  }
}
