internal import ArchiveBytes
internal import Foundation

/// The bytes of an archive while it is written.
@safe
final class OutputBuffer {
  private var start: UnsafeMutableRawPointer
  private(set) var count = 0
  private(set) var capacity: Int
  /// Whether the bytes will be compressed, so that values are not cut into bits.
  var isCompressed = false
  /// The checksums of large blocks, for as long as they are in the buffer unchanged.
  private var checksums = PartialChecksums()
  /// The number of extra bytes after every reservation, so that loops may store whole words.
  static let slack = 16
  /// The number of extra bytes to grow by for a large block, so that the end of an archive has room too.
  private static let room = 1_024

  init(capacity: Int) {
    self.capacity = max(capacity, 64) + Self.slack
    unsafe start = Self.allocate(self.capacity)
  }

  deinit { unsafe free(start) }

  private static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    guard let memory = unsafe malloc(byteCount) else { fatalError("no memory for \(byteCount) bytes") }
    unsafe LargeMemory.willFill(memory, byteCount: byteCount)
    return unsafe memory
  }

  /// Returns the address of the next byte, after making room for `byteCount` bytes.
  @inline(__always)
  func reserve(_ byteCount: Int) -> UnsafeMutableRawPointer {
    if byteCount + Self.slack > capacity - count { grow(byteCount) }
    return unsafe start + count
  }

  /// Appends `byteCount` bytes that were stored at the address that ``reserve(_:)`` returned.
  @inline(__always)
  func advance(_ byteCount: Int) { count += byteCount }

  @inline(never)
  private func grow(_ byteCount: Int) {
    let wanted = max(capacity * 2, count + byteCount + Self.room)
    guard let memory = unsafe realloc(start, wanted) else { fatalError("no memory for \(wanted) bytes") }
    unsafe start = memory
    unsafe LargeMemory.willFill(memory + count, byteCount: wanted - count)
    capacity = wanted
  }

  func append(_ byte: UInt8) {
    unsafe reserve(1).storeBytes(of: byte, as: UInt8.self)
    count += 1
  }

  func append(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Appends a number in the size of its type, lowest byte first.
  @inline(__always)
  func append<Number: FixedWidthInteger>(number: Number) {
    unsafe reserve(MemoryLayout<Number>.size).storeBytes(of: number.littleEndian, as: Number.self)
    count += MemoryLayout<Number>.size
  }

  /// Appends contiguous bytes.
  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    unsafe reserve(bytes.count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  /// Appends contiguous bytes. If there are many, their checksum is computed during the copy, and kept.
  func append(summing bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= PartialChecksums.threshold else { return unsafe append(bytes) }
    // SAFETY: `reserve` makes room for the bytes, and the room does not overlap them.
    let checksum = unsafe CRC32C.copy(bytes, to: reserve(bytes.count))
    checksums.add(checksum, of: count..<count + bytes.count)
    count += bytes.count
  }

  /// Returns the checksum of some of the bytes, or of earlier bytes and these.
  func checksum(of range: Range<Int>, continuing checksum: UInt32 = 0) -> UInt32 {
    unsafe withBytes {
      unsafe checksums.checksum(
        of: UnsafeRawBufferPointer(rebasing: $0[range]), at: range.lowerBound, continuing: checksum)
    }
  }

  /// Discards the checksums of blocks, once everything that contains them has been summed.
  func forgetChecksums() { checksums.forgetAll() }

  /// Appends the bytes of another buffer.
  func append(_ other: OutputBuffer) { unsafe other.withBytes { unsafe append($0) } }

  /// Appends the length of a name in UTF-8, and its bytes.
  func append(name: String) {
    append(varint: UInt64(name.utf8.count))
    append(Array(name.utf8))
  }

  func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  /// Stores a number over the bytes at `offset`.
  func store<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
    store(unsafe withUnsafeBytes(of: number.littleEndian) { unsafe Array($0) }, at: offset)
  }

  /// Stores bytes over the bytes at `offset`.
  func store(_ bytes: [UInt8], at offset: Int) {
    precondition(offset >= 0 && offset + bytes.count <= count)
    checksums.forget(offset...)
    unsafe (start + offset).copyMemory(from: bytes, byteCount: bytes.count)
  }

  /// Calls `body` with the bytes written so far. `body` must not write to the buffer.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Removes bytes from the end.
  func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    checksums.forget(newCount...)
    count = newCount
  }

  /// Returns the bytes, and empties the buffer.
  func takeData() -> Data {
    guard count > 0 else { return Data() }
    // The block is shrunk only if that saves much: a shrunk block is too small for the next archive of the same size.
    let memory = unsafe capacity - count > count / 8 ? realloc(start, count) ?? start : start
    let data = unsafe Data(bytesNoCopy: memory, count: count, deallocator: .free)
    // The data owns the memory now.
    truncate(to: 0)
    capacity = Self.slack
    unsafe start = Self.allocate(capacity)
    return data
  }

  /// Returns a copy of the bytes, and empties the buffer.
  func copyData() -> Data {
    let data = unsafe Data(bytes: start, count: count)
    truncate(to: 0)
    return data
  }
}
