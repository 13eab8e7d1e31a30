import ArchiveBytes
import ArchiveTestSupport
import Foundation
import XCTest

@testable import ColumnArchives

/// The system's zlib, into memory of the caller's.
final class ZlibStreamTests: XCTestCase {
  override func setUpWithError() throws { try requireZlib() }

  private func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
    try Array(bytes.withUnsafeBytes { try ZlibStream(.compress, .zlib).compress($0) })
  }

  /// What stands in memory for `count` bytes, behind which nothing was changed.
  private func decompressed(_ bytes: [UInt8], count: Int) throws -> [UInt8] {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count + 64, alignment: 1)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0xEE)
    defer { XCTAssert(memory[count...].allSatisfy { $0 == 0xEE }, "bytes behind the memory were changed") }
    try bytes.withUnsafeBytes { bytes in
      try ZlibStream(.decompress, .zlib).decompress(
        bytes, into: UnsafeMutableRawBufferPointer(rebasing: memory[..<count]))
    }
    return Array(memory[..<count])
  }

  func testRoundTrips() throws {
    var random = SeededGenerator()
    for count in [1, 2, 100, 65_535, 65_536, 65_537, 131_073, 300_000] {
      for values in [1, 3, 256] as [UInt64] {
        let bytes = (0..<count).map { _ in UInt8(random.next() % values) }
        let packed = try compressed(bytes)
        let message = "\(count) of \(values), seed \(random.seed)"
        XCTAssertEqual(try decompressed(packed, count: count), bytes, message)
        if values < 256, count > 1_000 { XCTAssertLessThan(packed.count, count / 2, message) }
        for other in [count - 1, count + 1, count / 2] where other > 0 {
          assertThrows(.malformed) { try decompressed(packed, count: other) }
        }
        for length in [0, 1, packed.count / 2, packed.count - 1] {
          XCTAssertThrowsError(
            try decompressed(Array(packed.prefix(length)), count: count), message
          ) { XCTAssert($0 is ArchiveError) }
        }
        assertThrows(.malformed) { try decompressed(packed + [0], count: count) }
      }
    }
  }

  /// What every program with zlib gives for these.
  func testBytesOfOthers() throws {
    // `zlib.compress(b"a" * 32)` in Python.
    let stream: [UInt8] = [0x78, 0x9C, 0x4B, 0x4C, 0xC4, 0x0F, 0x00, 0xC8, 0x30, 0x0C, 0x21]
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 32)
    XCTAssertEqual(try decompressed(stream, count: 32), letters)
    assertThrows(.malformed) { try decompressed(stream + stream, count: 64) }
  }

  func testDamagedBytes() throws {
    var random = SeededGenerator()
    let bytes = (0..<3_000).map { _ in UInt8(random.below(9)) }
    let packed = try compressed(bytes)
    for round in 0..<500 {
      var changed = packed
      for _ in 0..<1 + random.below(3) { changed[random.below(changed.count)] = UInt8.arbitrary(&random) }
      assertDecodesOrThrows("round \(round), seed \(random.seed)") {
        try decompressed(changed, count: bytes.count)
      }
    }
  }
}
