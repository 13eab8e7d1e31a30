import ArchiveDocuments
import ColumnArchives
import Foundation
import StructCoding
import XCTest

@testable import archive

/// What is shown of an archive: bounded, level by level, and of a column archive read no further.
final class OutlineTests: XCTestCase {
  private func names(_ outline: Outline, below number: Int = 0) -> [String] {
    outline.entries[outline.entries[number].children].map(\.name)
  }

  private func entry(_ outline: Outline, _ path: String...) throws -> Outline.Entry {
    var entry = outline.entries[0]
    for name in path {
      entry = try XCTUnwrap(outline.entries[entry.children].first { $0.name == name }, name)
    }
    return entry
  }

  func testEntriesStandLevelByLevel() throws {
    let node: ArchiveNode = ["a": [1, 2, 3], "b": ["c": "text"]]
    let outline = Outline(of: node)
    XCTAssertEqual(outline.entries.map(\.name), ["", "a", "b", "0", "1", "2", "c"])
    XCTAssertEqual(outline.entries.map(\.kind).prefix(3), ["dictionary", "array", "dictionary"])
    XCTAssertEqual(try entry(outline, "b", "c").text, "text")
    XCTAssertEqual(outline.entries[1].children, 3..<6)
  }

  func testLimits() throws {
    let node: ArchiveNode = .array((0..<1_000).map { .array([.string(String(repeating: "é", count: $0))]) })
    let outline = Outline(
      of: node, options: .init(depthLimit: 2, elementLimit: 100, textLimit: 5, entryLimit: 150))
    XCTAssertEqual(outline.entries.count, 150)
    XCTAssertEqual(outline.entries[0].partCount, 1_000)
    XCTAssertEqual(outline.entries[0].omittedCount, 900)
    XCTAssertEqual(try entry(outline, "10", "0").text, "ééééé…")
    XCTAssertEqual(Outline(of: node, options: .init(depthLimit: 0)).entries.count, 1)
    // Fields are no elements.
    let record: ArchiveNode = .record(ArchiveNode.Fields(className: "Point", ["x": 1, "y": 2]))
    XCTAssertEqual(Outline(of: record, options: .init(elementLimit: 1)).entries.count, 3)
  }

  func testCyclesAreShownOnce() throws {
    let node = ArchiveNode.graph(
      ArchiveGraph(
        root: .reference(0),
        objects: [
          .object("Person", ["name": "Ann", "friends": [.reference(1), .reference(0)]]),
          .object("Person", ["name": "Bob", "friends": [.reference(0)]]),
        ]))
    for data in [try KeyedArchive.encode(node), try ColumnArchive.encode(node)] {
      let outline = try ArchiveInspection(data).outline()
      XCTAssertEqual(try entry(outline, "name").text, "Ann")
      XCTAssertEqual(try entry(outline, "friends", "0", "name").text, "Bob")
      XCTAssertEqual(try entry(outline, "friends", "1").shownAt, 0)
      XCTAssertEqual(try entry(outline, "friends", "0", "friends", "0").shownAt, 0)
    }
  }

  func testKeysThatAreObjectsAreNames() throws {
    let outline = try ArchiveInspection(KeyedArchive.encode(["a key": 1])).outline()
    XCTAssertEqual(names(outline), ["a key"])
    let numbers = try ArchiveInspection(KeyedArchive.encode([7: "seven"])).outline()
    XCTAssertEqual(names(numbers), ["7"])
  }

  func testSharedLeavesAreShownAtEachPlace() throws {
    let outline = try ArchiveInspection(KeyedArchive.encode(["same text", "same text"])).outline()
    XCTAssertEqual(outline.entries.map(\.text), ["", "same text", "same text"])
    XCTAssertEqual(outline.entries.map(\.shownAt), [nil, nil, nil])
    XCTAssertEqual(outline.entries[1].object, outline.entries[2].object)
  }

  func testOfColumnArchivesTheBeginningIsTheSameAsOfTheWhole() throws {
    let parts = (0..<500).map { number in
      ToolSession(
        startTime: Date(timeIntervalSinceReferenceDate: 0), device: "part \(number)",
        counts: Dictionary(uniqueKeysWithValues: (0..<(number % 11)).map { ("key \($0)", $0) }),
        events: ToolSession.samples(1, eventCount: number % 50)[0].events)
    }
    for batchCount in [3, 100, 4_096] {
      let data = try ColumnArchive.encode(parts, options: .init(batchSize: batchCount))
      for limit in [1, 4, 10, 100] {
        let options = Outline.Options(depthLimit: 8, elementLimit: limit, entryLimit: 100_000)
        let inspection = try ArchiveInspection(data)
        XCTAssertEqual(
          try inspection.outline(options: options),
          Outline(of: try inspection.node(), options: options),
          "\(limit) of batches of \(batchCount)")
      }
    }
    // One value with long collections.
    let data = try ColumnArchive.encode(ToolSession.samples(1, eventCount: 100_000)[0])
    let outline = try ArchiveInspection(data).outline()
    XCTAssertEqual(try entry(outline, "events").partCount, 100_000)
    XCTAssertEqual(names(outline, below: 4), (0..<20).map(String.init))
  }

  func testWhatIsNotShownOfAColumnArchiveIsNotRead() throws {
    let parts = (0..<100).map { number in
      ToolSession(startTime: Date(), device: "part \(number)", counts: [:], events: [])
    }
    var data = try ColumnArchive.encode(parts, options: .init(batchSize: 10))
    // A text in the last batch is no UTF-8.
    let place = try XCTUnwrap(data.range(of: Data("part 99".utf8)))
    data[place.lowerBound] = 0xFF
    let inspection = try ArchiveInspection(data)
    XCTAssertEqual(try inspection.outline().entries[0].partCount, 100)
    XCTAssertEqual(try inspection.parts().first?.count, 100)
    var passed: [Int] = []
    XCTAssertThrowsError(try inspection.verify { passed.append($0) }) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, .damaged)
    }
    XCTAssertEqual(passed.count, 9)
    XCTAssertEqual(passed, passed.sorted())
  }
}
