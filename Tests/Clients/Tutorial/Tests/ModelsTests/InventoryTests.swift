import ColumnArchives
import Models
import StructCoding
import XCTest

final class InventoryTests: XCTestCase {
  func testIdentity() throws {
    let desk = Device(name: "desk")
    desk.plug(Device(name: "camera"))
    let inventory = Inventory(devices: [desk, desk.parts[0]], current: desk)

    for copy in [
      try KeyedArchive.decode(Inventory.self, from: KeyedArchive.encode(inventory)),
      try ColumnArchive.decode(Inventory.self, from: ColumnArchive.encode(inventory)),
    ] {
      XCTAssertEqual(copy.devices.map(\.name), ["desk", "camera"])
      XCTAssertTrue(copy.current === copy.devices[0])
      XCTAssertTrue(copy.devices[0].parts[0] === copy.devices[1])
      XCTAssertTrue(copy.devices[1].host === copy.current)
    }
  }
}
