import ArchiveTestSupport
import CChecksum
import XCTest

@testable import ColumnArchives

/// The checksum, in each way that this processor has.
final class CRC32CTests: XCTestCase {
  private let ways = [
    structcoding_crc32c_by_bits, structcoding_crc32c_by_instruction, structcoding_crc32c_by_folding,
  ].filter { structcoding_crc32c_can($0) == 1 }

  /// The definition: a bit at a time.
  private func slowChecksum(_ bytes: some Sequence<UInt8>, continuing checksum: UInt32 = 0) -> UInt32 {
    var register = ~checksum
    for byte in bytes {
      register ^= UInt32(byte)
      var bit = 0
      while bit < 8 {
        register = register >> 1 ^ (register & 1 == 1 ? 0x82F6_3B78 : 0)
        bit += 1
      }
    }
    return ~register
  }

  private func assertChecksum(
    _ bytes: UnsafeRawBufferPointer, continuing seed: UInt32 = 0, _ expected: UInt32, _ note: String = "",
    line: UInt = #line
  ) {
    for way in ways {
      let found = structcoding_crc32c_by(way, seed, nil, bytes.baseAddress, bytes.count)
      XCTAssertEqual(found, expected, "way \(way.rawValue), \(bytes.count) bytes \(note)", line: line)
    }
    XCTAssertEqual(CRC32C.checksum(of: bytes, continuing: seed), expected, line: line)
  }

  /// RFC 3720, B.4, and the usual check of such checksums.
  func testPublishedChecksums() {
    func check(_ bytes: [UInt8], _ expected: UInt32, line: UInt = #line) {
      bytes.withUnsafeBytes { assertChecksum($0, expected, line: line) }
    }
    check([UInt8](repeating: 0, count: 32), 0x8A91_36AA)
    check([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43)
    check(Array(0..<32), 0x46DD_794E)
    check((0..<32).reversed(), 0x113F_DB5C)
    let command: [UInt8] = [
      0x01, 0xC0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x14, 0, 0, 0, 0, 0, 0x04, 0, 0, 0, 0, 0x14, 0, 0,
      0, 0x18, 0x28, 0, 0, 0, 0, 0, 0, 0, 0x02, 0, 0, 0, 0, 0, 0, 0,
    ]
    check(command, 0xD996_3A56)
    check(Array("123456789".utf8), 0xE306_9283)
    check([], 0)
    assertChecksum(UnsafeRawBufferPointer(start: nil, count: 0), continuing: 7, 7)
  }

  /// All lengths from 0 to 5,000, each at another address and with another checksum of the bytes before.
  func testLengths() {
    var random = SeededGenerator()
    let bytes = (0..<5064).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    bytes.withUnsafeBytes { bytes in
      for count in 0...5000 {
        let (start, seed) = (random.below(64), UInt32(truncatingIfNeeded: random.next()))
        let part = UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
        let expected = structcoding_crc32c_by(
          structcoding_crc32c_by_bits, seed, nil, part.baseAddress, part.count)
        if count < 64 || count % 512 == 0 {
          XCTAssertEqual(expected, slowChecksum(part, continuing: seed), "\(count) bytes")
        }
        assertChecksum(part, continuing: seed, expected, "at \(start)")
      }
    }
  }

  func testMegabyte() {
    var random = SeededGenerator()
    let bytes = (0..<1 << 17).map { _ in random.next() }
    bytes.withUnsafeBytes { bytes in
      assertChecksum(bytes, slowChecksum(bytes))
      let odd = UnsafeRawBufferPointer(rebasing: bytes[5...])
      assertChecksum(odd, continuing: 1, structcoding_crc32c_by(ways[0], 1, nil, odd.baseAddress, odd.count))
    }
  }

  func testChecksumInParts() {
    var random = SeededGenerator()
    let bytes = (0..<20_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    bytes.withUnsafeBytes { bytes in
      let whole = CRC32C.checksum(of: bytes)
      for _ in 0..<100 {
        let cut = random.below(bytes.count + 1)
        let first = CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: bytes[..<cut]))
        assertChecksum(
          UnsafeRawBufferPointer(rebasing: bytes[cut...]), continuing: first, whole, "from \(cut)")
      }
    }
  }

  /// Copies have the same bytes and checksum, and nothing around them is written.
  func testCopies() {
    var random = SeededGenerator()
    let bytes = (0..<40_064).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    var copy = [UInt8](repeating: 0, count: bytes.count + 2)
    for round in Thoroughness.some(of: 0..<700, oneIn: 5) {
      let count = round < 500 ? round : random.below(40_001)
      let (start, place) = (random.below(64), 1 + random.below(64))
      let seed = UInt32(truncatingIfNeeded: random.next())
      bytes[start..<start + count].withUnsafeBytes { part in
        let expected = CRC32C.checksum(of: part, continuing: seed)
        func check(_ note: String, _ copied: (UnsafeMutableRawPointer) -> UInt32) {
          for index in max(0, place - 64)..<place { copy[index] = 0x5A }
          for index in (place + count)..<min(copy.count, place + count + 64) { copy[index] = 0x5A }
          let found = copy.withUnsafeMutableBytes { copied($0.baseAddress! + place) }
          XCTAssertEqual(found, expected, "\(note), \(count) bytes")
          XCTAssert(copy[place..<place + count].elementsEqual(part), "\(note), \(count) bytes")
          XCTAssert(
            copy[max(0, place - 64)..<place].allSatisfy { $0 == 0x5A }, "\(note), before \(count) bytes")
          XCTAssert(
            copy[(place + count)..<min(copy.count, place + count + 64)].allSatisfy { $0 == 0x5A },
            "\(note), after \(count) bytes")
        }
        for way in ways {
          check("way \(way.rawValue)") { structcoding_crc32c_by(way, seed, $0, part.baseAddress, count) }
        }
        check("the fastest") { CRC32C.copy(part, to: $0, continuing: seed) }
      }
    }
    XCTAssertEqual(structcoding_crc32c(7, nil, nil, 0), 7)
  }

  func testCombining() {
    var random = SeededGenerator()
    let bytes = (0..<70_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    bytes.withUnsafeBytes { bytes in
      for _ in 0..<300 {
        let cuts = [random.below(bytes.count + 1), random.below(bytes.count + 1)].sorted()
        let (first, second) = (bytes[..<cuts[0]], bytes[cuts[0]..<cuts[1]])
        let found = CRC32C.combine(
          CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: first)),
          CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: second)), count: second.count)
        XCTAssertEqual(
          found, CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: bytes[..<cuts[1]])), "\(cuts)")
      }
    }
    // Counts that no test has bytes for: half of them twice is all of them, and 2^31 - 1 is the period of the powers.
    for exponent in [20, 27, 28, 31, 32, 33, 40, 61] {
      let half = CRC32C.combine(
        CRC32C.combine(1, 0, count: 1 << (exponent - 1)), 0, count: 1 << (exponent - 1))
      XCTAssertEqual(CRC32C.combine(1, 0, count: 1 << exponent), half, "2^\(exponent)")
    }
    XCTAssertEqual(CRC32C.combine(1, 0, count: (1 << 31) - 1), 1)
    XCTAssertEqual(CRC32C.combine(1, 2, count: 0), 3)
  }

  /// Each flipped bit of 600 bytes gives a checksum of its own.
  func testFlippedBits() {
    var bytes = [UInt8](repeating: 0x5A, count: 600)
    for way in ways {
      var found: Set = [structcoding_crc32c_by(way, 0, nil, bytes, bytes.count)]
      for bit in 0..<bytes.count * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8)
        found.insert(structcoding_crc32c_by(way, 0, nil, bytes, bytes.count))
        bytes[bit / 8] ^= 1 << (bit % 8)
      }
      XCTAssertEqual(found.count, bytes.count * 8 + 1)
    }
  }
}
