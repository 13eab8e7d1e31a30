import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

@testable import ColumnArchives

/// Memory that is kept from one archive to the next.
final class KeptMemoryTests: XCTestCase {
  func testLargeArchivesLeaveLittle() throws {
    var random = SeededGenerator()
    let tokens = (0..<300_000).map { _ in
      let bits = [random.next(), random.next(), random.next(), random.next()]
      return unsafe bits.withUnsafeBytes { unsafe Data($0) }.base64EncodedString()
    }
    let texts = (0..<300_000).map { "a text of its own, with the number \($0)" }
    let numbers = (0..<300_000).map { $0 % 7 == 0 ? nil : [$0 &* 0x1E37_79B9_7F4A_7C15] }
    let options = ColumnArchive.EncodingOptions(batchSize: 300_000)
    for _ in 0..<2 {
      XCTAssertGreaterThan(try ColumnArchive.encode(tokens, options: options).count, 8 << 20)
      XCTAssertLessThan(ColumnWriter.keptByteCountNow, 10 << 20)
      XCTAssertGreaterThan(try ColumnArchive.encode(texts, options: options).count, 2 << 20)
      XCTAssertLessThan(ColumnWriter.keptByteCountNow, 10 << 20)
      XCTAssertGreaterThan(try ColumnArchive.encode(numbers, options: options).count, 500_000)
      XCTAssertLessThan(ColumnWriter.keptByteCountNow, 10 << 20)
    }
    // Small ones go on with what they have.
    _ = try ColumnArchive.encode([1, 2, 3])
    let kept = ColumnWriter.keptByteCountNow
    XCTAssertGreaterThan(kept, 0)
    _ = try ColumnArchive.encode([1, 2, 3])
    XCTAssertEqual(ColumnWriter.keptByteCountNow, kept)
  }

  #if os(Linux)
    /// The number of bytes of the process that are in memory.
    private func residentByteCount() throws -> Int {
      let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
      return try XCTUnwrap(Int(fields[1])) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// A sanitizer keeps freed blocks for a while.
    private func skipUnderSanitizer() throws {
      try XCTSkipIf(dlsym(nil, "__asan_init") != nil, "the address sanitizer keeps freed memory")
    }

    /// The temporary memory of a large archive goes back to the system, even though the allocator has seen such blocks
    /// before.
    func testTemporaryMemoryIsReturned() throws {
      try skipUnderSanitizer()
      let temporaries = TemporaryMemory()
      func use() throws {
        for byteCount in [5 << 20, 24 << 20, 100 << 20] {
          let before = try residentByteCount()
          _ = temporaries.with(byteCount: byteCount) { memory in
            memory.initializeMemory(as: UInt8.self, repeating: 1, count: byteCount)
          }
          XCTAssertGreaterThan(try residentByteCount(), before + byteCount / 2)
          temporaries.trim()
          XCTAssertLessThan(try residentByteCount(), before + 3 << 20)
        }
      }
      for _ in 0..<3 { try use() }
      XCTAssertLessThan(temporaries.heldByteCount, 4 << 20)
    }

    /// One batch of many values needs much temporary memory.
    func testLargeBatchesLeaveLittle() throws {
      try skipUnderSanitizer()
      let values = (0..<1_500_000).map { $0 % 3 == 0 ? nil : Double($0) }
      let options = ColumnArchive.EncodingOptions(batchSize: values.count)
      let data = try ColumnArchive.encode(values, options: options)
      let before = try residentByteCount()
      for _ in 0..<(Thoroughness.isFull ? 3 : 1) {
        XCTAssertEqual(try ColumnArchive.encode(values, options: options).count, data.count)
        XCTAssertEqual(try ColumnArchive.decode([Double?].self, from: data).count, values.count)
      }
      XCTAssertLessThan(try residentByteCount() - before, 48 << 20)
      XCTAssertLessThan(ColumnWriter.keptByteCountNow, 10 << 20)
    }
  #endif
}
