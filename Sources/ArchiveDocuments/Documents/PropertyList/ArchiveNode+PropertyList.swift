public import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
public import Foundation
internal import KeyedArchives

extension ArchiveNode {
  /// Reads a binary or XML property list. Nodes that property lists cannot represent use the notation of
  /// ``jsonData(isPretty:limits:)``.
  ///
  /// Keys keep their order, and numbers their kind. A UID becomes a dictionary with the key `CF$UID`, as in XML. An
  /// array or a dictionary that a binary list refers to from several places is read at each of them.
  ///
  /// - Parameters:
  ///   - notation: Whether keys such as `$set` have their special meaning. If not, they are ordinary keys, like a
  ///     keyed archive's.
  /// - Throws: ``ArchiveError``, located in the list, if the bytes are invalid or a limit is exceeded.
  /// - Complexity: Linear in the size of the list, and bounded by the limits.
  public init(propertyList data: Data, notation: Bool = true, limits: ArchiveLimits = ArchiveLimits()) throws
  {
    self = try ArchiveContent(propertyList: data, notation: notation, limits).node
  }

  /// Writes the node as a property list. ``init(propertyList:notation:limits:)`` reads the same node back.
  ///
  /// Values that property lists cannot represent are written in the notation of ``jsonData(isPretty:limits:)``: `nil`
  /// (`$null`), sets, records, aliases; in XML also keys that are not strings, 32-bit numbers, dates with fractional
  /// seconds, and strings with control characters (`$text`).
  ///
  /// Objects of graphs, such as a keyed archive's, are written as aliases, which keep their identity.
  ///
  /// - Parameters:
  ///   - format: `.binary` or `.xml`. The same node gives the same bytes.
  ///   - limits: Only the depth applies. References between objects of a graph may form chains of any length.
  /// - Throws: ``ArchiveError`` if the node nests deeper than the limits allow or has an invalid reference, or, in XML,
  ///   if the name of a class or a key has control characters.
  /// - Complexity: Linear in the size of the node.
  public func propertyListData(
    format: PropertyListSerialization.PropertyListFormat = .binary, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Data {
    try ArchiveContent(self).propertyListData(format, limits)
  }
}

extension ArchiveContent {
  init(propertyList data: Data, notation: Bool, _ limits: ArchiveLimits) throws {
    let list =
      data.beginsAsBinaryPlist
      ? try BinaryListReader.node(of: data, limits) : try XMLListReader.node(of: data, limits)
    if notation, case .dictionary = list, ArchiveFormat.keyedArchiveKeys.allSatisfy({ list[$0] != nil }) {
      throw ArchiveError(
        .unsupported, expected: "a property list", found: "a keyed archive",
        advice:
          .changeCode("Read it with KeyedArchive(data).node(), as an ArchiveDocument, or without notation."))
    }
    self = notation ? try NotationReader.read(list, isStrict: false, limits) : ArchiveContent(list)
  }

  func propertyListData(
    _ format: PropertyListSerialization.PropertyListFormat, _ limits: ArchiveLimits
  ) throws -> Data {
    switch format {
    case .binary:
      try BinaryListWriter.data(NotationWriter.document(self, .binaryList, limits), limits)
    case .xml:
      try XMLListWriter.data(
        of: BinaryListWriter.data(NotationWriter.document(self, .xmlList, limits), limits), limits)
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
      hasNull: false, hasDate: { _ in true }, hasData: true, hasFloat: true, hasDouble: { _ in true },
      hasBrokenText: true, hasOtherKeys: true)
  }

  static var xmlList: DocumentKinds {
    DocumentKinds(
      hasNull: false, hasDate: XMLListWriter.hasDate, hasData: true, hasDouble: hasXMLDouble,
      hasText: hasXMLText)
  }

  /// Returns whether XML can express a string: it has no control characters except white space.
  private static func hasXMLText(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: true
      case ..<0x20, 0xFFFE, 0xFFFF: false
      default: true
      }
    }
  }

  /// Returns whether XML can express a number: it is not a NaN with an unusual payload.
  static func hasXMLDouble(_ number: Double) -> Bool {
    !number.isNaN || number.bitPattern == Double.nan.bitPattern
  }
}
