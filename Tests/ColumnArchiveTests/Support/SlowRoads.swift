import Foundation
import StructCoding

@testable import ColumnArchives

/// Column archives by codecs that rely on nothing of the memory of values: what a platform gets where they are laid out in
/// another way.
enum SlowRoads {
  /// Records of nothing but numbers and dates are stored as they are in memory, where dates are numbers there.
  static let all = RootTable(CodecTable(.none))
  static let exceptDates = RootTable(CodecTable(KnownLayouts(optionals: false, dates: true)))

  @_semantics("optimize.sil.specialize.generic.never")
  static func encode<Value: ArchiveValue>(_ value: Value, by table: RootTable) throws -> Data {
    let root = try table.root(Value.self)
    return try withUnsafePointer(to: value) { address in
      try ColumnWriter.data(ArchiveLimits()) {
        try root.write(UnsafeRawPointer(address), with: $0, ColumnArchive.EncodingOptions())
      }
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  static func decode<Value: ArchiveValue>(_ type: Value.Type, from data: Data, by table: RootTable) throws
    -> Value
  {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    defer { memory.deallocate() }
    try data.withUnsafeBytes {
      try table.root(type).read(
        ByteCursor($0), into: UnsafeMutableRawPointer(memory), ColumnArchive.DecodingOptions())
    }
    return memory.move()
  }
}
