public import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
public import Foundation

/// What can be said of a file of any of the formats without knowing its types: what it is, where its bytes are, what
/// is in it, and whether all of it can be read.
///
/// ```swift
/// let inspection = try ArchiveInspection(Data(contentsOf: url, options: .mappedIfSafe))
/// print(inspection.format, inspection.summary.elementCount ?? 1)
/// for part in try inspection.byteMap().children { print(part.name, part.bytes) }
/// ```
///
/// Of a column archive only what is asked for is read, so that large files are quick to look at.
public struct ArchiveInspection: Sendable {
  /// The format of the file, detected from its bytes.
  public let format: ArchiveFormat
  /// The size of the file, in bytes.
  public let byteCount: Int
  /// What the head of the file says.
  public let summary: ArchiveSummary

  private let file: any ArchiveFile

  /// Looks at the head of a file.
  ///
  /// - Parameters:
  ///   - formats: The formats that are looked for, in this order.
  ///   - progress: Called now and then with the count of bytes that are behind, and are not looked at again: memory that
  ///     a large file is mapped to can be given back.
  /// - Throws: ``ArchiveError`` when the bytes are of no format that is known, or end before they say anything.
  public init(
    _ data: Data, limits: ArchiveLimits = ArchiveLimits(),
    formats: [ArchiveFormat] = ArchiveFormat.standard, progress: (Int) -> Void = { _ in }
  ) throws {
    byteCount = data.count
    (format, file) = try ArchiveFormat.open(
      data, among: formats, options: .init(limits: limits), progress: progress)
    summary = file.summary
  }

  /// Where the bytes are.
  ///
  /// The parts of a keyed archive are `objects`, by class, and the tables around them; those of a column archive
  /// `columns`, by field, next to `header`, `schema` and `batches`; those of JSON and of property lists their fields.
  /// Elements of arrays count under the name of the array.
  ///
  /// - Parameter progress: Called now and then with the count of bytes that are behind, and are not looked at again.
  /// - Throws: ``ArchiveError`` when the parts are not where they are said to be, or a text cannot be read.
  public func byteMap(_ progress: (Int) -> Void = { _ in }) throws -> ArchiveByteMap {
    try file.byteMap(progress)
  }

  /// The objects of each class, the class with most bytes first; empty where a format knows no classes.
  ///
  /// - Parameter map: What ``byteMap(_:)`` gives.
  public func classes(in map: ArchiveByteMap) -> [ArchiveByteMap] {
    (map["objects"]?.children ?? []).sorted { $0.bytes != $1.bytes ? $0.bytes > $1.bytes : $0.name < $1.name }
  }

  /// The content, as far as it is to be shown. Of a column archive no more is read.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  public func outline(options: ArchiveOutline.Options = ArchiveOutline.Options()) throws -> ArchiveOutline {
    ArchiveOutline(
      of: try file.excerpt(elementLimit: options.elementLimit, entryLimit: options.entryLimit),
      options: options)
  }

  /// The whole content.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  public func node() throws -> ArchiveNode { try file.content().node }

  /// Reads everything once. Of a column archive, memory for a few elements is enough.
  ///
  /// - Parameter progress: Called now and then with the count of bytes that are behind, and are not looked at again.
  /// - Throws: ``ArchiveError`` for the first thing that cannot be read, located in the archive.
  public func verify(_ progress: (Int) -> Void = { _ in }) throws { try file.verify(progress) }
}
