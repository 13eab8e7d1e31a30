import ArchiveTestSupport
import ColumnArchives
import ParquetExport
import StructCoding
import XCTest

/// Some rows of an archive: the same file as from an archive of these rows alone.
final class ParquetRowsTests: FolderTestCase {
  private func check<Value: ArchiveValue & Arbitrary>(_ type: Value.Type, _ random: inout SeededGenerator)
    throws
  {
    let (file, other) = (
      folder.appendingPathComponent("some.parquet"), folder.appendingPathComponent("all.parquet")
    )
    for round in 0..<(Thoroughness.isFull ? 12 : 5) {
      let values = (0..<random.below(120) + 1).map { _ in Value.arbitrary(&random) }
      // Rows on their own, ranges of several, and wide gaps.
      let (many, wide) = (2 + random.below(6), 1 + random.below(40))
      var (rows, next) = ([Range<Int>](), random.below(3))
      while next < values.count {
        let end = min(next + 1 + (random.oneIn(many) ? random.below(wide) : 0), values.count)
        rows.append(next..<end)
        next = end + (random.oneIn(9) ? random.below(60) : random.below(4))
      }
      let options = ParquetOptions(
        rowGroupSize: 1 + random.below(40), compression: .none, dates: .secondsSince2001)
      let archive = try ColumnArchive(
        ColumnArchive.encode(values, options: .init(batchSize: 1 + random.below(90))))
      let picked = try ColumnArchive(ColumnArchive.encode(rows.flatMap { values[$0] }))
      let report = try Parquet.write(archive, of: type, rows: rows, to: file, options: options)
      let expected = try Parquet.write(picked, of: type, to: other, options: options)
      let message = "\(type), round \(round), seed \(random.seed)"
      XCTAssertEqual(report, expected, message)
      XCTAssertEqual(try Data(contentsOf: file), try Data(contentsOf: other), message)
    }
  }

  func testGeneratedRows() throws {
    var random = SeededGenerator()
    try check(Event.self, &random)
    try check(Session.self, &random)
    try check(Scalars.self, &random)
    try check(Optionals.self, &random)
    try check(Nested.self, &random)
    try check(Shape.self, &random)
    try check(String.self, &random)
    try check(Int.self, &random)
  }
}
