import ArchiveTestSupport
import XCTest

@testable import ParquetExport

/// The encodings, read back by small readers that were written from their descriptions.
final class ParquetEncodingTests: XCTestCase {
  /// A reader of bytes.
  private struct Reader {
    var bytes: [UInt8]
    var position = 0

    mutating func byte() throws -> UInt8 {
      guard position < bytes.count else { throw CocoaError(.coderReadCorrupt) }
      defer { position += 1 }
      return bytes[position]
    }

    mutating func varint() throws -> UInt64 {
      var (value, shift) = (0 as UInt64, 0 as UInt64)
      while true {
        let byte = try byte()
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return value }
        shift += 7
      }
    }

    mutating func zigzag() throws -> Int64 {
      let value = try varint()
      return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// Reads numbers of some bits.
    mutating func packed(_ count: Int, width: Int) throws -> [UInt64] {
      let part = try (0..<(count * width + 7) / 8).map { _ in try byte() }
      return (0..<count).map { number in
        (0..<width).reduce(0) { value, bit in
          let place = number * width + bit
          return value | UInt64(part[place / 8] >> UInt8(place % 8) & 1) << UInt64(bit)
        }
      }
    }

    mutating func runs(_ count: Int, width: Int) throws -> [UInt64] {
      var values: [UInt64] = []
      while values.count < count, width > 0 {
        let head = try varint()
        if head & 1 == 1 {
          values += try packed(Int(head >> 1) * 8, width: width)
        } else {
          var value: UInt64 = 0
          for byte in 0..<((width + 7) / 8) { value |= UInt64(try self.byte()) << UInt64(8 * byte) }
          values += repeatElement(value, count: Int(head >> 1))
        }
      }
      return width == 0 ? [UInt64](repeating: 0, count: count) : Array(values.prefix(count))
    }

    mutating func distances() throws -> [Int64] {
      let (block, parts, count) = (Int(try varint()), Int(try varint()), Int(try varint()))
      var values = [try zigzag()]
      while values.count < count {
        let least = try zigzag()
        let widths = try (0..<parts).map { _ in Int(try byte()) }
        for width in widths where values.count < count {
          for distance in try packed(block / parts, width: width) {
            values.append(values.last! &+ least &+ Int64(bitPattern: distance))
          }
        }
      }
      return Array(values.prefix(count))
    }
  }

  private func checkRuns(_ numbers: [UInt32], file: StaticString = #filePath, line: UInt = #line) throws {
    let width = BitPacking.width(of: numbers.max() ?? 0)
    var bytes: [UInt8] = []
    numbers.withUnsafeBufferPointer { RunLengthEncoding.append($0, width: width, to: &bytes) }
    var reader = Reader(bytes: bytes)
    XCTAssertEqual(
      try reader.runs(numbers.count, width: width), numbers.map { UInt64($0) }, file: file, line: line)
    XCTAssertEqual(reader.position, bytes.count, file: file, line: line)
  }

  func testRuns() throws {
    var random = SeededGenerator()
    try checkRuns([])
    try checkRuns([0])
    try checkRuns([UInt32](repeating: 7, count: 8))
    try checkRuns([UInt32](repeating: .max, count: 1000))
    for count in 1...40 {
      try checkRuns((0..<count).map { UInt32($0) })
      try checkRuns([1] + [UInt32](repeating: 3, count: count))
      try checkRuns([UInt32](repeating: 3, count: count) + [1])
    }
    for _ in 0..<300 {
      var numbers: [UInt32] = []
      let bits = UInt32(random.below(33))
      for _ in 0..<random.below(30) {
        let number = UInt32(truncatingIfNeeded: UInt64(random.next() >> 32) >> UInt64(32 - bits))
        numbers += repeatElement(number, count: random.oneIn(2) ? 1 : random.below(40))
      }
      try checkRuns(numbers)
    }
  }

  private func checkDistances(_ values: [Int64], file: StaticString = #filePath, line: UInt = #line) throws {
    var bytes: [UInt8] = []
    values.withUnsafeBufferPointer { DeltaEncoding.append($0, as: Int64.self, to: &bytes) }
    var reader = Reader(bytes: bytes)
    XCTAssertEqual(values.isEmpty ? [] : try reader.distances(), values, file: file, line: line)
    if !values.isEmpty { XCTAssertEqual(reader.position, bytes.count, file: file, line: line) }
    // In 32 bits, distances overflow in the same way as the numbers.
    let narrow = values.map { Int64(Int32(truncatingIfNeeded: $0)) }
    bytes = []
    narrow.withUnsafeBufferPointer { DeltaEncoding.append($0, as: Int32.self, to: &bytes) }
    reader = Reader(bytes: bytes)
    if !values.isEmpty {
      let read = try reader.distances().map { Int64(Int32(truncatingIfNeeded: $0)) }
      XCTAssertEqual(read, narrow, file: file, line: line)
    }
  }

  func testDistances() throws {
    var random = SeededGenerator()
    for count in [0, 1, 2, 31, 32, 33, 34, 127, 128, 129, 130, 257, 1000] {
      try checkDistances((0..<count).map { Int64($0) * 1000 })
      try checkDistances([Int64](repeating: -5, count: count))
      try checkDistances((0..<count).map { _ in Int64.arbitrary(&random) })
      let bits = random.below(63)
      try checkDistances((0..<count).map { _ in Int64(bitPattern: random.next()) >> Int64(bits) })
    }
  }

  /// Reads Snappy as its format description says.
  private func decompressed(_ bytes: [UInt8]) throws -> [UInt8] {
    var reader = Reader(bytes: bytes)
    let count = Int(try reader.varint())
    var result: [UInt8] = []
    while reader.position < bytes.count {
      let tag = Int(try reader.byte())
      switch tag & 3 {
      case 0:
        var length = tag >> 2
        if length >= 60 {
          let size = length - 59
          length = 0
          for byte in 0..<size { length |= Int(try reader.byte()) << (8 * byte) }
        }
        for _ in 0...length { result.append(try reader.byte()) }
      case 1, 2:
        let length = tag & 3 == 1 ? (tag >> 2 & 7) + 4 : (tag >> 2) + 1
        var distance = Int(try reader.byte())
        distance |= tag & 3 == 1 ? (tag >> 5) << 8 : Int(try reader.byte()) << 8
        guard distance > 0, distance <= result.count else { throw CocoaError(.coderReadCorrupt) }
        for _ in 0..<length { result.append(result[result.count - distance]) }
      default: throw CocoaError(.coderReadCorrupt)
      }
    }
    XCTAssertEqual(count, result.count)
    return result
  }

  func testSnappy() throws {
    var random = SeededGenerator()
    for count in [0, 1, 3, 15, 16, 17, 60, 61, 64, 300, 65_535, 65_536, 65_537, 200_000] {
      let inputs: [[UInt8]] = [
        [UInt8](repeating: 7, count: count),
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) },
        (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) },
        (0..<count).map { _ in UInt8(random.below(3)) },
        Array(Array("the quick brown fox; ".utf8).shuffled(using: &random).prefix(count)),
      ]
      for input in inputs {
        let compressed = Snappy.compressed(input)
        XCTAssertTrue(try decompressed(compressed) == input, "\(count) bytes")
        XCTAssertLessThanOrEqual(compressed.count, input.count + input.count / 6 + 32)
      }
    }
    // What repeats gets small, and what does not hardly larger.
    XCTAssertLessThan(Snappy.compressed([UInt8](repeating: 1, count: 100_000)).count, 6_000)
    let noise = (0..<100_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    XCTAssertLessThan(Snappy.compressed(noise).count, 100_100)
    // Parts that repeat at every distance.
    for _ in 0..<200 {
      var bytes: [UInt8] = []
      while bytes.count < 3_000 {
        if bytes.isEmpty || random.oneIn(2) {
          bytes += (0..<random.below(90)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        } else {
          let start = random.below(bytes.count)
          bytes += Array(bytes[start...].prefix(random.below(150)))
        }
      }
      XCTAssertTrue(try decompressed(Snappy.compressed(bytes)) == bytes)
    }
  }

  func testThrift() {
    var writer = CompactWriter()
    writer.append { writer in
      writer.field(1, true)
      writer.field(2, int32: -1)
      writer.field(20, int64: 300)
      writer.field(21, "é")
      writer.field(22) { $0.field(3, byte: 9) }
      writer.field(23, [1, 2], of: .int32) { $0.append(zigzag: $1) }
      writer.field(24, [Bool](repeating: false, count: 15), of: .yes) { $0.append($1) }
    }
    XCTAssertEqual(
      writer.bytes,
      [0x11, 0x15, 0x01, 0x06, 0x28, 0xD8, 0x04, 0x18, 2, 0xC3, 0xA9, 0x1C, 0x33, 9, 0, 0x19, 0x25, 2, 4]
        + [0x19, 0xF1, 15] + [UInt8](repeating: 2, count: 15) + [0])
  }

  func testShortBounds() {
    func bounds(_ text: String) -> (String?, String?) {
      let bytes = Array(text.utf8)
      let bounds = TextBound.bounds(bytes[...], bytes[...])
      return (
        String(bytes: bounds.least, encoding: .utf8), String(bytes: bounds.greatest, encoding: .utf8)
      )
    }
    XCTAssertEqual(bounds("abc").0, "abc")
    XCTAssertEqual(bounds("abc").1, "abc")
    let long = String(repeating: "é", count: 31) + "xé" + String(repeating: "z", count: 80)
    let (least, greatest) = bounds(long)
    XCTAssertLessThan(least ?? "?", long)
    XCTAssertGreaterThan(greatest ?? "", long)
    XCTAssertLessThanOrEqual(greatest?.utf8.count ?? .max, 64)
    for character in ["é", "\u{7F}", "\u{7FF}", "\u{D7FF}", "\u{FFFF}", "🦊"] {
      let text = String(repeating: character, count: 90)
      let greatest = bounds(text).1 ?? ""
      XCTAssertTrue(text.utf8.lexicographicallyPrecedes(greatest.utf8), character)
      XCTAssertLessThanOrEqual(greatest.utf8.count, 68)
    }
    // Without a character that can be raised, the greatest is kept.
    let far = String(repeating: "\u{10FFFF}", count: 90)
    XCTAssertEqual(bounds(far).1, far)
    XCTAssertEqual(bounds("a" + far).1, "b")
  }

  func testShortBoundsOfData() {
    var random = SeededGenerator()
    for _ in 0..<2_000 {
      let start: [UInt8] = (0..<70).map { _ in random.oneIn(2) ? 0xFF : .random(in: 0...255, using: &random) }
      let data = (0..<random.below(60)).map { _ in UInt8(0xFF) } + start
      let bounds = TextBound.bounds(data[...], data[...])
      XCTAssertFalse(data.lexicographicallyPrecedes(bounds.least))
      XCTAssertFalse(bounds.greatest.lexicographicallyPrecedes(data))
      XCTAssertLessThanOrEqual(bounds.greatest.count, 130)
    }
    let full = [UInt8](repeating: 0xFF, count: 80)
    XCTAssertEqual(TextBound.bounds(full[...], full[...]).greatest, full)
  }

  /// An engine that takes NaN for the greatest number must not pass over it.
  func testNoBoundsWhereANaNIs() {
    func bounds(_ numbers: [Double]) -> Bounds? {
      let column = WordColumn(.double, ColumnPlace(path: ["value"], levels: nil))
      column.append(numbers.map { Int64(bitPattern: $0.bitPattern) })
      return column.bounds(0..<numbers.count)
    }
    XCTAssertNil(bounds([1, .nan, 2]))
    XCTAssertNil(bounds([.nan]))
    XCTAssertNil(bounds([-.nan, 0]))
    XCTAssertEqual(bounds([1, 2])?.greatest.last, 0x40)
    // A zero may be either of two.
    XCTAssertEqual(bounds([0])?.least.last, 0x80)
    XCTAssertEqual(bounds([-0.0])?.greatest.last, 0)
  }
}
