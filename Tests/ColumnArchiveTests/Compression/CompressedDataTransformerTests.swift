import ArchiveBytes
import ArchiveTestSupport
import Foundation
import XCTest

@testable import ColumnArchives

/// Data in the formats of zlib.
final class CompressedDataTransformerTests: XCTestCase {
  private let zlib = ZlibDataTransformer()
  private let gzip = GzipDataTransformer()
  private let text = Data("It was the best of times, it was the worst of times.".utf8)

  /// Data that compresses well, or hardly: the less values, the better.
  private func data(_ count: Int, values: Int? = nil, _ generator: inout SeededGenerator) -> Data {
    let values = values ?? [2, 20, 256].randomElement(using: &generator)!
    return Data((0..<count).map { _ in UInt8(Int.random(in: 0..<values, using: &generator)) })
  }

  func testRoundTrips() throws {
    var generator = SeededGenerator()
    for count in [0, 1, 2, 100, 65_535, 65_536, 65_537, 300_000] {
      for _ in 0..<(Thoroughness.isFull ? 3 : 1) {
        let data = data(count, &generator)
        XCTAssertEqual(try zlib.decode(zlib.encode(data)), data)
        XCTAssertEqual(try gzip.decode(gzip.encode(data)), data)
        XCTAssertEqual(try gzip.decode(embedded(gzip.encode(embedded(data)))), data)
      }
    }
    let zeros = Data(count: 10_000_000)
    XCTAssertLessThan(try zlib.encode(zeros).count, 20_000)
    XCTAssertEqual(try zlib.decode(zlib.encode(zeros)), zeros)
  }

  func testHeaders() throws {
    XCTAssertEqual(try zlib.encode(text).prefix(2), Data([0x78, 0x9C]))
    // No flags, no time.
    XCTAssertEqual(try gzip.encode(text).prefix(8), Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0]))
    XCTAssertEqual(try gzip.encode(text), try gzip.encode(text))
    assertThrows(.malformed, saying: "gzip data, found incorrect header check") {
      try gzip.decode(zlib.encode(text))
    }
    assertThrows(.malformed, saying: "zlib data, found incorrect header check") {
      try zlib.decode(gzip.encode(text))
    }
  }

  func testGzipMembers() throws {
    let (first, second) = (try gzip.encode(text), try gzip.encode(Data("More.".utf8)))
    XCTAssertEqual(try gzip.decode(first + second + first), text + Data("More.".utf8) + text)
    let empty = try gzip.encode(Data())
    XCTAssertEqual(try gzip.decode(empty + first + empty + empty), text)
    assertThrows(.malformed, saying: "header check, at byte \(first.count + 2) of it") {
      try gzip.decode(first + Data(count: 30))
    }
    assertThrows(.truncated) { try gzip.decode(first + second.dropLast()) }
    assertThrows(
      .malformed, saying: "other bytes after its end, at byte \(try zlib.encode(text).count) of it"
    ) {
      try zlib.decode(zlib.encode(text) + Data([0]))
    }
  }

  func testTruncated() throws {
    var generator = SeededGenerator()
    for data in [Data(), text, data(3000, &generator)] {
      let (shortZlib, shortGzip) = (try zlib.encode(data), try gzip.encode(data))
      for length in Thoroughness.some(of: 0..<shortZlib.count, oneIn: 4) {
        assertThrows(.truncated, saying: "only \(length) bytes") { try zlib.decode(shortZlib.prefix(length)) }
      }
      for length in Thoroughness.some(of: 0..<shortGzip.count, oneIn: 4) {
        assertThrows(.truncated, saying: "only \(length) bytes") { try gzip.decode(shortGzip.prefix(length)) }
      }
    }
  }

  /// A changed byte is found by the format or by the checksum, unless it says nothing about the data: some of gzip's
  /// header, and the bits that fill the last byte before the checksum.
  func testChangedBytes() throws {
    var generator = SeededGenerator()
    // The checksum of zlib is no match for data of few values: there a changed byte can have other data with the same
    // one. That of gzip is.
    for isGzip in [false, true] {
      let data = data(2000, values: isGzip ? 20 : 256, &generator)
      let whole = isGzip ? try gzip.encode(data) : try zlib.encode(data)
      var harmless = 0
      for position in whole.indices {
        var changed = whole
        changed[position] ^= UInt8.random(in: 1...255, using: &generator)
        let isDecoded = assertDecodesOrThrows("byte \(position)") {
          let back = isGzip ? try gzip.decode(changed) : try zlib.decode(changed)
          XCTAssertEqual(back, data, "byte \(position)")
        }
        if isDecoded { harmless += 1 }
      }
      XCTAssertLessThanOrEqual(harmless, isGzip ? 8 : 1)
    }
  }

  /// Data without any order gives an error, whatever is changed, inserted or cut.
  func testMutations() throws {
    var generator = SeededGenerator()
    let whole = [try zlib.encode(data(4000, &generator)), try gzip.encode(text) + gzip.encode(text)]
    for round in 0..<Thoroughness.rounds(1000, full: 4000) {
      var bytes = Array(whole[round % 2])
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: position)
        default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: position)
        }
      }
      let data = Data(bytes)
      assertDecodesOrThrows("\(bytes)") { round % 2 == 0 ? try zlib.decode(data) : try gzip.decode(data) }
    }
  }

  // MARK: Bombs

  func testBombs() throws {
    // 80 MB in about 80 kB: more than 64 MiB and 100 times as much.
    let bomb = try ZlibStream(.compress, .gzip).compress(Data(count: 80_000_000))
    XCTAssertLessThan(bomb.count, 100_000)
    assertThrows(.limitExceeded, saying: "at most \((64 << 20) + 100 * bomb.count) bytes") {
      try gzip.decode(bomb)
    }
    assertThrows(.limitExceeded) { try gzip.encode(Data(count: 80_000_000)) }
    let small = try ZlibStream(.compress, .gzip).compress(Data(count: 8_000_000))
    XCTAssertEqual(try GzipDataTransformer(maximumDecodedSize: 8_000_000).decode(small).count, 8_000_000)
    assertThrows(.limitExceeded) { try GzipDataTransformer(maximumDecodedSize: 7_999_999).decode(small) }
  }

  func testMaximum() throws {
    let exact = ZlibDataTransformer(maximumDecodedSize: text.count)
    XCTAssertEqual(try exact.decode(exact.encode(text)), text)
    let less = ZlibDataTransformer(maximumDecodedSize: text.count - 1)
    assertThrows(.limitExceeded, saying: "at most \(text.count - 1) bytes") {
      try less.decode(zlib.encode(text))
    }
    assertThrows(.limitExceeded) { try less.encode(text) }
    // The members of a file count together.
    let member = try gzip.encode(text)
    assertThrows(.limitExceeded) {
      try GzipDataTransformer(maximumDecodedSize: text.count * 2 - 1).decode(member + member)
    }
  }

  func testThreads() throws {
    let failures = Locked(0)
    let (gzip, text) = (gzip, text)
    DispatchQueue.concurrentPerform(iterations: 100) { number in
      let data = Data(repeating: UInt8(number), count: number * 1000) + text
      guard (try? gzip.decode(gzip.encode(data))) == data else { return failures.withLock { $0 += 1 } }
    }
    XCTAssertEqual(failures.withLock { $0 }, 0)
  }
}
