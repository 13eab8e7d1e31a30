import Foundation
import StructCoding
import XCTest

/// The first page of the documentation, whose code is compiled here.
private enum LandingPage {
  // LANDING program
  @Archivable
  struct Event: Equatable {
    var timeStamp: Date
    var eventTag: String
  }
  // END

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // LANDING program
    let events = [Event(timeStamp: .now, eventTag: "open")]
    let keyed = try KeyedArchive.encode(events)
    let columns = try ColumnArchive.encode(events)
    print(try KeyedArchive.decode([Event].self, from: keyed) == events)
    print(try ColumnArchive.decode([Event].self, from: columns) == events)
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
