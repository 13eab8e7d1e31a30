/// The addresses of a column's values in memory: runs of rows at a fixed stride.
///
/// The memory belongs to the value that is being archived, and does not change meanwhile.
@safe
struct Rows {
  /// Consecutive rows.
  @safe
  struct Run {
    let base: UnsafeRawPointer
    var count: Int
  }

  let runs: UnsafeBufferPointer<Run>
  var runCount: Int { unsafe runs.count }
  /// The offset of the value in its row.
  let offset: Int
  /// The distance from one row to the next, in bytes.
  let stride: Int
  /// The number of rows in all runs.
  let count: Int

  /// Returns the part at an offset in each row.
  func part(at distance: Int) -> Rows {
    unsafe Rows(runs: runs, offset: offset + distance, stride: stride, count: count)
  }

  /// Calls `body` with the index and the address of each value, in order.
  // Safe: each address points to a value, as the creator of the rows has promised. Reads in `body` are marked.
  @safe
  @inline(__always)
  func visit(_ body: (Int, UnsafeRawPointer) throws -> Void) rethrows {
    var number = 0
    for index in 0..<runCount {
      let run = unsafe runs[index]
      var address = unsafe run.base + offset
      for _ in 0..<run.count {
        try unsafe body(number, address)
        // This cannot overflow: no more rows are counted than fit memory.
        number &+= 1
        unsafe address += stride
      }
    }
  }

  /// Calls `body` with rows in a single run.
  static func with<Result>(
    _ base: UnsafeRawPointer, stride: Int, count: Int, _ body: (Rows) throws -> Result
  ) rethrows -> Result {
    let run = unsafe Run(base: base, count: count)
    return try unsafe withUnsafePointer(to: run) { run in
      try body(
        unsafe Rows(
          runs: UnsafeBufferPointer(start: run, count: count == 0 ? 0 : 1), offset: 0, stride: stride,
          count: count))
    }
  }
}
