import ArchiveTestSupport
import ColumnArchives
import ParquetExport
import StructCoding
import XCTest

/// Columns that have one text in every row.
final class ConstantColumnTests: FolderTestCase {
  private var file: URL { folder.appendingPathComponent("out.parquet") }

  private let options = ParquetOptions(rowGroupSize: 20, constants: ["server": "web1 🦊", "zone": ""])

  func testEngines() throws {
    try Engines.require()
    var random = SeededGenerator()
    let sessions = (0..<50).map { _ in Session.arbitrary(&random) }
    let added = ["server": "s:web1 🦊", "zone": "s:"]
    let expected = try Cells.rows(sessions).map { row in
      ((row as? [String: Any]) ?? [:]).merging(added) { $1 }
    }
    try Parquet.write(sessions, to: file, options: options)
    let other = folder.appendingPathComponent("other.parquet")
    let writer = try ParquetWriter<Session>(to: other, options: options)
    try writer.append(contentsOf: sessions)
    try writer.close()
    for found in try Engines.read([file, other]) {
      XCTAssertEqual(Cells.text(found.rows), Cells.text(expected), "\(found.file) \(found.engine)")
    }
    // Rows that are no structs.
    try Parquet.write(ColumnArchive(ColumnArchive.encode([3, 4, 7])), to: file, options: options)
    for found in try Engines.read([file]) {
      let rows = [3, 4, 7].map { added.merging(["value": "i:\($0)"]) { $1 } }
      XCTAssertEqual(Cells.text(found.rows), Cells.text(rows), found.engine)
    }
  }

  func testNamesThatAreTaken() throws {
    let event = Event(timeStamp: .now, eventTag: "a")
    let archive = try ColumnArchive(ColumnArchive.encode([event]))
    for name in ["eventTag", "EVENTTAG"] {
      let options = ParquetOptions(constants: [name: "x"])
      for write in [
        { _ = try Parquet.write([event], to: self.file, options: options) },
        { _ = try Parquet.write(archive, to: self.file, options: options) },
      ] {
        XCTAssertThrowsError(try write()) { error in
          XCTAssertEqual((error as? ArchiveError)?.code, .unsupported)
          XCTAssert("\(error)".contains(name), "\(error)")
        }
      }
    }
    XCTAssertThrowsError(try Parquet.write([1], to: file, options: ParquetOptions(constants: ["Value": ""])))
    XCTAssertThrowsError(
      try Parquet.write([1], to: file, options: ParquetOptions(constants: ["a": "", "A": ""])))
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), [])
  }
}
