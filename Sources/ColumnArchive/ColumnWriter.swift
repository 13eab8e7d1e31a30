internal import ArchiveBytes

/// What codecs write to: the bytes, and what is kept while they are written.
final class ColumnWriter {
  let output: OutputBuffer
  let limits: ArchiveLimits
  private var depth = 0
  private var stack = StackGuard()
  /// Memory for the values of one leaf column at a time.
  private var scratch: UnsafeMutableRawBufferPointer

  init(_ output: OutputBuffer, limits: ArchiveLimits) {
    self.output = output
    self.limits = limits
    unsafe scratch = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  deinit { unsafe scratch.deallocate() }

  /// Memory for `count` numbers, until the next call.
  func scratch<Number>(_ count: Int, of type: Number.Type) -> UnsafeMutablePointer<Number> {
    let byteCount = (count + 2) * MemoryLayout<Number>.stride
    if scratch.count < byteCount {
      unsafe scratch.deallocate()
      unsafe scratch = .allocate(byteCount: max(byteCount, 256), alignment: 16)
    }
    return unsafe scratch.baseAddress!.bindMemory(to: Number.self, capacity: count)
  }

  /// Runs `body` one level deeper.
  func nested(_ body: () throws -> Void) throws {
    depth += 1
    defer { depth -= 1 }
    if depth > limits.maximumDepth || depth > StackGuard.safeDepth && !stack.hasRoom() {
      throw RowError(
        row: nil,
        ArchiveError.tooDeep(depth, limits, advice: "Values that nest deeper cannot be archived."))
    }
    try body()
  }
}
