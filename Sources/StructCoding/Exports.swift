// `import StructCoding` is enough for everything that StructCoding does.
@_exported public import ArchiveBytes
@_exported public import ArchiveGraph
@_exported public import ArchiveValues
@_exported public import ColumnArchive
@_exported public import Foundation
@_exported public import KeyedArchive
