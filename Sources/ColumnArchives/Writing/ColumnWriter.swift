internal import ArchiveBytes
internal import Foundation
internal import KeyedArchives

/// The destination of codecs: the output, and their state and scratch memory while they write.
@safe
final class ColumnWriter {
  /// How columns are stored.
  struct Settings {
    /// Whether all columns are compressed, here or by a later step.
    var isCompressed = false
    /// Whether zlib compresses each body.
    var compressesBodies = false
  }

  // Safe: the scratch memory is the writer's own, and is enlarged before it is lent.
  let output: OutputBuffer
  private(set) var limits = ArchiveLimits()
  /// How columns are stored.
  private(set) var settings = Settings()
  private var depth = 0
  private var stack = StackGuard()
  /// The values of the current batch that have no columns; `nil` until the first one occurs.
  private var trees: ValueListWriter?
  /// Records the locations and the statistics of the columns while they are written.
  private(set) var recorder = ColumnRecorder()
  /// Whether statistics of the column that is being written are wanted.
  private(set) var wantsStatistics = false
  /// Scratch memory for the values of one leaf column at a time.
  private var scratch: UnsafeMutableRawBufferPointer

  init(_ output: OutputBuffer) {
    self.output = output
    unsafe scratch = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  deinit { unsafe scratch.deallocate() }

  /// A writer of a small archive, for the next one.
  static let spare = Spare<ColumnWriter>()
  /// The maximum amount of memory to keep for the next archive, in bytes.
  static let keptByteCount = 64 << 10

  /// Calls `body` with a writer, and returns the bytes it wrote.
  static func data(_ limits: ArchiveLimits, _ body: (ColumnWriter) throws -> Void) throws -> Data {
    let writer = spare.take() ?? ColumnWriter(OutputBuffer(capacity: 1 << 10))
    writer.limits = limits
    writer.prepare(Settings())
    // The writer may have been used on another thread, with another stack.
    writer.stack = StackGuard()
    // If `body` throws, the writer is not used again, so it may be left in any state.
    try body(writer)
    guard writer.heldByteCount <= keptByteCount else { return writer.output.takeData() }
    let data = writer.output.copyData()
    spare.put(writer)
    return data
  }

  /// The number of bytes of memory that the writer holds.
  var heldByteCount: Int { unsafe output.capacity + scratch.count }

  /// Prepares for an archive whose columns are stored in another way.
  func prepare(_ settings: Settings) {
    self.settings = settings
    output.isCompressed = settings.isCompressed
  }

  /// Writes a column of the values that `body` adds to the keyed archive of the current batch.
  func writeTrees(_ body: (inout ValueListWriter) throws -> Void) throws {
    var list = trees.take() ?? ValueListWriter(limits: limits)
    output.append(varint: UInt64(list.count + 1))
    try body(&list)
    trees = consume list
  }

  /// Whether values of the current batch refer to class instances.
  var hasInstances: Bool { trees?.hasInstances ?? false }

  /// Writes the keyed archive of the current batch, if it has one, after its columns.
  func finishTrees() throws {
    // Taking moves a large value, even if there is none: that was 6 % of encoding one event (`one-event`).
    guard trees != nil, var list = trees.take() else { return }
    unsafe try list.finish().withUnsafeBytes { unsafe output.append($0) }
  }

  /// Calls `body`, which writes a column and the columns below it, and records its location.
  @inline(__always)
  func column(_ body: () throws -> Void) rethrows {
    let index = recorder.begin(at: output.count)
    try body()
    recorder.end(index, at: output.count)
  }

  /// Records the statistics of the column that is being written.
  @inline(__always)
  func note(_ statistics: @autoclosure () -> ColumnStatistics) {
    if wantsStatistics { recorder.note(statistics()) }
  }

  /// Returns memory for `count` numbers, valid until the next call.
  func scratch<Number>(_ count: Int, of type: Number.Type) -> UnsafeMutablePointer<Number> {
    let byteCount = (count + 2) * MemoryLayout<Number>.stride
    if unsafe scratch.count < byteCount {
      unsafe scratch.deallocate()
      unsafe scratch = .allocate(byteCount: max(byteCount, 256), alignment: 16)
    }
    return unsafe scratch.baseAddress!.bindMemory(to: Number.self, capacity: count)
  }

  /// Begins with a body.
  func begin(wantsStatistics: Bool) {
    self.wantsStatistics = wantsStatistics
    recorder.start()
  }

  /// Runs `body` one nesting level deeper.
  ///
  /// - Parameter hasStatistics: Whether the columns that `body` writes have statistics, if statistics are wanted.
  func nested(hasStatistics: Bool = false, _ body: () throws -> Void) throws {
    let wanted = wantsStatistics
    wantsStatistics = wanted && hasStatistics
    depth += 1
    defer {
      depth -= 1
      wantsStatistics = wanted
    }
    if depth > limits.maximumDepth || !stack.hasRoom() {
      throw ArchiveError.tooDeep(depth, limits)
    }
    try body()
  }
}

/// For speed alone: encoding one event (`one-event`) took three times as long with a new writer for each event.
///
/// Keeps one object for the next caller that needs one. Any thread may take it or put one back.
final class Spare<Object: AnyObject>: @unchecked Sendable {
  // Sendable: the object is accessed only under the lock, and the caller that takes it has it exclusively.
  private let lock = NSLock()
  private var object: Object?

  /// Takes the object; returns `nil` if there is none, or another caller has taken it.
  func take() -> Object? {
    lock.lock()
    defer { lock.unlock() }
    return object.take()
  }

  /// Puts an object back. If another object was put back meanwhile, that object is released.
  func put(_ new: consuming Object) {
    lock.lock()
    let old = object
    object = new
    lock.unlock()
    withExtendedLifetime(old) {}
  }
}
