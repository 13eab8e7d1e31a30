import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

@testable import ParquetExport

@Archivable
private enum Keyword: Hashable {
  case `case`
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case case_(x: Int)
}

@Archivable
private enum Branch: Hashable {
  case leaf(case: Int, case_: Int)
  case none
}

@Archivable
private struct Keywords: Hashable {
  var keyword: Keyword
}

/// The name of a case stands beside the cases and their values under a name that none of these has.
final class ParquetCaseNameTests: FolderTestCase {
  func testCasesWithTheNameOfTheColumn() throws {
    let rows = [Keywords(keyword: .case), Keywords(keyword: .case_(x: 7))]
    let file = folder.appendingPathComponent("out.parquet")
    let report = try Parquet.write(rows, to: file, options: ParquetOptions(compression: .none))
    XCTAssertEqual(report.rowCount, 2)
    let data = try Data(contentsOf: file)
    // In the footer, a name follows its length.
    func count(_ name: String) -> Int {
      let bytes = Data([UInt8(name.utf8.count)]) + Data(name.utf8)
      let footer = data.suffix(
        8 + Int(data.dropLast(4).suffix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }))
      return footer.indices.count { footer[$0...].starts(with: bytes) }
    }
    // The column of names is in the schema, and in the path of its chunk; the group, also in
    // the path of its column, and as the greatest name in the statistics.
    XCTAssertEqual(count("case__"), 2)
    XCTAssertEqual(count("case_"), 3)
  }

  func testJSONOfCases() throws {
    for (value, text) in [
      (Branch.leaf(case: 5, case_: 6), #"{"case__":"leaf","case":5,"case_":6}"#),
      (.none, #"{"case":"none"}"#),
    ] {
      XCTAssertEqual(try CellText.text(of: ArchiveNode(encoding: value)), text)
    }
  }
}
