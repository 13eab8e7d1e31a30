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

extension Place {
  /// Makes a value of a row.
  // Safe: whoever made the place promised memory for values of the type that is read into it.
  @safe
  @inline(__always)
  func initialize<Value>(_ row: Int, to value: Value) {
    unsafe self.row(row).base.initializeMemory(as: Value.self, to: value)
  }

  /// Returns the values that a function reads into memory for them.
  static func values<Value>(_ count: Int, _ read: (Place) throws -> Void) rethrows -> [Value] {
    try unsafe [Value](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      guard let base = buffer.baseAddress else { return }
      // SAFETY: there is room for `count` values. If reading throws, none of them is initialised.
      try read(unsafe Place(base: UnsafeMutableRawPointer(base), stride: MemoryLayout<Value>.stride))
      initializedCount = count
    }
  }
}

/// A codec's facts about the memory layout of a type.
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

  /// Creates values in memory for them, some at a time. If this throws, the values created so far are destroyed, and
  /// the error is located at a row among all of them.
  ///
  /// - Parameter make: Creates the first values at a place, at least one and at most as many as are left, and returns
  ///   their number. If it throws, it has created none.
  @inline(__always)
  func make(_ count: Int, at place: Place, _ make: (Place, _ left: Int) throws -> Int) throws {
    var done = 0
    do {
      while done < count { done += try make(place.row(done), count - done) }
    } catch {
      destroy(place, done)
      var failure = RowError(row: nil, wrapping: error)
      failure.row = failure.row.map { $0 + done }
      throw failure
    }
  }

  /// Creates values in memory for them, one by one. If this throws, the earlier values are destroyed, and the error
  /// is located at its row.
  ///
  /// - Parameter make: Creates the value of a row at a place.
  func makeEach(_ count: Int, at place: Place, _ make: (Place, _ row: Int) throws -> Void) throws {
    try self.make(count, at: place) { place, left in
      try RowError.at(0) { try make(place, count - left) }
      return 1
    }
  }

  /// Calls `body` with uninitialised memory for `count` values side by side.
  func withTemporary<Result>(count: Int, _ body: (Place) throws -> Result) throws -> Result {
    let (byteCount, overflow) = stride.multipliedReportingOverflow(by: count)
    guard !overflow, byteCount < Int.max >> 8 else {
      throw ArchiveError(.limitExceeded, expected: "values that fit memory", found: "\(count)")
    }
    return try withTemporaryBytes(byteCount, alignment: alignment) { memory in
      try body(unsafe Place(base: memory, stride: stride))
    }
  }
}

/// Runs `body`. If it throws, the values created before are destroyed.
@inline(__always)
func destroying<Result>(
  _ place: Place, _ count: Int, of memory: ValueMemory, after body: () throws -> Result
) rethrows -> Result {
  do {
    return try body()
  } catch {
    memory.destroy(place, count)
    throw error
  }
}
