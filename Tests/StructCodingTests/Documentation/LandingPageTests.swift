import Foundation
import StructCoding
import XCTest

/// The first page of the documentation, whose code is compiled here.
private enum LandingPage {
  // LANDING program
  @Archivable
  struct Session: Equatable {
    var startTime: Date
    var endTime: Date?
  }

  // END

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // LANDING program
    let sessions = [Session(startTime: .now), Session(startTime: .now, endTime: .now)]
    let keyed = try KeyedArchive.encode(sessions)
    let columns = try ColumnArchive.encode(sessions)
    print(try KeyedArchive.decode([Session].self, from: keyed) == sessions)
    print(try ColumnArchive.decode([Session].self, from: columns) == sessions)
    // END
    return printed.lines
  }
}

final class LandingPageTests: XCTestCase {
  func testTheProgramIsCompiledAndPrintsWhatThePageSays() throws {
    let page = try Readme("Sources/StructCoding/StructCoding.docc/StructCoding.md")
    XCTAssertEqual(page.codeBlocks, Array(try Readme.compiledBlocks(after: "LANDING").values))
    XCTAssertEqual(page.textBlocks, [try LandingPage.run()])
  }
}
