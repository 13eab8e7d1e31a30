internal import ArchiveBytes
internal import Foundation

/// Strings of ASCII characters, in seven bits each: lengths, their sum, and all characters, one string after another.
/// The first character is in the lowest bits of the first byte. Readers also accept data.
enum ASCIIRuns: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 2...2 }
  static let version: UInt8 = 2

  /// With fewer strings or characters, there is little to save.
  static let leastCount = 128
  static let leastCharacterCount = 1024

  /// Eight characters, in eight bytes and in seven.
  static let unpackedSize = 8
  static let packedSize = 7

  @inline(__always)
  static func cost(of values: RunValues) -> Int? {
    guard case .strings = values.content, values.rows.count >= leastCount else { return nil }
    // Only the strings themselves show whether they are ASCII.
    return 0
  }

  /// Returns the size of packed characters in bytes.
  ///
  /// Nothing can overflow: a count is at most 2⁵⁵.
  @inline(__always)
  static func byteCount(_ count: Int) -> Int { (count * 7 + 7) / 8 }

  /// Writes the strings as ``PlainRuns`` does, and packs them if all are ASCII.
  static func write(_ values: RunValues, to writer: ColumnWriter) -> Bool {
    guard case .strings(let isKnown) = values.content else { return false }
    let output = writer.output
    let start = output.count
    output.append(PlainRuns.bytes.lowerBound)
    let count = PlainRuns.appendStrings(values.rows, isKnown: isKnown, to: writer)
    guard count >= leastCharacterCount else { return true }
    output.truncate(to: output.count - count)
    // SAFETY: the characters are here, and were reserved, so nothing moves.
    let place = unsafe output.reserve(count)
    guard unsafe UnsafeRawBufferPointer(start: place, count: count).isASCII else {
      output.advance(count)
      return true
    }
    unsafe pack(place, count)
    output.advance(byteCount(count))
    output.store(bytes.lowerBound, at: start)
    return true
  }

  /// Packs characters where they are. Words are loaded and stored up to `OutputBuffer.slack` bytes after them.
  private static func pack(_ place: UnsafeMutableRawPointer, _ count: Int) {
    var (source, target) = (0, 0)
    // SAFETY: there are `count` characters, and eight bytes after them. A word that is stored ends before the next one
    // that is loaded, or where it ends.
    while source < count {
      var word = unsafe UInt64(littleEndian: place.loadUnaligned(fromByteOffset: source, as: UInt64.self))
      if count - source < unpackedSize { word &= 1 << UInt64(8 * (count - source)) - 1 }
      word = word & 0x007F_007F_007F_007F | word >> 1 & 0x3F80_3F80_3F80_3F80
      word = word & 0x0000_3FFF_0000_3FFF | word >> 2 & 0x0FFF_C000_0FFF_C000
      word = word & 0x0000_0000_0FFF_FFFF | word >> 4 & 0x00FF_FFFF_F000_0000
      unsafe place.storeBytes(of: word.littleEndian, toByteOffset: target, as: UInt64.self)
      source += unpackedSize
      target += packedSize
    }
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> RunColumn {
    let lengths = try PackedIntegers(&cursor, count: head.count, isSigned: false)
    let count = try cursor.readCount()
    let bytes = unsafe try cursor.readBytes(byteCount(count))
    let characters = unsafe ASCIICharacters(
      bytes: bytes, count: count, readableCount: byteCount(count) + cursor.remaining)
    return ASCIIRunColumn(head, lengths, characters)
  }
}

/// Packed characters at an address.
@safe
struct ASCIICharacters {
  fileprivate let bytes: UnsafeRawPointer
  /// The number of characters. Opening the column checks that all are within the archive.
  let count: Int
  /// The number of bytes that may be read.
  fileprivate let readableCount: Int

  /// The number of bytes that ``unpack(from:count:to:)`` stores at most, beside the characters.
  static let slack = 16

  /// Unpacks characters, from the beginning of a group of eight.
  ///
  /// - Returns: The position of the first of them at the target.
  func unpack(from first: Int, count: Int, to target: UnsafeMutableRawPointer) -> Int {
    var group = first / ASCIIRuns.unpackedSize
    let start = group * ASCIIRuns.unpackedSize
    var place = 0
    // SAFETY: opening the column checked that all characters are there, and the caller stays within them. A whole word
    // is loaded only if its bytes may be read.
    while start + place < first + count {
      let offset = group * ASCIIRuns.packedSize
      var word: UInt64 = 0
      if readableCount - offset >= 8 {
        word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      } else {
        for byte in 0..<min(readableCount - offset, ASCIIRuns.packedSize) {
          word |= unsafe UInt64(bytes.load(fromByteOffset: offset + byte, as: UInt8.self)) << UInt64(8 * byte)
        }
      }
      word = word & 0x0000_0000_0FFF_FFFF | word << 4 & 0x0FFF_FFFF_0000_0000
      word = word & 0x0000_3FFF_0000_3FFF | word << 2 & 0x3FFF_0000_3FFF_0000
      word = word & 0x007F_007F_007F_007F | word << 1 & 0x7F00_7F00_7F00_7F00
      unsafe target.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self)
      place += ASCIIRuns.unpackedSize
      group += 1
    }
    return first - start
  }
}

private final class ASCIIRunColumn: RunColumn {
  private let lengths: PackedIntegers
  private let characters: ASCIICharacters
  /// The number of characters before the next value.
  private var offset = 0

  init(_ head: ColumnHead, _ lengths: PackedIntegers, _ characters: ASCIICharacters) {
    self.lengths = lengths
    self.characters = characters
    super.init(head)
  }

  override func save(to marks: inout [Int]) {
    super.save(to: &marks)
    marks.append(offset)
  }

  override func restore(from marks: inout ArraySlice<Int>) {
    super.restore(from: &marks)
    offset = marks.removeFirst()
  }

  override func skip(_ count: Int, in context: ReadContext) throws {
    try context.charge(WorkCost.column + count)
    offset += try length(count, in: context)
    position += count
  }

  override func readStrings(_ count: Int, into place: Place, in context: ReadContext) throws {
    try read(count, into: place, in: context, StringReader.self)
  }

  override func readData(_ count: Int, into place: Place, in context: ReadContext) throws {
    try read(count, into: place, in: context, DataReader.self)
  }

  /// Returns the total length of the next values.
  private func length(_ count: Int, in context: ReadContext) throws -> Int {
    let left = characters.count - offset
    var (sum, isTooMany) = (0, false)
    lengths.visit(from: position, count: count) { _, bits in
      // The length is compared before it is added, so the sum cannot overflow an `Int`.
      if bits > UInt64(left - sum) { isTooMany = true } else { sum += Int(bits) }
    }
    guard !isTooMany, position + count < self.count || sum == left else {
      let expected = "lengths that add up to \(characters.count) bytes"
      throw RowError(
        row: nil, unsafe context.malformed(expected, "other lengths", at: characters.bytes))
    }
    return sum
  }

  /// The number of values to read at a time, so that their characters are still in the nearest cache.
  private static let partCount = 128

  @inline(__always)
  private func read<Reader: RunReader>(
    _ count: Int, into place: Place, in context: ReadContext, _ reader: Reader.Type
  ) throws {
    _ = try length(count, in: context)
    unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.partCount) { ends in
      var done = 0
      while done < count {
        let part = min(count - done, Self.partCount)
        var sum = 0
        // SAFETY: `length(_:in:)` has just checked that the sum of all lengths is within the characters.
        lengths.visit(from: position, count: part) { row, bits in
          sum += Int(truncatingIfNeeded: bits)
          unsafe ends[row] = sum
        }
        let size = sum + ASCIICharacters.slack
        context.temporaries.with(byteCount: size) { memory in
          let start = unsafe memory + characters.unpack(from: offset, count: sum, to: memory)
          let reader = unsafe Reader(
            UnsafeRawBufferPointer(start: start, count: sum), end: memory + size, in: context)
          var before = 0
          for row in 0..<part {
            // SAFETY: the value is within the characters that were unpacked. It is ASCII, and so always valid.
            let target = unsafe place.row(done + row).base
            if unsafe !reader.make(start + before, ends[row] - before, at: target) {
              unsafe target.initializeMemory(as: Reader.Value.self, to: Reader.substitute)
            }
            unsafe before = ends[row]
          }
        }
        position += part
        offset += sum
        done += part
      }
    }
  }
}
