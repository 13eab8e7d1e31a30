public import ArchiveBytes
internal import ArchiveNodes
public import Foundation
internal import KeyedArchives

extension ArchiveFormat {
  /// The default formats: the formats of this library, property lists and JSON.
  public static let standard: [ArchiveFormat] = [.columnArchive, .keyedArchive, .propertyList, .json]

  /// Detects the format of data. The data may still be damaged.
  ///
  /// - Parameter formats: The formats to try, in this order.
  /// - Throws: ``ArchiveError`` if the bytes match none of the formats; the error describes the bytes.
  public static func format(
    of data: Data, among formats: [ArchiveFormat] = standard, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> ArchiveFormat {
    if let format = try formats.first(where: { try $0.recognizes(data, limits: limits) }) { return format }
    throw unknown(data, formats)
  }

  /// Opens data in one of these formats.
  static func open(
    _ data: Data, among formats: [ArchiveFormat], options: ReadingOptions,
    progress: (Int) -> Void = { _ in }
  ) throws -> (format: ArchiveFormat, file: any ArchiveFile) {
    for format in formats {
      if let file = try format.open(data, options: options, progress: progress) { return (format, file) }
    }
    throw unknown(data, formats)
  }

  private static func unknown(_ data: Data, _ formats: [ArchiveFormat]) -> ArchiveError {
    let names = formats.map(\.fileDescription)
    let found = UnknownFormat.description(of: data)
    return ArchiveError(
      data.isEmpty ? .truncated : .unsupported,
      expected: names.dropLast().joined(separator: ", ") + (names.count > 1 ? " or " : "")
        + (names.last ?? ""),
      found: found.name, offset: 0, advice: found.advice)
  }
}
