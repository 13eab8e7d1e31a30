import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import ParquetExport
import StructCoding
import XCTest

/// Archives written from nodes, which have no columns: each element is a JSON text.
final class ParquetNodeTests: FolderTestCase {
  func testNodesAreTexts() throws {
    let file = folder.appendingPathComponent("nodes.parquet")
    let node = try ArchiveNode(
      json: Data(#"[{"$class": "Row", "tag": "first"}, {"$class": "Row", "tag": "second"}]"#.utf8))
    let archive = try ColumnArchive(ColumnArchive.encode(node))
    let report = try Parquet.write(archive, to: file, options: ParquetOptions(compression: .none))
    XCTAssertEqual(report.rowCount, 2)
    let bytes = try Data(contentsOf: file)
    for text in [#"{"tag":"first"}"#, #"{"tag":"second"}"#] {
      XCTAssertNotNil(bytes.range(of: Data(text.utf8)), text)
    }
    // A graph is a single value, so one row.
    let graph = try ColumnArchive(ColumnArchive.encode(KeyedArchive(KeyedArchive.encode(["a", "b"])).node()))
    XCTAssertEqual(
      try Parquet.write(graph, to: file, options: ParquetOptions(compression: .none)).rowCount, 1)
    XCTAssertNotNil(try Data(contentsOf: file).range(of: Data(#"["a","b"]"#.utf8)))
  }
}
