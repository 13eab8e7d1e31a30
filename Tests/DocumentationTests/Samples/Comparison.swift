import ColumnArchives
import Foundation
import StructCoding

final class ComparisonSampleTests: PageTests {
  // SAMPLE evolution declarations

  func testEvolution() throws {
    // SAMPLE evolution statements
    // OUTPUT evolution
  }

  // SAMPLE both declarations

  func testBoth() throws {
    // SAMPLE both statements
    // OUTPUT both
  }
}
