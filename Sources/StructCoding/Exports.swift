// `import StructCoding` brings what archives need, and nothing else.
@_exported public import ArchiveBytes
@_exported public import ArchiveValues
@_exported public import ColumnArchive
@_exported public import KeyedArchive

// What `upgrade(_:from:)` is given; the rest of nodes comes with `ArchiveDocuments`. And what the expansion of
// `@Archivable` names, so that a file with a model needs no other import.
@_exported public import struct ArchiveNodes.ArchiveFields
@_exported public import enum ArchiveNodes.ArchiveNode
@_exported public import class Foundation.NSCoder
@_exported public import protocol Foundation.NSCopying
@_exported public import class Foundation.NSObject
@_exported public import protocol Foundation.NSSecureCoding
@_exported public import struct Foundation.NSZone
