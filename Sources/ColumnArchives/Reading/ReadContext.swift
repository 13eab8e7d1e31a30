internal import ArchiveBytes
internal import ArchiveFiles

/// The state of reading one archive: the rest of the budget, and the nesting depth of the values.
///
/// Each call of a reader has one context, and so one budget, for all batches, however often it reads them. Memory for
/// values is charged by the byte. Work that produces no values is charged at the prices in ``WorkCost``.
final class ReadContext {
  /// The schema of the columns. Routes and plans add nodes to it, for columns that they combine.
  var schema: Schema
  let limits: ArchiveLimits
  /// Whether the archive was written from nodes, so that its values are read as nodes.
  var isFromNodes = false
  /// Whether checksums are compared with the bytes.
  let verifiesChecksums: Bool
  /// Whether the archive is a `MappedFile`.
  var isMapped = false
  /// The last bytes announced with ``willRead(_:)``.
  private var announced = 0..<0
  private var budget: Int
  private var depth = 0
  private let stack = StackGuard()
  /// The values without columns of the last opened batch; `nil` if it has none, and none was created from nodes.
  private(set) var trees: BatchTrees?
  /// Whether strings are read in order to be hashed. Then the length of each string counts, however often a
  /// dictionary repeats it.
  var isHashing = false
  /// The number of the first object in nodes of the batch; `nil` if each value becomes a separate tree.
  var firstObject: Int? = 0
  /// The columns of the compressed batch that is being read, and the offset of the batch.
  private var decompressed: (origin: Int, bytes: DecompressedBytes)?

  /// The checksums of copied parts of a body, if the body's checksum is compared after its values were read;
  /// otherwise `nil`.
  private var copied: PartialChecksums?

  /// - Parameter budget: The rest of the budget, if the call has already read something; `nil` for the full budget of
  ///   the limits.
  init(
    _ schema: Schema, bytes: ByteCursor, _ limits: ArchiveLimits, verifiesChecksums: Bool, budget: Int? = nil
  ) {
    self.schema = schema
    self.limits = limits
    self.verifiesChecksums = verifiesChecksums
    self.budget = budget ?? limits.decodedSizeAllowed(forArchiveOf: bytes.end)
  }

  /// Parts of at most this size are not announced: they are read on first access.
  private static let pageByteCount = 4_096

  /// Tells the system that bytes of a mapped file are about to be read. Parts of these need not be announced again.
  func willRead(_ bytes: ByteCursor) {
    guard isMapped, bytes.remaining > Self.pageByteCount,
      bytes.offset < announced.lowerBound || bytes.end > announced.upperBound
    else { return }
    announced = bytes.offset..<bytes.end
    unsafe MappedFile.willRead(bytes.bytes)
  }

  /// Charges the budget for the memory of decoded values, or for the work of reading them.
  func charge(_ count: Int, of byteCount: Int = 1) throws {
    let (cost, overflow) = count.multipliedReportingOverflow(by: byteCount)
    guard !overflow, cost <= budget else { throw tooMuch() }
    budget -= cost
  }

  @inline(never)
  private func tooMuch() -> ArchiveError {
    let size = limits.decodedSizeAllowed(forArchiveOf: 0)
    let more = limits.maximumDecodedSize == nil ? ", and 100 times the archive" : ""
    return ArchiveError(
      .limitExceeded, expected: "decoded values of at most \(size) bytes\(more)", found: "more",
      advice: .raiseDecodedSize)
  }

  /// The rest of the budget.
  var rest: Int { budget }

  /// Lends the remaining budget to `body`. Charges that `body` makes to the context itself are added.
  func spending<Result>(_ body: (inout Int) throws -> Result) rethrows -> Result {
    let lent = budget
    var rest = lent
    defer { budget = max(0, budget - (lent - min(max(rest, 0), lent))) }
    return try body(&rest)
  }

  /// Calls `read` with an unchecked body, and checks the body afterwards without reading the copied parts again.
  ///
  /// If the bytes are damaged, the damage is the error thrown, even if `read` threw another error because of it.
  ///
  /// - Parameter destroy: Called if the body is damaged and `read` did not throw.
  func checking(_ body: BatchBody, destroy: () -> Void, _ read: () throws -> Void) throws {
    copied = PartialChecksums()
    defer { copied = nil }
    let result = Result { try read() }
    do {
      try body.check(copied ?? PartialChecksums())
    } catch {
      if case .success = result { destroy() }
      throw error
    }
    try result.get()
  }

  /// Copies bytes at an offset of the archive to memory that has room for them.
  func copy(_ bytes: UnsafeRawBufferPointer, at offset: Int, to place: UnsafeMutableRawPointer) {
    guard let source = bytes.baseAddress else { return }
    guard copied != nil, bytes.count >= PartialChecksums.threshold else {
      return unsafe place.copyMemory(from: source, byteCount: bytes.count)
    }
    // SAFETY: the caller provides the room, and new values do not overlap the bytes of the archive.
    let checksum = unsafe CRC32C.copy(bytes, to: place)
    copied?.add(checksum, of: offset..<offset + bytes.count)
  }

  /// Runs `body` one nesting level deeper.
  func nested<Result>(_ body: () throws -> Result) throws -> Result {
    depth += 1
    defer { depth -= 1 }
    try checkDepth(depth)
    return try body()
  }

  /// Throws if the depth exceeds the limit, or the stack has no room for another level.
  @inline(__always)
  func checkDepth(_ depth: Int) throws {
    guard depth <= limits.maximumDepth, stack.hasRoom() else { throw ArchiveError.tooDeep(depth, limits) }
  }

  /// Runs `body`, which reads a column without a type. This takes more stack than the archive's nesting level suggests.
  func nestedNodes<Result>(_ body: () throws -> Result) throws -> Result {
    guard stack.hasRoom() else {
      throw ArchiveError.tooDeep(depth, ArchiveLimits(maximumDepth: .max))
    }
    return try body()
  }

  // MARK: Compressed batches

  /// Returns the columns of a body. The columns of a compressed body are valid until the columns of another body are
  /// requested.
  ///
  /// - Throws: ``ArchiveError`` if the bytes are damaged, cannot be decompressed, or would take too much memory.
  func columns(of body: BatchBody) throws -> ByteCursor {
    guard let byteCount = body.decompressedByteCount else { return body.stored }
    let origin = body.stored.offset
    if let decompressed, decompressed.origin == origin {
      return unsafe ByteCursor(UnsafeRawBufferPointer(decompressed.bytes.memory), origin: origin)
    }
    // A decompressor receives only bytes that a compressor wrote.
    if verifiesChecksums, !body.isVerified { try body.check(PartialChecksums()) }
    try charge(byteCount)
    decompressed = nil
    let bytes = DecompressedBytes(count: byteCount)
    do {
      try unsafe ZlibStream(.decompress, .zlib).decompress(body.stored.bytes, into: bytes.memory)
    } catch var error as ArchiveError {
      error.offset = origin
      throw error
    }
    decompressed = (origin, bytes)
    return unsafe ByteCursor(UnsafeRawBufferPointer(bytes.memory), origin: origin)
  }

  // MARK: Values without columns

  /// Returns the values in no columns of the batch that was opened last.
  func openTrees() -> BatchTrees { trees ?? keep(BatchTrees()) }

  // Not inlined, so that no function returns either a known object or a new one: see `.ci/optimiser`.
  @inline(never)
  private func keep(_ opened: BatchTrees) -> BatchTrees {
    trees = opened
    return opened
  }

  /// Reads the references of all instances created so far.
  func completeInstances() throws { try trees?.complete(in: self) }

  /// Releases all instances of the batch, once the values that refer to them exist.
  func releaseInstances() throws {
    guard let opened = trees else { return }
    try opened.release()
    trees = nil
  }

  // MARK: Errors

  /// Throws unless this many values of a column are left.
  @inline(__always)
  func require(_ count: Int, in column: Column) throws {
    guard count <= column.count - column.position else {
      throw malformed("\(count) more values in a column", "fewer")
    }
  }

  @inline(never)
  func mismatch(_ column: Column, expected: String) -> ArchiveError {
    ArchiveError(.typeMismatch, expected: expected, found: column.kind.description)
  }

  @inline(never)
  func invalid(_ found: String, expected: String) -> ArchiveError {
    ArchiveError(.invalidValue, expected: expected, found: found)
  }

  @inline(never)
  func malformed(_ expected: String, _ found: String, at offset: Int? = nil) -> ArchiveError {
    ArchiveError(.malformed, expected: expected, found: found, offset: offset)
  }
}
