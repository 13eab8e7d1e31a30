import ArchiveBytes
import XCTest

final class NearestNameTests: XCTestCase {
  private let names = ["latitude", "longitude", "location", "id", "tag", "tags"]

  func testSlips() {
    XCTAssertEqual(nearestName(to: "latitud", among: names), "latitude")
    XCTAssertEqual(nearestName(to: "lattitude", among: names), "latitude")
    XCTAssertEqual(nearestName(to: "lontigude", among: names), "longitude")
    XCTAssertEqual(nearestName(to: "Location", among: names), "location")
    XCTAssertEqual(nearestName(to: "di", among: names), "id")
    XCTAssertEqual(nearestName(to: "tag", among: names), "tags", "the name itself is no answer")
    XCTAssertEqual(nearestName(to: "tgas", among: names), "tags")
  }

  func testNothingNear() {
    XCTAssertNil(nearestName(to: "altogether different", among: names))
    XCTAssertNil(nearestName(to: "", among: names))
    XCTAssertNil(nearestName(to: "xyz", among: ["abc", ""]))
    XCTAssertNil(nearestName(to: "latitude", among: [String]()))
  }

  func testTies() {
    XCTAssertEqual(nearestName(to: "cat", among: ["rat", "bat", "hat"]), "bat")
    XCTAssertEqual(nearestName(to: "cat", among: ["cart", "CAT"]), "CAT")
  }

  /// Names from a hostile archive cost nothing.
  func testLongNames() {
    let long = String(repeating: "a", count: 1_000_000)
    XCTAssertNil(nearestName(to: long, among: [long + "b"]))
    XCTAssertNil(nearestName(to: "a", among: [long]))
    // One character of a million code points.
    XCTAssertNil(nearestName(to: "a", among: ["e" + String(repeating: "\u{301}", count: 1_000_000)]))
  }
}
