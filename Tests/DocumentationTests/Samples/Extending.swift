import ArchiveDocuments
import ColumnArchives
import Foundation
import StructCoding

// At the top level, since generated code names the transformer from an extension of `Product`.
// SAMPLE transformer declarations

final class ExtendingSampleTests: PageTests {
  func testTransformer() throws {
    // SAMPLE transformer statements
    // OUTPUT transformer
  }
}
