internal import ArchiveBytes
public import ArchiveValues
internal import Foundation

/// Reads the values at a path, one for each element of an archive, a batch at a time.
///
/// It gives values rather than call for each, so that the loops over them are compiled into the caller's module
/// together with what they do.
@safe
@usableFromInline
final class _PathReader<Value> {
  private let archive: ColumnArchive
  private let codec: ColumnCodec
  /// The field and what is known of the archive; `nil` when that has no elements, and so lacks no field.
  private let source: (field: ArchiveField, context: ReadContext)?
  private var nextBatch = 0
  /// The values of a batch, and how many they are.
  private var memory = UnsafeMutableBufferPointer<Value>(start: nil, count: 0)
  private var count = 0

  /// The position of the first value.
  @usableFromInline private(set) var start = 0
  /// The values; until the next are read.
  @usableFromInline var values: UnsafeBufferPointer<Value> {
    unsafe UnsafeBufferPointer(rebasing: memory[..<count])
  }
  /// Room for as many positions, whatever is in it.
  @usableFromInline private(set) var found = UnsafeMutableBufferPointer<Int>(start: nil, count: 0)

  /// - Parameters:
  ///   - byteCount: How many bytes the caller takes for each element, besides the value. They count against the limits
  ///     as well, since values may take no bytes in an archive.
  ///   - budget: What may be read.
  /// - Throws: What `values(at:)` throws, and ``ArchiveError/Code/typeMismatch`` when the archive is
  ///   no sequence of what the path begins with.
  @usableFromInline
  init<Root>(
    _ path: ArchivePath<Root, Value>, in archive: ColumnArchive, takingForEach byteCount: Int, budget: Int
  ) throws {
    self.archive = archive
    try archive.checkSequence()
    let steps = try ColumnArchive.stored(path.steps)
    codec = try ColumnArchive.codec(of: Value.self, at: steps)
    guard archive.count > 0 else {
      source = nil
      return
    }
    source = try unsafe archive.data.withUnsafeBytes { bytes in
      let context = try archive.readContext(unsafe ByteCursor(bytes), budget: budget)
      let route = try ColumnRoute(toSingleValues: steps, in: context)
      guard route.containersAroundRoot == 0 else {
        throw ArchiveError(
          .typeMismatch, expected: "a sequence of \(Root.self)",
          found: "one of \(context.schema[context.schema.root].kind.description)")
      }
      try locating([]) { try context.charge(archive.count, of: MemoryLayout<Value>.stride + byteCount) }
      return (ArchiveField(names: steps.map(\.names), route: route), context)
    }
  }

  deinit {
    clear()
    unsafe memory.deallocate()
    unsafe found.deallocate()
  }

  private func clear() {
    // SAFETY: so many values were read.
    _ = unsafe memory.baseAddress?.deinitialize(count: count)
    count = 0
  }

  /// What may still be read, for the same call.
  @usableFromInline var rest: Int { source?.context.rest ?? archive._budget }

  /// Reads the values of the next batch.
  ///
  /// - Returns: Whether there is one.
  @usableFromInline
  func next() throws -> Bool {
    guard let (field, context) = source, nextBatch < archive.batches.count else { return false }
    let batch = archive.batches[nextBatch]
    nextBatch += 1
    clear()
    if memory.count < batch.count {
      unsafe memory.deallocate()
      unsafe found.deallocate()
      unsafe memory = .allocate(capacity: batch.count)
      unsafe found = .allocate(capacity: batch.count)
    }
    guard let base = memory.baseAddress else { return false }
    let place = unsafe Place(base: UnsafeMutableRawPointer(base), stride: MemoryLayout<Value>.stride)
    try unsafe archive.data.withUnsafeBytes { bytes in
      // Nothing made of the bytes outlives the call.
      let bytes = unsafe ByteCursor(bytes)
      context.resume(bytes)
      guard let column = try field.column(of: batch, in: bytes, context), column.count == batch.count else {
        throw ArchiveError(.malformed, expected: "\(batch.count) values of a field", found: "fewer")
      }
      try locating(field.names) { try codec.read(column, into: place, count: batch.count, in: context) }
    }
    (start, count) = (batch.start, batch.count)
    return true
  }
}
