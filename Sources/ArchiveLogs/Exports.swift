// `import ArchiveLogs` also imports the archives that batches are, and the errors that logs throw.
@_exported public import ArchiveBytes
@_exported public import ArchiveValues
@_exported public import ColumnArchives
