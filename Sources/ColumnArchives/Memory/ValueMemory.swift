internal import ArchiveBytes
internal import ArchiveValues

/// Memory for decoded values at a fixed stride.
@safe
struct Place {
  let base: UnsafeMutableRawPointer
  let stride: Int

  func part(at distance: Int) -> Place { unsafe Place(base: base + distance, stride: stride) }
  func row(_ number: Int) -> Place { unsafe Place(base: base + number * stride, stride: stride) }
}

/// What a codec knows about the memory layout of a type.
struct ValueMemory {
  let type: any ArchiveValue.Type
  let size: Int
  let stride: Int
  let alignment: Int
  /// Destroys a number of values at a place.
  let destroy: (Place, Int) -> Void

  init<Value: ArchiveValue>(_ type: Value.Type) {
    self.type = type
    size = MemoryLayout<Value>.size
    stride = MemoryLayout<Value>.stride
    alignment = MemoryLayout<Value>.alignment
    destroy = { place, count in
      // SAFETY: callers pass the place of as many initialised values of the type.
      if place.stride == MemoryLayout<Value>.stride {
        unsafe place.base.assumingMemoryBound(to: Value.self).deinitialize(count: count)
        return
      }
      for number in 0..<count {
        unsafe place.row(number).base.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
      }
    }
  }

  /// Calls `body` with uninitialised memory for `count` values side by side.
  func withTemporary<Result>(
    count: Int, from temporaries: TemporaryMemory, _ body: (Place) throws -> Result
  ) throws -> Result {
    let (byteCount, overflow) = stride.multipliedReportingOverflow(by: count)
    guard !overflow, byteCount < Int.max >> 8 else {
      throw RowError(
        row: nil, ArchiveError(.limitExceeded, expected: "values that fit memory", found: "\(count)"))
    }
    return try temporaries.with(byteCount: byteCount) { memory in
      try body(unsafe Place(base: memory, stride: stride))
    }
  }
}
