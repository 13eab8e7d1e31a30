internal import ArchiveBytes
internal import Foundation

/// Strings of ASCII characters, in seven bits each: lengths, their sum, and all characters, one string after another.
///
/// Of each 128 characters, the last 16 are stored in the highest bits of the 112 before: their lowest bits in the first
/// 16 bytes, and so on. So the processor packs 16 characters at once. The characters that are left are not packed.
enum ASCIIRuns: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 2...2 }
  static var hidesRepetition: Bool { true }

  /// With fewer strings or characters, there is little to save.
  static let leastCount = 128
  static let leastCharacterCount = 1024

  /// The size of a group of characters in bytes, before and after they are packed.
  static let unpackedSize = 128
  static let packedSize = 112

  @inline(__always)
  static func cost(of values: RunValues) -> Int? {
    guard values.rows.count >= leastCount else { return nil }
    // Only the strings themselves show whether they are ASCII.
    return 0
  }

  /// Returns the size of packed characters in bytes.
  ///
  /// Nothing can overflow, as the result is not greater.
  @inline(__always)
  static func byteCount(_ count: Int) -> Int { count - count / unpackedSize * (unpackedSize - packedSize) }

  /// Writes the strings as ``PlainRuns`` does, and packs them if all are ASCII.
  static func write(_ values: RunValues, to writer: ColumnWriter) -> Bool {
    let output = writer.output
    let start = output.count
    output.append(PlainRuns.bytes.lowerBound)
    let count = PlainRuns.append(values.rows, to: writer)
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

  /// Packs characters where they are.
  private static func pack(_ place: UnsafeMutableRawPointer, _ count: Int) {
    let highest = ASCIICharacters.highest
    var (source, target) = (0, 0)
    // SAFETY: all loads and stores are within the `count` characters. A row that is stored ends before the next one that
    // is loaded, or where it ends; the last row of a group has been loaded before the others are stored.
    while count - source >= unpackedSize {
      var last = unsafe place.loadUnaligned(fromByteOffset: source + packedSize, as: ASCIICharacters.Row.self)
      for offset in stride(from: 0, to: packedSize, by: 16) {
        let row = unsafe place.loadUnaligned(fromByteOffset: source + offset, as: ASCIICharacters.Row.self)
        unsafe place.storeBytes(
          of: row | last &<< 7 & highest, toByteOffset: target + offset, as: ASCIICharacters.Row.self)
        last = last &>> 1
      }
      source += unpackedSize
      target += packedSize
    }
    // SAFETY: the rest is within the characters too, and moves towards the beginning.
    if target < source { unsafe memmove(place + target, place + source, count - source) }
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> RunColumn {
    let lengths = try PackedIntegers(&cursor, count: head.count, isSigned: false)
    let count = try cursor.readCount()
    let bytes = unsafe try cursor.readBytes(byteCount(count))
    let characters = unsafe ASCIICharacters(bytes: bytes, count: count)
    return ASCIIRunColumn(head, lengths, characters)
  }
}

/// Packed characters at an address.
@safe
struct ASCIICharacters {
  fileprivate let bytes: UnsafeRawPointer
  /// The number of characters. Opening the column checks that all are within the archive.
  let count: Int

  /// Sixteen characters, and the highest bit of each. Bits of different bytes never meet, so the order of bytes in words
  /// does not matter.
  fileprivate typealias Row = SIMD2<UInt64>
  fileprivate static var highest: Row { Row(repeating: 0x8080_8080_8080_8080) }

  /// The number of bytes that ``unpack(from:count:to:)`` stores at most, beside the characters.
  static let slack = 2 * ASCIIRuns.unpackedSize

  /// Unpacks characters, from the beginning of a group.
  ///
  /// - Returns: The position of the first of them at the target.
  func unpack(from first: Int, count: Int, to target: UnsafeMutableRawPointer) -> Int {
    var group = first / ASCIIRuns.unpackedSize
    let start = group * ASCIIRuns.unpackedSize
    let groupCount = self.count / ASCIIRuns.unpackedSize
    var place = 0
    // SAFETY: opening the column checked that all characters are there, and the caller stays within them. Less than a
    // group before them and less than one after them are stored, for which there is slack.
    while start + place < first + count {
      let source = unsafe bytes + group * ASCIIRuns.packedSize
      guard group < groupCount else {
        // The rest is not packed. Highest bits are cleared, so that all characters are ASCII in a damaged archive too.
        for position in 0..<(self.count - start - place) {
          let byte = unsafe source.load(fromByteOffset: position, as: UInt8.self)
          unsafe target.storeBytes(of: byte & 0x7F, toByteOffset: place + position, as: UInt8.self)
        }
        break
      }
      var last = Row.zero
      for offset in stride(from: 0, to: ASCIIRuns.packedSize, by: 16) {
        let row = unsafe source.loadUnaligned(fromByteOffset: offset, as: Row.self)
        unsafe target.storeBytes(of: row & ~Self.highest, toByteOffset: place + offset, as: Row.self)
        last = last &>> 1 | row & Self.highest
      }
      unsafe target.storeBytes(
        of: last &>> 1, toByteOffset: place + ASCIIRuns.packedSize, as: Row.self)
      place += ASCIIRuns.unpackedSize
      group += 1
    }
    return first - start
  }
}

private final class ASCIIRunColumn: OrderedRunColumn {
  private let lengths: PackedIntegers
  private let characters: ASCIICharacters

  init(_ head: ColumnHead, _ lengths: PackedIntegers, _ characters: ASCIICharacters) {
    self.lengths = lengths
    self.characters = characters
    super.init(head)
  }

  override func length(_ count: Int, in context: ReadContext) throws -> Int {
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

  override func readStrings(_ count: Int, into place: Place, in context: ReadContext) throws {
    try unsafe visit(count, in: context) { row, bytes in
      // The characters are ASCII, and so always valid.
      unsafe place.row(row).base.initializeMemory(as: String.self, to: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Calls `body` with the position, from 0, and the characters of each of the next values.
  @inline(__always)
  private func visit(
    _ count: Int, in context: ReadContext, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws {
    var left = try length(count, in: context)
    unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.partCount) { ends in
      var done = 0
      while done < count {
        let part = min(count - done, Self.partCount)
        var sum = 0
        // SAFETY: `left` of the characters are left. `length(_:in:)` has found the lengths to add up to them; only a
        // mapped file that has changed since has others.
        lengths.visit(from: position, count: part) { row, bits in
          sum += min(Int(clamping: bits), left - sum)
          unsafe ends[row] = sum
        }
        left -= sum
        context.temporaries.with(byteCount: sum + ASCIICharacters.slack) { memory in
          let start = unsafe memory + characters.unpack(from: offset, count: sum, to: memory)
          var before = 0
          for row in 0..<part {
            // SAFETY: the value is within the characters that were unpacked.
            unsafe body(done + row, UnsafeRawBufferPointer(start: start + before, count: ends[row] - before))
            unsafe before = ends[row]
          }
        }
        position += part
        offset += sum
        done += part
      }
    }
  }

  /// Characters of seven bits are always valid, so only the lengths are checked.
  override func checkBytes(_ count: Int, in context: ReadContext) throws { try skip(count, in: context) }

  override func readTexts(_ count: Int, in context: ReadContext) throws -> ExportTexts {
    let sum = try length(count, in: context)
    try context.charge(sum)
    let size = sum + ASCIICharacters.slack
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, initializedCount in
      guard let base = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
      // SAFETY: there is room for the characters and the slack. What was unpacked begins at `start`, and is moved to
      // the beginning.
      let start = unsafe characters.unpack(from: offset, count: sum, to: base)
      unsafe memmove(base, base + start, sum)
      initializedCount = sum
    }
    var end = 0
    let ends = lengths.array(from: position, count: count) { length in
      end += Int(truncatingIfNeeded: length)
      return end
    }
    position += count
    offset += sum
    return .plain(ExportRun(bytes: bytes, ends: ends))
  }
}
