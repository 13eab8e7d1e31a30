internal import ArchiveBytes
internal import Foundation

/// The bytes of an archive while it is written: memory that grows, or a caller's that does not.
@safe
final class OutputBuffer {
  // Whoever writes an archive is alone with its buffer, so nothing is asked at each access.
  @exclusivity(unchecked) private var start: UnsafeMutableRawPointer
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var capacity: Int
  /// Whether the memory is ours to grow and to free.
  @exclusivity(unchecked) private var isOwned: Bool
  /// How much to make room for when the memory at hand is too small.
  @exclusivity(unchecked) private var expectedCount = 0
  /// Every reservation leaves as much room behind it, so that loops may store whole words.
  static let slack = 16

  init(capacity: Int) {
    self.capacity = max(capacity, 64) + Self.slack
    unsafe start = Self.allocate(self.capacity)
    isOwned = true
  }

  /// Writes into memory of the caller, for as long as it has room.
  init(_ memory: UnsafeMutableRawBufferPointer) {
    unsafe start = memory.baseAddress ?? UnsafeMutableRawPointer(bitPattern: 8)!
    capacity = memory.count
    isOwned = false
  }

  deinit { if isOwned { unsafe free(start) } }

  private static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    guard let memory = unsafe malloc(byteCount) else { fatalError("no memory for \(byteCount) bytes") }
    unsafe LargeMemory.willFill(memory, byteCount: byteCount)
    return unsafe memory
  }

  /// The address of the next byte, after making room for `byteCount` of them.
  @inline(__always)
  func reserve(_ byteCount: Int) -> UnsafeMutableRawPointer {
    if byteCount + Self.slack > capacity - count { grow(byteCount) }
    return unsafe start + count
  }

  /// Takes over `byteCount` bytes that were stored at the address that ``reserve(_:)`` gave.
  @inline(__always)
  func advance(_ byteCount: Int) { count += byteCount }

  @inline(never)
  private func grow(_ byteCount: Int) {
    let wanted = max(capacity * 2, count + byteCount + Self.slack, expectedCount)
    expectedCount = 0
    if isOwned {
      guard let memory = unsafe realloc(start, wanted) else { fatalError("no memory for \(wanted) bytes") }
      unsafe start = memory
      unsafe LargeMemory.willFill(memory + count, byteCount: wanted - count)
    } else {
      let memory = unsafe Self.allocate(wanted)
      unsafe memory.copyMemory(from: start, byteCount: count)
      unsafe start = memory
      isOwned = true
    }
    capacity = wanted
  }

  func append(_ byte: UInt8) {
    unsafe reserve(1).storeBytes(of: byte, as: UInt8.self)
    count += 1
  }

  func append(varint number: UInt64) {
    let place = unsafe reserve(10)
    var (rest, length) = (number, 0)
    while rest >= 0x80 {
      unsafe place.storeBytes(
        of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: length, as: UInt8.self)
      rest >>= 7
      length += 1
    }
    unsafe place.storeBytes(of: UInt8(rest), toByteOffset: length, as: UInt8.self)
    count += length + 1
  }

  /// A number in as many bytes as its type has, the lowest first.
  @inline(__always)
  func append<Number: FixedWidthInteger>(number: Number) {
    unsafe reserve(MemoryLayout<Number>.size).storeBytes(of: number.littleEndian, as: Number.self)
    count += MemoryLayout<Number>.size
  }

  /// Bytes that lie side by side.
  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    unsafe reserve(bytes.count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  /// What another buffer holds.
  func append(_ other: OutputBuffer, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= other.count)
    unsafe reserve(range.count).copyMemory(from: other.start + range.lowerBound, byteCount: range.count)
    count += range.count
  }

  /// The count of the bytes of a name, and these.
  func append(name: String) {
    append(varint: UInt64(name.utf8.count))
    append(Array(name.utf8))
  }

  func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  /// Stores a number in place of the bytes at `offset`.
  func store<Number: FixedWidthInteger>(_ number: Number, at offset: Int) {
    precondition(offset >= 0 && offset + MemoryLayout<Number>.size <= count)
    unsafe start.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
  }

  /// Takes back bytes at the end.
  func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    count = newCount
  }

  /// Puts what was written into the caller's memory, where it may be already: how many bytes; `nil` without room.
  func countInPlace(of memory: UnsafeMutableRawBufferPointer) -> Int? {
    if !isOwned { return count }
    // There was no room for what loops store behind the last byte, but there is for the bytes.
    guard count <= memory.count else { return nil }
    unsafe memory.copyMemory(from: UnsafeRawBufferPointer(start: start, count: count))
    return count
  }

  /// How much memory it has.
  var heldByteCount: Int { isOwned ? capacity : 0 }

  /// More is not kept for the next archive.
  private static let keptByteCount = 4 << 20

  /// The bytes. The buffer is empty afterwards.
  func takeData() -> Data {
    defer { count = 0 }
    // Up to some megabytes a copy costs less than to begin with untouched memory next time.
    guard isOwned, capacity > Self.keptByteCount else { return unsafe Data(bytes: start, count: count) }
    // A block that shrinks is less than the next one asks for, which the system's allocator then maps anew each time.
    let memory = unsafe capacity - count > capacity / 8 ? realloc(start, count) ?? start : start
    // The next archive may well be as large.
    expectedCount = count + Self.slack
    capacity = 4 << 10
    unsafe start = Self.allocate(capacity)
    return unsafe Data(bytesNoCopy: memory, count: count, deallocator: .free)
  }
}
