import ArchiveTestSupport
import ParquetExport
import StructCoding
import XCTest

/// Engines read what was written, cell by cell.
final class ParquetReadingTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")
  private var expected: [(file: URL, rows: [Any])] = []

  override func setUpWithError() throws {
    try Engines.require()
    folder = try Engines.folder()
  }

  override func tearDown() { try? FileManager.default.removeItem(at: folder) }

  /// Writes values in three ways: as values, as an archive, and as an archive with its type.
  private func write<Value: ArchiveValue>(
    _ values: [Value], _ name: String = "\(Value.self)", options: ParquetOptions = ParquetOptions(),
    rows: [Any]? = nil
  ) throws {
    let rows = try rows ?? Cells.rows(values)
    let archive = try ColumnArchive(ColumnArchive.encode(values, options: .init(batchSize: 700)))
    for (way, write) in [
      ("values", { try ParquetExport.write(values, to: $0, options: options) }),
      ("archive", { try ParquetExport.write(archive, to: $0, options: options) }),
      ("typed", { try ParquetExport.write(archive, of: Value.self, to: $0, options: options) }),
    ] as [(String, (URL) throws -> ParquetReport)] {
      let file = folder.appendingPathComponent("\(name)-\(expected.count)-\(way).parquet")
      let report = try write(file)
      XCTAssertEqual(report.rowCount, values.count)
      XCTAssertEqual(report.byteCount, try Data(contentsOf: file).count)
      expected.append((file, rows))
    }
  }

  private func check(_ engines: [String] = Engines.modules, file: StaticString = #filePath, line: UInt = #line)
    throws
  {
    let rows = Dictionary(uniqueKeysWithValues: expected.map { ($0.file.lastPathComponent, $0.rows) })
    for found in try Engines.read(expected.map(\.file), engines) {
      let (wanted, found, name) = (Cells.text(rows[found.file] ?? []), Cells.text(found.rows), found)
      if wanted != found {
        let start = zip(wanted, found).prefix { $0 == $1 }.count
        XCTFail(
          """
          \(name.file) by \(name.engine), from character \(start):
          \(wanted.dropFirst(max(start - 60, 0)).prefix(200))
          \(found.dropFirst(max(start - 60, 0)).prefix(200))
          """, file: file, line: line)
      }
    }
  }

  private func some<Value: Arbitrary>(_ count: Int, _ type: Value.Type, _ random: inout SeededGenerator)
    -> [Value]
  {
    (0..<count).map { _ in .arbitrary(&random) }
  }

  func testGeneratedValues() throws {
    var random = SeededGenerator()
    try write(some(300, Event.self, &random))
    try write(some(300, Scalars.self, &random))
    try write(some(300, Optionals.self, &random))
    try write(some(200, Nested.self, &random))
    try write(some(100, Session.self, &random))
    try write(some(100, Shape.self, &random))
    try check()
  }
}
