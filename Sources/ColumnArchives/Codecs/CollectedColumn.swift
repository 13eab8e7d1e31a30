internal import ArchiveValues

/// Values of one type, collected side by side.
protocol CollectedColumn: AnyObject {
  var codec: any ColumnCodec { get }
  var count: Int { get }
  func withRows(_ body: (Rows) throws -> Void) throws
}

final class CollectedValues<Value: ArchiveValue>: CollectedColumn {
  let codec: any ColumnCodec
  private var values: [Value] = []

  init(_ type: Value.Type, _ codec: any ColumnCodec) { self.codec = codec }

  var count: Int { values.count }

  func append(_ value: Value) { values.append(value) }

  func withRows(_ body: (Rows) throws -> Void) throws {
    try unsafe values.withUnsafeBytes { bytes in
      // Zero-sized values have no address. Any address will do, as nothing is read there.
      let base = unsafe bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 64)!
      try unsafe Rows.with(base, stride: MemoryLayout<Value>.stride, count: count, body)
    }
  }
}
