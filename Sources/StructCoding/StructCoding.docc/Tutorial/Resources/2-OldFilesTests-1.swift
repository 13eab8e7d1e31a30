import ColumnArchives
import Models
import StructCoding
import XCTest

final class OldFilesTests: XCTestCase {
  private func fixture(_ name: String, _ type: String) throws -> Data {
    let url = Bundle.module.url(forResource: name, withExtension: type, subdirectory: "Fixtures")
    return try Data(contentsOf: XCTUnwrap(url))
  }

  /// The sessions of every version are read from both formats.
  func testFixtures() throws {
    for version in 1...1 {
      let keyed = try fixture("sessions-\(version)", "plist")
      XCTAssertEqual(try KeyedArchive.decode([Session].self, from: keyed), Session.samples)
      let columns = try fixture("sessions-\(version)", "columns")
      XCTAssertEqual(try ColumnArchive.decode([Session].self, from: columns), Session.samples)
    }
  }
}
