public import ArchiveBytes
public import ArchiveNodes
internal import ArchiveValues
public import ColumnArchives
public import Foundation

/// Inspects a file of any supported format without its types: its format, the use of its bytes, its contents, and
/// whether all of it can be read.
///
/// ```swift
/// let inspection = try ArchiveInspection(Data(contentsOf: url))
/// print(inspection.format, inspection.summary.elementCount ?? 1)
/// for part in try inspection.parts() { print(part.name, part.count, part.byteCount) }
/// ```
///
/// It reads only the requested parts of a column archive, so large files open quickly.
public struct ArchiveInspection: Sendable {
  /// The format of the file, detected from its bytes.
  public let format: ArchiveFormat
  /// The size of the file, in bytes.
  public let byteCount: Int
  /// The contents of the file's header.
  public let summary: ArchiveSummary

  private let file: any ArchiveFile

  /// Reads the header of a file.
  ///
  /// - Parameters:
  ///   - formats: The formats to try, in this order.
  ///   - progress: Called from time to time with the number of bytes that are done and will not be read again. The
  ///     memory that maps these bytes of a large file can be released.
  /// - Throws: ``ArchiveError`` if the bytes match none of the formats, or end within the header.
  public init(
    _ data: Data, limits: ArchiveLimits = ArchiveLimits(),
    formats: [ArchiveFormat] = ArchiveFormat.standard, progress: (Int) -> Void = { _ in }
  ) throws {
    byteCount = data.count
    (format, file) = try ArchiveFormat.open(
      data, among: formats, options: .init(limits: limits), progress: progress)
    summary = file.summary
  }

  /// Returns the parts of the file with the number of bytes of each: the classes of a keyed archive, the one with the
  /// most bytes first, or the columns of a column archive, in their order; none for other formats.
  ///
  /// - Parameter progress: Called from time to time with the number of bytes that are done and will not be read
  ///   again.
  /// - Throws: ``ArchiveError`` if the parts are not at the places that the file states.
  public func parts(_ progress: (Int) -> Void = { _ in }) throws -> [ArchivePart] {
    try file.parts(progress)
  }

  /// Reads the content or its beginning. Of a column archive, it reads only the excerpt: at most `elementLimit`
  /// elements of each collection, and `entryLimit` values in all. Of any other file, it reads everything.
  ///
  /// A shortened collection ends with a value of class `…` that contains the number of elements left out. In a
  /// dictionary, it is the last key.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  public func excerpt(elementLimit: Int, entryLimit: Int = .max) throws -> ArchiveNode {
    try file.excerpt(elementLimit: elementLimit, entryLimit: entryLimit)
  }

  /// Reads the whole content.
  ///
  /// - Throws: ``ArchiveError``, located in the archive.
  public func node() throws -> ArchiveNode { try file.content().node }

  /// Returns the elements of the file, to be read a few at a time, if it is a column archive of an array whose
  /// elements do not refer to class instances; otherwise `nil`.
  ///
  /// ```swift
  /// if let elements = inspection.elements() {
  ///   try ArchiveFormat.json.encode(elements) { try file.write(contentsOf: $0) }
  /// }
  /// ```
  ///
  /// - Parameter progress: Called from time to time, while the elements are read, with the number of bytes that are done.
  public func elements(_ progress: @escaping (Int) -> Void = { _ in }) -> ArchiveElements? {
    file.elements(progress)
  }

  /// Checks that everything can be read. The values of a column archive are checked without being created. This takes
  /// little more time than its checksums, and memory for only a few elements. The objects of a keyed archive are read
  /// one after the other, and none is kept.
  ///
  /// - Parameter progress: Called from time to time with the number of bytes that are done and will not be read again.
  /// - Throws: ``ArchiveError``, located in the archive, for the first part that cannot be read.
  public func verify(_ progress: (Int) -> Void = { _ in }) throws { try file.verify(progress) }
}
