import Foundation
import StructCoding
import XCTest

@testable import ColumnArchives

/// Memory that is kept from one archive to the next.
final class KeptMemoryTests: XCTestCase {
  func testLargeArchivesLeaveLittle() throws {
    let strings = (0..<300_000).map { "a text of its own, with the number \($0)" }
    let numbers = (0..<300_000).map { $0 % 7 == 0 ? nil : [$0] }
    let options = ColumnArchive.EncodingOptions(batchSize: 300_000)
    for _ in 0..<2 {
      XCTAssertGreaterThan(try ColumnArchive.encode(strings, options: options).count, 8 << 20)
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
}
