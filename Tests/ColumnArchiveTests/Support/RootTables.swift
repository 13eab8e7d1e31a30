import Foundation
import StructCoding

@testable import ColumnArchives

extension RootTable {
  /// Writes a value by the codecs of a table of its own, which meets types in another order.
  @_semantics("optimize.sil.specialize.generic.never")
  func encode<Value: ArchiveValue>(_ value: Value) throws -> Data {
    let root = try root(Value.self)
    return try withUnsafePointer(to: value) { address in
      try ColumnWriter.data(ArchiveLimits()) {
        try root.write(UnsafeRawPointer(address), with: $0, ColumnArchive.EncodingOptions())
      }
    }
  }
}
