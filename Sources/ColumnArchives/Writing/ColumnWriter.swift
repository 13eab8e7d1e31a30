internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// What codecs write to: the bytes, and what is kept while they are written.
final class ColumnWriter {
  let output: OutputBuffer
  @exclusivity(unchecked) private(set) var limits = ArchiveLimits()
  let temporaries = TemporaryMemory()
  @exclusivity(unchecked) private var depth = 0
  private var stack = StackGuard()
  /// The instances that the current batch refers to; `nil` before the first is met.
  @exclusivity(unchecked) private var ownInstances: InstanceWriter?
  /// Memory for the values of one leaf column at a time.
  @exclusivity(unchecked) private var scratch: UnsafeMutableRawBufferPointer

  init(_ output: OutputBuffer) {
    self.output = output
    unsafe scratch = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  deinit { unsafe scratch.deallocate() }

  private static let spare = Spare<ColumnWriter>()

  /// Calls `body` with a writer, and gives the bytes it wrote.
  static func data(_ limits: ArchiveLimits, _ body: (ColumnWriter) throws -> Void) throws -> Data {
    let writer = spare.take() ?? ColumnWriter(OutputBuffer(capacity: 4 << 10))
    writer.limits = limits
    // A thread's stack is not that of the one before.
    writer.stack = StackGuard()
    // After an error the writer is not kept: what it is in the middle of does not matter then.
    try body(writer)
    let data = writer.output.takeData()
    writer.trim()
    spare.put(writer)
    return data
  }

  /// More of its memory is not kept for the next archive.
  private static let keptByteCount = 1 << 20

  /// Gives back memory that an archive of many values took.
  private func trim() {
    temporaries.trim()
    guard scratch.count > Self.keptByteCount else { return }
    unsafe scratch.deallocate()
    unsafe scratch = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  /// How many bytes of memory the writer holds.
  var heldByteCount: Int { scratch.count + temporaries.heldByteCount + output.heldByteCount }

  /// What the writer that is kept holds; nothing is when another thread has it.
  static var keptByteCountNow: Int {
    guard let writer = spare.take() else { return 0 }
    defer { spare.put(writer) }
    return writer.heldByteCount
  }

  /// Calls `body` with a writer into memory of the caller, and gives what it wrote to.
  static func write(
    into memory: UnsafeMutableRawBufferPointer, _ limits: ArchiveLimits, _ body: (ColumnWriter) throws -> Void
  ) throws -> OutputBuffer {
    let writer = unsafe ColumnWriter(OutputBuffer(memory))
    writer.limits = limits
    try body(writer)
    return writer.output
  }

  /// The instances that the current batch refers to.
  var instances: InstanceWriter {
    if let ownInstances { return ownInstances }
    let instances = InstanceWriter(limits: limits)
    ownInstances = instances
    return instances
  }

  /// Whether the columns of the current batch refer to instances.
  var hasInstances: Bool { ownInstances.map { !$0.objects.isEmpty } ?? false }

  /// Ends the columns of a batch with the instances that they refer to, if any.
  func finishInstances() throws {
    guard let instances = ownInstances else { return }
    ownInstances = nil
    if !instances.objects.isEmpty { try instances.finish(output) }
  }

  /// Forgets what the current batch refers to, which is written anew.
  func dropInstances() { ownInstances = nil }

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
    if depth > limits.maximumDepth || !stack.hasRoom() {
      throw RowError(
        row: nil,
        ArchiveError.tooDeep(depth, limits, advice: "Values that nest deeper cannot be archived."))
    }
    try body()
  }
}
