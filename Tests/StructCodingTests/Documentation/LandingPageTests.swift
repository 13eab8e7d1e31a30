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

  @Archivable
  struct Session: Equatable {
    var startTime: Date
    var endTime: Date?
    var events: [Event] = []
  }

  // END

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // LANDING program
    let now = Date.now
    let sessions = [
      Session(startTime: now, endTime: now + 90, events: [Event(timeStamp: now + 2, eventTag: "open")]),
      Session(startTime: now + 600),
    ]
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
