internal import CRuntime

/// Where the values of a column are in memory: runs of rows at an even distance from each other.
///
/// The memory belongs to the value that is archived, and does not change meanwhile.
@safe
struct Rows {
  /// Rows that follow each other.
  @safe
  struct Run {
    let base: UnsafeRawPointer
    let count: Int
  }

  let runs: UnsafeBufferPointer<Run>
  /// The distance of the value from the start of its row.
  let offset: Int
  /// The distance from row to row.
  let stride: Int
  /// How many rows there are in all runs.
  let count: Int

  /// A part of each row.
  func part(at distance: Int) -> Rows {
    unsafe Rows(runs: runs, offset: offset + distance, stride: stride, count: count)
  }

  /// Calls `body` with the number and the address of each value, in order.
  @inline(__always)
  func visit(_ body: (Int, UnsafeRawPointer) throws -> Void) rethrows {
    var number = 0
    for index in runs.indices {
      let run = unsafe runs[index]
      var address = unsafe run.base + offset
      for _ in 0..<run.count {
        try unsafe body(number, address)
        number += 1
        unsafe address += stride
      }
    }
  }

  /// Calls `body` as ``visit(_:)`` does, and has the memory fetched that later rows begin with the address of.
  @inline(__always)
  func visitReferences(_ body: (Int, UnsafeRawPointer) throws -> Void) rethrows {
    let ahead = 12
    var number = 0
    for index in runs.indices {
      let run = unsafe runs[index]
      var address = unsafe run.base + offset
      let last = unsafe address + (run.count - 1) * stride
      for _ in 0..<run.count {
        // The header of an object comes first; what is wanted is behind it.
        prefetch(unsafe min(address + ahead * stride, last).load(as: UInt.self) &+ 16)
        try unsafe body(number, address)
        number += 1
        unsafe address += stride
      }
    }
  }

  /// Calls `body` with rows that are one run.
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
