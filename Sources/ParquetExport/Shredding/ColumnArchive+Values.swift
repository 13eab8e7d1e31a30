internal import ArchiveBytes
internal import ArchiveValues
internal import ColumnArchives

extension ColumnArchive {
  /// Archives values in memory, in one batch. It needs no limits, as the values are already in memory.
  init<Element: ArchiveValue>(of elements: [Element]) throws {
    try self.init(
      ColumnArchive.encode(elements, options: .init(batchSize: .max)),
      options: ColumnArchive.DecodingOptions(
        limits: ArchiveLimits(maximumDecodedSize: .max), verifiesChecksums: false))
  }
}
