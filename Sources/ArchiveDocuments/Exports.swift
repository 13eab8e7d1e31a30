// `import ArchiveDocuments` brings nodes, their formats, and the errors that reading and writing throw.
@_exported public import ArchiveBytes
@_exported public import ArchiveNodes

@_exported public import struct ColumnArchives.ArchiveElements
