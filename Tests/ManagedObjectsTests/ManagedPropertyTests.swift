import Foundation
import ManagedObjects
import StructCoding
import XCTest

final class ManagedPropertyTests: XCTestCase {
  func testValuesAreStoredInTheirAttributes() throws {
    let item = Item()
    item.rating = 4.5
    XCTAssertEqual(item.values["rating"] as? Double, 4.5)
    item.priority = .high
    XCTAssertEqual(item.values["kind_raw"] as? Int64, 1)
    item.tags = ["a", "b"]
    XCTAssertEqual(item.values["tags"] as? String, "a,b")
    item.location = GeoPoint(latitude: 52.5, longitude: 13.4)
    XCTAssertEqual(item.values["location"] as? [String: Double], ["lat": 52.5, "longitude": 13.4])
    item.session = Session(title: "Run", samples: [1, 2])
    XCTAssertEqual(
      try KeyedArchive.decode(Session.self, from: XCTUnwrap(item.values["session"] as? Data)), item.session)
    item.fullName = "Ada Byron"
    XCTAssertEqual(item.values["first"] as? String, "Ada")
    XCTAssertEqual(item.fullName, "Ada Byron")
    XCTAssertEqual(item.computations, 1)
  }
}
