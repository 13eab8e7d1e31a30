import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

@testable import ColumnArchives

/// Memory that is kept from one archive to the next.
final class KeptMemoryTests: XCTestCase {
  /// The writer of a small archive is used again, that of a large one is not.
  func testLargeArchivesLeaveLittle() throws {
    let texts = (0..<100_000).map { "a text of its own, with the number \($0)" }
    let equal = [Double](repeating: 1.5, count: 1_000_000)
    let options = ColumnArchive.EncodingOptions(batchSize: 1_000_000)
    for _ in 0..<2 {
      let small = try ColumnArchive.encode([1, 2, 3])
      let writer = try XCTUnwrap(ColumnWriter.spare.take())
      XCTAssertLessThanOrEqual(writer.heldByteCount, ColumnWriter.keptByteCount)
      ColumnWriter.spare.put(writer)
      XCTAssertEqual(try ColumnArchive.encode([1, 2, 3]), small)
      let again = try XCTUnwrap(ColumnWriter.spare.take())
      XCTAssertTrue(again === writer)
      ColumnWriter.spare.put(again)
      XCTAssertGreaterThan(try ColumnArchive.encode(texts, options: options).count, 1 << 20)
      XCTAssertNil(ColumnWriter.spare.take())
      // The archive is small, but what it took to write it is not, and is freed.
      XCTAssertLessThan(try ColumnArchive.encode(equal, options: options).count, 1_000)
      let last = ColumnWriter.spare.take()
      XCTAssertLessThanOrEqual(last?.heldByteCount ?? 0, ColumnWriter.keptByteCount)
    }
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
    }
  #endif
}
