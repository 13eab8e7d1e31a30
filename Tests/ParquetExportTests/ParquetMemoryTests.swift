import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ParquetExport

/// A writer has at most one row group in memory, however many rows it is given.
final class ParquetMemoryTests: FolderTestCase {
  /// Returns the greatest number of bytes and of elements that a writer had in memory.
  private func peak(rows: Int, rowGroupSize: Int) throws -> (byteCount: Int, pending: Int) {
    var random = SeededGenerator(seed: 17)
    let writer = try ParquetWriter<Session>(
      to: folder.appendingPathComponent("\(rows).parquet"),
      options: ParquetOptions(rowGroupSize: rowGroupSize))
    var peak = (byteCount: 0, pending: 0)
    for row in 0..<rows {
      try writer.append(.arbitrary(&random))
      guard row % 500 == 0 else { continue }
      peak.byteCount = max(peak.byteCount, writer.exporter.bufferedByteCount)
      peak.pending = max(peak.pending, writer.pending.count)
    }
    XCTAssertEqual(try writer.close().rowGroupCount, (rows + rowGroupSize - 1) / rowGroupSize)
    XCTAssertEqual(writer.exporter.bufferedByteCount, 0)
    return peak
  }

  func testMemoryIsThatOfOneRowGroup() throws {
    let one = try peak(rows: 9_900, rowGroupSize: 10_000)
    let many = try peak(rows: Thoroughness.isFull ? 45_000 : 25_000, rowGroupSize: 10_000)
    XCTAssertGreaterThan(one.byteCount, 100_000)
    XCTAssertLessThan(Double(many.byteCount), Double(one.byteCount) * 1.2)
    XCTAssertLessThanOrEqual(many.pending, ArchiveExporter.greatestPartCount)
  }

  /// Rows of many bytes end a row group before it is full, and few of them wait.
  func testLargeRowsEndRowGroups() throws {
    let writer = try ParquetWriter<String>(
      to: folder.appendingPathComponent("large.parquet"), options: ParquetOptions(compression: .none))
    writer.exporter.greatestByteCount = 2 << 20
    var peak = 0
    for number in 0..<1_000 {
      try writer.append("\(number) " + String(repeating: "-", count: 8_000))
      peak = max(peak, writer.exporter.bufferedByteCount)
      if number > 256 { XCTAssertLessThan(writer.pending.count, 100) }
    }
    XCTAssertLessThan(peak, 3 << 20)
    XCTAssertGreaterThan(peak, 1 << 20)
    XCTAssertGreaterThan(try writer.close().rowGroupCount, 2)
  }
}
