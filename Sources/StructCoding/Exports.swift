// `import StructCoding` imports everything that models and keyed archives need. Column archives are a separate
// product.
@_exported public import ArchiveBytes
@_exported public import ArchiveValues
@_exported public import KeyedArchives

// The types that `upgrade(_:from:)` receives (`ArchiveDocuments` exports the other node types), and the types that
// the expansion of `@Archivable` uses, so that a file with a model needs no other import.
@_exported public import enum ArchiveNodes.ArchiveNode
@_exported public import class Foundation.NSCoder
@_exported public import protocol Foundation.NSCopying
@_exported public import class Foundation.NSObject
@_exported public import protocol Foundation.NSSecureCoding
@_exported public import struct Foundation.NSZone
