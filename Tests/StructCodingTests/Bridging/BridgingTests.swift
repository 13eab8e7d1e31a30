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

  func testKeysThatAreStructs() {
    let names = [events[0]: "a", events[1]: "b"]
    let keys: [Event.Coding: String] = names.encoded
    XCTAssertEqual(keys[events[0].encoded], "a")
    XCTAssertEqual(keys.decoded, names)
    let both: [Event.Coding: Event.Coding] = [events[0]: events[1], events[2]: events[2]].encoded
    XCTAssertEqual(both[events[2].encoded]?.decoded, events[2])
    XCTAssertEqual(both.decoded, [events[0]: events[1], events[2]: events[2]])
    XCTAssertEqual(([:] as [Event: Int]).encoded.decoded, [:])
  }

  /// Foundation's collections find an object by the value in it.
  func testFoundationCollections() throws {
    let set = NSSet(set: Set(places).encoded)
    XCTAssertTrue(set.contains(places[1].encoded))
    XCTAssertFalse(set.contains(KeyPlace(x: 3, y: 3).encoded))
    XCTAssertEqual(NSMutableSet(array: (places + places).encoded).count, 3)
    XCTAssertEqual(Set(try set.decoded(as: KeyPlace.self)), Set(places))
    XCTAssertTrue(set.isEqual(NSSet(array: places.reversed().encoded)))

    let names = NSDictionary(dictionary: [places[0]: "a", places[2]: "c"].encoded)
    XCTAssertEqual(names[places[2].encoded] as? String, "c")
    XCTAssertNil(names[places[1].encoded])
    XCTAssertEqual((names as? [KeyPlace.Coding: String])?.decoded, [places[0]: "a", places[2]: "c"])
    let changing = NSMutableDictionary()
    changing[places[0].encoded] = 1
    changing[KeyPlace(x: 0, y: 1).encoded] = 2
    XCTAssertEqual(changing.count, 1)
    XCTAssertEqual(changing[places[0].encoded] as? Int, 2)
  }

  func testFoundationCollectionsInArchives() throws {
    let names = [places[0]: "a", places[2]: "c"]
    let dictionary = NSDictionary(dictionary: names.encoded)
    let data = try KeyedArchive.archivedData(withRootObject: dictionary, requiringSecureCoding: true)
    let back = try KeyedArchive.unarchivedDictionary(
      ofKeyClass: KeyPlace.Coding.self, objectClass: NSString.self, from: data)
    XCTAssertEqual(back?.decoded, names.mapValues { $0 as NSString })
    // A Swift dictionary reads it, and Foundation's reads that of a Swift dictionary.
    XCTAssertEqual(try KeyedArchive.decode([KeyPlace: String].self, from: data), names)
    let values = try KeyedArchive.unarchivedDictionary(
      ofKeyClass: KeyPlace.Coding.self, objectClass: KeyPlace.Coding.self,
      from: KeyedArchive.encode([places[0]: places[1]]))
    XCTAssertEqual(values?.decoded, [places[0]: places[1]])

    let set = try KeyedArchive.archivedData(
      withRootObject: NSSet(set: Set(places).encoded), requiringSecureCoding: true)
    XCTAssertEqual(try KeyedArchive.decode(Set<KeyPlace>.self, from: set), Set(places))
    let object = try KeyedArchive.unarchivedObject(ofClasses: [NSSet.self, KeyPlace.Coding.self], from: set)
    XCTAssertEqual(Set(try XCTUnwrap(object as? NSSet).decoded(as: KeyPlace.self)), Set(places))
  }

  private let places = [KeyPlace(x: 0, y: 1), KeyPlace(x: 1, y: 0), KeyPlace(x: 1, y: 1)]

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
          + "compactDecoded(as:) leaves such elements out.")
    }
    XCTAssertEqual(mixed.compactDecoded(as: Event.self), [events[0], events[2]])
  }
}

@Archivable(className: "Bridging_KeyPlace")
private struct KeyPlace: Hashable {
  var x: Int
  var y: Int
}
