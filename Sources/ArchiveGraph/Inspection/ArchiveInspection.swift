public import ArchiveBytes
public import ArchiveValues
internal import ColumnArchive
public import Foundation
internal import KeyedArchive

/// What can be said of a file of any of the formats without knowing its types: what it is, where its bytes are, what
/// is in it, and whether all of it can be read.
///
/// ```swift
/// let inspection = try ArchiveInspection(Data(contentsOf: url, options: .mappedIfSafe))
/// print(inspection.format, inspection.elementCount ?? 1)
/// for part in try inspection.byteMap().children { print(part.name, part.bytes) }
/// ```
///
/// Of a column archive only what is asked for is read, so that large files are quick to look at.
public struct ArchiveInspection: Sendable {
  /// The format of the file, told by its bytes.
  public let format: ArchiveFormat
  /// The size of the file.
  public let byteCount: Int
  /// Whether the file is a property list in XML. Its byte map is then that of the binary form of a keyed archive.
  public let isXML: Bool
  /// The version of the format, as the file has it; empty where it has none.
  public let version: String
  /// The name of the program, or its class, that wrote a keyed archive; `nil` in other formats.
  public let archiver: String?
  /// The class of the value, or of the elements, of a column archive; empty where it is not known.
  public let className: String
  /// The names of the values at the top of a keyed archive; empty in other formats.
  public let keys: [String]
  /// How many objects the table of a keyed archive has, or how many a FastCoding file has; `nil` in other formats.
  public let objectCount: Int?
  /// How many elements a column archive has; `nil` in other formats, and when no array was archived.
  public let elementCount: Int?
  /// In how many batches these are.
  public let batchCount: Int?

  private let data: Data
  private let limits: ArchiveLimits
  private let keyedArchive: KeyedArchive?
  private let columnArchive: ColumnArchive?
  private let fastCodingFile: FastCodingArchive?

  /// Looks at the head of a file.
  ///
  /// - Parameter progress: Called now and then with the count of bytes that are behind, and are not looked at again:
  ///   memory that a large file is mapped to can be given back.
  /// - Throws: ``ArchiveError`` when the bytes are of no format that is known, or end before they say anything.
  public init(
    _ data: Data, limits: ArchiveLimits = ArchiveLimits(), progress: (Int) -> Void = { _ in }
  ) throws {
    self.data = data
    self.limits = limits
    byteCount = data.count
    isXML = data.beginsAsXML
    let list: ArchiveNode?
    (format, list) = try FormatDetection.detect(data, limits)
    keyedArchive =
      format == .keyedArchive
      ? try KeyedArchive(data, list: list, options: .init(archivers: nil, limits: limits)) : nil
    columnArchive =
      format == .columnArchive
      ? try ColumnArchive(data, options: ColumnArchive.DecodingOptions(limits: limits), progress: progress)
      : nil
    fastCodingFile =
      format == .fastCoding
      ? try FastCodingArchive(data, options: FastCodingArchive.DecodingOptions(classes: .all, limits: limits))
      : nil
    archiver = keyedArchive?.archiver
    keys = keyedArchive?.keys ?? []
    objectCount = keyedArchive?.objectCount ?? fastCodingFile?.objectCount
    className = try columnArchive?.className ?? ""
    elementCount = columnArchive.flatMap { $0.isSequence ? $0.count : nil }
    batchCount = columnArchive.flatMap { $0.isSequence ? $0.batchCount : nil }
    version =
      if let keyedArchive {
        "\(keyedArchive.version)"
      } else if let fastCodingFile {
        "3.\(fastCodingFile.minorVersion)"
      } else {
        columnArchive == nil ? "" : "\(ColumnArchive.formatVersion)"
      }
  }

  /// Where the bytes are.
  ///
  /// The parts of a keyed archive are `objects`, by class, and the tables around them; those of a column archive
  /// `columns`, by field, next to `header`, `schema` and `batches`; those of JSON and of property lists their fields.
  /// Elements of arrays count under the name of the array.
  ///
  /// - Parameter progress: Called now and then with the count of bytes that are behind, and are not looked at again.
  /// - Throws: ``ArchiveError`` when the parts are not where they are said to be, or a text cannot be read.
  public func byteMap(_ progress: (Int) -> Void = { _ in }) throws -> ByteMap {
    if let keyedArchive { return try keyedArchive.byteMap() }
    if let columnArchive { return try columnArchive.byteMap(progress) }
    if let fastCodingFile { return try fastCodingFile.byteMap() }
    if format == .propertyList, !isXML { return try PlistMeter.map(ofList: data) }
    let meter = TextMeter()
    _ =
      isXML
      ? try XMLListReader.node(of: data, limits, meter: meter)
      : try JSONParser.parse(data, limits, meter: meter)
    return meter.map(byteCount: data.count)
  }

  /// The objects of each class, the class with most bytes first; empty where a format knows no classes.
  ///
  /// - Parameter map: What ``byteMap(_:)`` gives.
  public func classes(in map: ByteMap) -> [ByteMap] {
    (map["objects"]?.children ?? []).sorted { $0.bytes != $1.bytes ? $0.bytes > $1.bytes : $0.name < $1.name }
  }

  /// The content, as far as it is to be shown. Of a column archive no more is read.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  public func outline(options: ArchiveOutline.Options = ArchiveOutline.Options()) throws -> ArchiveOutline {
    let node = try columnArchive?.excerpt(elementLimit: options.elementLimit, total: options.entryLimit)
    return ArchiveOutline(of: try node ?? self.node(), options: options)
  }

  /// The whole content.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  public func node() throws -> ArchiveNode {
    if let keyedArchive { return try keyedArchive.node() }
    if let columnArchive { return try columnArchive.node() }
    if let fastCodingFile { return try fastCodingFile.node() }
    return format == .json
      ? try ArchiveNode(json: data, limits: limits) : try ArchiveNode(propertyList: data, limits: limits)
  }

  /// Reads everything once. Of a column archive, memory for a few elements is enough.
  ///
  /// - Parameter progress: Called now and then with the count of bytes that are behind, and are not looked at again.
  /// - Throws: ``ArchiveError`` for the first thing that cannot be read, located in the archive.
  public func verify(_ progress: (Int) -> Void = { _ in }) throws {
    if let columnArchive { return try columnArchive.verify(progress) }
    if let keyedArchive {
      _ = try keyedArchive.verify()
      return
    }
    _ = try node()
  }
}
