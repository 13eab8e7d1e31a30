import XCTest

@testable import ColumnArchives

/// Temporary memory around the size from which it is mapped.
final class LargeBlockTests: XCTestCase {
  /// A block is freed the way that it was allocated, and the size alone tells which: the smallest that is mapped is too.
  func testBlocksOfTheThreshold() {
    for byteCount in [1, LargeBlock.threshold - 1, LargeBlock.threshold, LargeBlock.threshold + 1] {
      for _ in 0..<3 {
        let block = LargeBlock.allocate(byteCount: byteCount, alignment: 16)
        XCTAssertEqual(block.count, byteCount)
        unsafe block.storeBytes(of: 1, toByteOffset: 0, as: UInt8.self)
        unsafe block.storeBytes(of: 2, toByteOffset: byteCount - 1, as: UInt8.self)
        let start = Int(bitPattern: block.baseAddress)
        #if canImport(Glibc)
          // What is mapped begins with a page; the allocator's own blocks have something before them.
          if byteCount >= LargeBlock.threshold { XCTAssertEqual(start % 4096, 0, "\(byteCount) bytes") }
        #endif
        XCTAssertEqual(start % 16, 0)
        LargeBlock.deallocate(block)
      }
    }
  }
}
