internal import ArchiveBytes
internal import ArchiveValues
internal import ColumnArchives

extension ColumnArchive {
  /// Archives values in memory, in one batch. There are no limits for it, as the values were there before.
  init<Element: ArchiveValue>(of elements: [Element]) throws {
    try self.init(
      ColumnArchive.encode(elements, options: .init(batchSize: .max)),
      options: ColumnArchive.DecodingOptions(
        limits: ArchiveLimits(maximumDecodedSize: .max), verifiesChecksums: false))
  }
}
