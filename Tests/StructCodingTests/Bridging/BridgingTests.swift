import ArchiveBytes
import ArchiveValues
import Foundation
import StructCoding
import XCTest

final class BridgingTests: XCTestCase {
  private let events = [Event("a"), Event("b", .scroll), Event("c", mark: .spot(x: 1, y: nil))]

  func testOneAndMany() {
    let boxes: [Event.Coding] = events.encoded
    XCTAssertEqual(boxes.map(\.decoded), events)
    XCTAssertEqual(boxes.decoded, events)
    XCTAssertEqual(events[0].encoded.decoded, events[0])
    XCTAssertEqual(([] as [Event]).encoded, [])
    XCTAssertEqual(events.dropFirst().encoded.decoded, Array(events.dropFirst()))
  }

  func testOptionals() {
    let none: Event? = nil
    XCTAssertNil(none.encoded)
    XCTAssertNil(none.encoded.decoded)
    let some: Event? = events[1]
    XCTAssertEqual(some.encoded.decoded, events[1])
    XCTAssertEqual(some?.encoded.decoded, events[1])
  }

  func testSetsAndDictionaries() {
    let set: Set<Event.Coding> = Set(events).encoded
    XCTAssertEqual(set.count, 3)
    XCTAssertEqual(set.decoded as Set<Event>, Set(events))
    let dictionary: [String: Event.Coding] = ["x": events[0], "y": events[1]].encoded
    XCTAssertEqual(dictionary.decoded, ["x": events[0], "y": events[1]])
  }

  func testLazy() {
    var made = 0
    let values = events.lazy.map { event -> Event in
      made += 1
      return event
    }
    let boxes = values.encoded
    XCTAssertEqual(made, 0)
    XCTAssertEqual(boxes.first { _ in true }?.decoded, events[0])
    XCTAssertEqual(made, 1)
    XCTAssertEqual(Array(boxes.decoded), events)
  }

  func testUntyped() throws {
    let objects = NSArray(array: events.encoded)
    XCTAssertEqual(try objects.decoded(as: Event.self), events)
    XCTAssertEqual(
      try ([events[0].encoded, events[1]] as [Any]).decoded(as: Event.self), [events[0], events[1]])
    XCTAssertEqual(try ([] as [Any]).decoded(as: Event.self), [])

    let mixed: [Any] = [events[0].encoded, Kind.click.encoded, events[2].encoded, "x"]
    XCTAssertThrowsError(try mixed.decoded(as: Event.self)) { error in
      let error = error as? ArchiveError
      XCTAssertEqual(error?.code, .classMismatch)
      XCTAssertEqual(error?.path, [.index(1)])
      XCTAssertEqual(
        error?.description,
        "Expected a EventTestBox of Event, found a KindTestBox (classMismatch), at [1]. "
          + "decodedDroppingMismatches(as:) leaves such elements out.")
    }
    XCTAssertEqual(mixed.decodedDroppingMismatches(as: Event.self), [events[0], events[2]])
  }
}
