import ColumnArchives
import Foundation
import StructCoding
import XCTest

final class ObjectsSampleTests: PageTests {
  // SAMPLE folder declarations

  func testFolder() throws {
    // SAMPLE folder statements
    // OUTPUT folder
  }

  // SAMPLE steps declarations

  func testSteps() throws {
    // SAMPLE steps statements
    // OUTPUT steps
  }

  // SAMPLE hierarchy declarations

  func testHierarchy() throws {
    // SAMPLE hierarchy statements
    // OUTPUT hierarchy
  }

  // SAMPLE byhand

  @ArchivableObject(className: "Hub")
  final class Hub {
    var sensors: [Sensor] = []

    init() {}
  }

  func testHandWrittenClasses() throws {
    let hub = Hub()
    let sensor = Sensor(name: "north")
    sensor.hub = hub
    hub.sensors = [sensor, Sensor(name: "south")]
    for copy in [
      try KeyedArchive.decode(Hub.self, from: KeyedArchive.encode(hub)),
      try ColumnArchive.decode(Hub.self, from: ColumnArchive.encode(hub)),
    ] {
      XCTAssertEqual(copy.sensors.map(\.name), ["north", "south"])
      XCTAssertTrue(copy.sensors[0].hub === copy)
    }
  }
}
