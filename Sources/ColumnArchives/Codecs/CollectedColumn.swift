/// Values of one type, collected side by side in memory that the column owns.
@safe
final class CollectedColumn {
  // Safe: the memory is as large as `capacity` values, and the first `count` are initialised.
  let codec: any ColumnCodec
  private(set) var count = 0
  private var capacity = 0
  private var memory: UnsafeMutableRawPointer?

  init(_ codec: any ColumnCodec) { self.codec = codec }

  deinit {
    guard let memory = unsafe memory else { return }
    codec.memory.destroy(unsafe Place(base: memory, stride: codec.memory.stride), count)
    unsafe memory.deallocate()
  }

  /// Adds a value; it must be of the codec's type.
  func append<Value>(_ value: Value) {
    let stride = codec.memory.stride
    if count == capacity {
      let wanted = max(16, capacity * 2)
      let new = UnsafeMutableRawPointer.allocate(
        byteCount: wanted * stride, alignment: max(codec.memory.alignment, 8))
      if let memory = unsafe memory {
        // SAFETY: the new block is larger than `count` strides. Copying the bytes moves the values, and the old block
        // is freed without destroying them.
        unsafe new.copyMemory(from: memory, byteCount: count * stride)
        unsafe memory.deallocate()
      }
      unsafe memory = new
      capacity = wanted
    }
    if let memory = unsafe memory {
      unsafe (memory + count * stride).initializeMemory(as: Value.self, to: value)
    }
    count += 1
  }

  func withRows(_ body: (Rows) throws -> Void) throws {
    guard let memory = unsafe memory else { return }
    try unsafe Rows.with(memory, stride: codec.memory.stride, count: count, body)
  }
}
