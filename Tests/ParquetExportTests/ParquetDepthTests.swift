import ArchiveTestSupport
import ColumnArchives
import ParquetExport
import StructCoding
import XCTest

@Archivable
struct Note {
  var content: ArchiveNode
}

/// Nodes in nodes become text, or an error where the stack ends: never a crash.
final class ParquetDepthTests: FolderTestCase {
  func testNodesInNodes() throws {
    let file = folder.appendingPathComponent("deep.parquet")
    var counts = (written: 0, refused: 0)
    for depth in [10, 400, 2_000, 8_000] {
      let limits = ArchiveLimits(maximumDepth: .max)
      let data = try onThread(stackSize: 512 << 20) {
        var node: ArchiveNode = "leaf"
        for level in 0..<depth { node = level % 2 == 0 ? [node] : ["key": node] }
        return try ColumnArchive.encode([Note(content: node)], options: .init(limits: limits))
      }
      for stackSize in [256 << 10, 1 << 20, 64 << 20] {
        let count = try onThread(stackSize: stackSize) { () -> Int? in
          do {
            return try Parquet.write(ColumnArchive(data, options: .init(limits: limits)), to: file)
              .rowCount
          } catch let error as ArchiveError where error.code == .limitExceeded {
            return nil
          }
        }
        if count == 1 { counts.written += 1 } else { counts.refused += 1 }
      }
    }
    XCTAssertGreaterThan(counts.written, 4)
    XCTAssertGreaterThan(counts.refused, 0)
  }
}
