import ArchiveDocuments
import ColumnArchives
import Foundation
import StructCoding
import XCTest

/// Archives of other schemas than the type's, one after another: what was found out about one is kept for the next.
final class KeptPlanTests: XCTestCase {
  private let old = (0..<300).map { OldTrip(name: "trip \($0)", place: .init(x: $0, y: -$0), mode: .walk) }
  private var expected: [NewTrip] {
    old.map { NewTrip(title: $0.name, place: $0.place, mode: .walk, count: nil) }
  }

  func testManyArchivesOfTwoSchemas() throws {
    let archives = try [
      ColumnArchive.encode(old), ColumnArchive.encode(ArchiveNode(encoding: old)),
      ColumnArchive.encode(old, options: .init(batchSize: 7)),
    ]
    let longer = try ColumnArchive.encode(old + old)
    for round in 0..<12 {
      XCTAssertEqual(
        try ColumnArchive.decode([NewTrip].self, from: archives[round % 3]), expected, "\(round)")
      XCTAssertEqual(
        try ColumnArchive(archives[round % 2]).elements(of: NewTrip.self, in: 5..<9), Array(expected[5..<9]))
      XCTAssertEqual(try ColumnArchive.decode([NewTrip].self, from: longer), expected + expected)
    }
  }

  /// A damaged archive, or one that is read with other limits, gets nothing from the one before.
  func testOtherArchivesWithTheHeader() throws {
    let data = try ColumnArchive.encode(old)
    XCTAssertEqual(try ColumnArchive.decode([NewTrip].self, from: data), expected)
    var damaged = data
    damaged[20] ^= 1
    XCTAssertThrowsError(try ColumnArchive.decode([NewTrip].self, from: damaged))
    for count in [6, 30, data.count / 2] {
      XCTAssertThrowsError(try ColumnArchive.decode([NewTrip].self, from: data.prefix(count)))
    }
    var shallow = ColumnArchive.DecodingOptions()
    shallow.limits.maximumDepth = 1
    XCTAssertThrowsError(try ColumnArchive.decode([NewTrip].self, from: data, options: shallow)) {
      XCTAssertEqual(($0 as? ArchiveError)?.code, .limitExceeded)
    }
    XCTAssertEqual(try ColumnArchive.decode([NewTrip].self, from: data), expected)
  }

  func testManyThreads() throws {
    let archives = try [ColumnArchive.encode(old), ColumnArchive.encode(ArchiveNode(encoding: old))]
    let expected = expected
    DispatchQueue.concurrentPerform(iterations: 40) { number in
      XCTAssertEqual(try? ColumnArchive.decode([NewTrip].self, from: archives[number % 2]), expected)
    }
  }
}

@Archivable(className: "Column_PlannedPlace")
struct PlannedPlace: Hashable {
  var x: Int
  var y: Int
}

@Archivable(className: "Column_PlannedMode")
enum PlannedMode: Hashable { case walk, car }

@Archivable(className: "Column_PlannedTrip")
private struct OldTrip: Hashable {
  var name: String
  var place: PlannedPlace
  var mode: PlannedMode
}

@Archivable(className: "Column_PlannedTrip")
private struct NewTrip: Hashable {
  @Stored(formerly: "name") var title: String
  var place: PlannedPlace
  var mode: PlannedMode
  var count: Int?
}
