import ColumnArchives
import Foundation
import StructCoding
import XCTest

// SAMPLE reading

final class ByHandSampleTests: PageTests {
  func testHandWrittenConformance() throws {
    let values = [Reading(sensor: "north", value: 4)]
    XCTAssertEqual(try KeyedArchive.decode([Reading].self, from: KeyedArchive.encode(values)), values)
    let object = try KeyedArchive.archivedData(withRootObject: values[0].encoded, requiringSecureCoding: true)
    XCTAssertEqual(
      try KeyedArchive.unarchivedObject(ofClass: Reading.Coding.self, from: object)?.decoded, values[0])
    XCTAssertEqual(try ColumnArchive.decode([Reading].self, from: ColumnArchive.encode(values)), values)
  }
}

extension Reading: Equatable {}
