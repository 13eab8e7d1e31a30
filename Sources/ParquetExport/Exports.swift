// `import ParquetExport` also imports the archives that are exported, and the errors.
@_exported public import ArchiveBytes
@_exported public import ArchiveValues
@_exported public import ColumnArchives
