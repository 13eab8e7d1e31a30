import ArchiveDocuments
import ColumnArchives
import Foundation
import ParquetExport
import StructCoding
import XCTest

final class ParquetExportSampleTests: PageTests {
  // SAMPLE types

  /// The page from top to bottom: the engines read what the samples write, and the last sample what an engine wrote.
  func testFromLogsToAnEngine() throws {
    // SAMPLE logs
    // SAMPLE export
    // OUTPUT export
    let scripts = try EngineScript.scripts(of: "ParquetExport.md") + EngineScript.scripts(of: "Engines.md")
    XCTAssertEqual(scripts.count, 5)
    var missing: [String] = []
    for script in scripts {
      if let reason = try script.check(in: folder) { missing.append(reason) }
    }
    if FileManager.default.fileExists(atPath: folder.appendingPathComponent("slow.jsonl").path) {
      // SAMPLE back
      // OUTPUT back
    } else {
      missing.append("nothing was written that could be read back")
    }
    if !missing.isEmpty { throw XCTSkip(missing.joined(separator: "; ")) }
  }
}
