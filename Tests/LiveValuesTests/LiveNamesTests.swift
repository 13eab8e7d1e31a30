import Foundation
import StructCoding
import XCTest

@testable import LiveValues

/// Properties by name: what key-value coding and observing do on Apple platforms.
final class LiveNamesTests: XCTestCase {
  private let live = LiveValue(Employee(firstName: "Ada", lastName: "Byron"))

  private func names(_ change: (inout Employee) -> Void) -> [String] {
    let old = live.value
    var new = old
    change(&new)
    return live.properties.names(changedFrom: old, to: new)
  }

  func testChangedNames() {
    XCTAssertEqual(names { _ in }, [])
    XCTAssertEqual(names { $0.firstName = "Augusta" }, ["given", "badge", "fullName"])
    XCTAssertEqual(names { $0.nickname = "Enchantress" }, ["nickname"])
    XCTAssertEqual(names { $0.salary = 1 }, ["salary"], "isRich stays as it is")
    XCTAssertEqual(names { $0.salary = 2_000_000 }, ["salary", "isRich"])
    XCTAssertEqual(
      names {
        $0.fullName = "Augusta King"
        $0.nickname = "x"
      }, ["given", "lastName", "nickname", "badge", "fullName"])
    // Both names change, the full name does not.
    XCTAssertEqual(
      names { ($0.firstName, $0.lastName) = ("Ada Byron", "") }, ["given", "lastName", "badge", "fullName"])
    let same = Employee(firstName: "Ada B", lastName: "C")
    XCTAssertEqual(
      live.properties.names(changedFrom: same, to: Employee(firstName: "Ada", lastName: "B C")),
      ["given", "lastName"])
  }

  func testReadingAndSetting() throws {
    XCTAssertEqual(live.nameAccessor("given")?.get() as? String, "Ada")
    XCTAssertEqual(live.nameAccessor("badge")?.get() as? String, "#9: Ada Byron")
    XCTAssertNil(try XCTUnwrap(live.nameAccessor("nickname")).get())
    XCTAssertNil(live.nameAccessor("firstName"), "the stored name counts")
    XCTAssertNil(live.nameAccessor("badge")?.set)
    let log = Log()
    let token = live.observe(\.fullName, onChange: log.note("fullName"))
    XCTAssertEqual(live.nameAccessor("given")?.set?("Augusta"), true)
    XCTAssertEqual(live.nameAccessor("fullName")?.set?("Augusta King"), true)
    XCTAssertEqual(live.nameAccessor("nickname")?.set?("x"), true)
    XCTAssertEqual(live.nickname, "x")
    XCTAssertEqual(live.nameAccessor("nickname")?.set?(nil), true)
    XCTAssertNil(live.nickname)
    XCTAssertEqual(live.nameAccessor("given")?.set?(3), false)
    XCTAssertEqual(live.nameAccessor("given")?.set?(nil), false)
    XCTAssertEqual(live.value, Employee(firstName: "Augusta", lastName: "King"))
    XCTAssertEqual(
      log.lines, ["fullName: Ada Byron, Augusta Byron", "fullName: Augusta Byron, Augusta King"])
    withExtendedLifetime(token) {}
  }

  /// A property that is stored flat is one as well as its fields are.
  func testCompositions() throws {
    let shop = LiveValue(Shop())
    var new = shop.value
    new.place.city = "Paris"
    XCTAssertEqual(shop.properties.names(changedFrom: shop.value, to: new), ["site", "label"])
    new = shop.value
    new.place.street = "Rue"
    XCTAssertEqual(shop.properties.names(changedFrom: shop.value, to: new), ["site"])
    new = shop.value
    new.name = "Shop"
    XCTAssertEqual(shop.properties.names(changedFrom: shop.value, to: new), ["name", "label"])
    XCTAssertEqual(shop.nameAccessor("site")?.set?(Shop.Place(city: "Rome")), true)
    XCTAssertEqual(shop.nameAccessor("site")?.get() as? Shop.Place, Shop.Place(city: "Rome"))
    XCTAssertNil(shop.nameAccessor("place"))
  }

  func testNoRecord() {
    let person = LiveValue(Person(firstName: "Ada", lastName: "Byron"))
    XCTAssertNil(person.nameAccessor("firstName"))
    XCTAssertEqual(
      person.properties.names(changedFrom: person.value, to: Person(firstName: "", lastName: "")), [])
  }
}
