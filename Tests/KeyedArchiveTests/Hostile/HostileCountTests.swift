import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Counts and references that do not fit the objects that are there.
final class HostileCountTests: HostileTableTestCase {
  // MARK: Counts

  /// Counts of 2^60 - 1, of eight bytes and of an integer type that does not exist, for every kind of object.
  func testCountsWithoutBytes() {
    let huge: [UInt8] = [0x13, 0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    for count in [
      huge, [0x13] + [UInt8](repeating: 0xFF, count: 8), [0x12, 0x7F, 0xFF, 0xFF, 0xFF], [0x14, 0], [0x50],
      [0x10],
    ] {
      func bomb(_ kind: UInt8) -> Item { .raw([kind] + count) }
      for kind: UInt8 in [0xAF, 0xCF, 0xDF] {
        assertThrowsAny {
          try self.decode(
            [Int].self, [.null, .record(class: 2, ["NS.objects": bomb(kind)]), .classRecord("NSArray")])
        }
        assertThrowsAny {
          try self.decode(
            Set<Int>.self, [.null, .record(class: 2, ["NS.objects": bomb(kind)]), .classRecord("NSSet")])
        }
        assertThrowsAny {
          try self.decode(
            [Int: Int].self,
            [
              .null, .record(class: 2, ["NS.keys": bomb(kind), "NS.objects": bomb(kind)]),
              .classRecord("NSDictionary"),
            ])
        }
        assertThrowsAny {
          try self.unarchive(
            [.null, .record(class: 2, ["NS.objects": bomb(kind)]), .classRecord("NSArray")], [NSArray.self])
        }
        assertThrowsAny { try self.decode([Int].self, [.null, bomb(kind)]) }
        assertThrowsAny { try self.decode(Event.self, [.null, bomb(kind)]) }
      }
      assertThrowsAny { try self.decode(String.self, [.null, bomb(0x5F)]) }
      assertThrowsAny { try self.decode(String.self, [.null, bomb(0x6F)]) }
      assertThrowsAny { try self.decode(Data.self, [.null, bomb(0x4F)]) }
      assertThrowsAny { try self.unarchive([.null, bomb(0x4F)], [NSData.self]) }
    }
  }

  private func assertThrowsAny<Result>(line: UInt = #line, _ body: () throws -> Result) {
    do {
      let result = try body()
      XCTFail("gives \(brief(result))", line: line)
    } catch let error as ArchiveError {
      XCTAssertTrue([.malformed, .truncated, .typeMismatch].contains(error.code), "\(error)", line: line)
    } catch {
      XCTFail("\(type(of: error)) escaped: \(error)", line: line)
    }
  }

  func testMoreKeysThanValues() {
    for (keys, values) in [(3, 2), (2, 3), (1, 0), (0, 1)] {
      let objects: [Item] = [
        .null,
        .record(
          class: 2,
          [
            "NS.keys": .array((0..<keys).map { .uid(3 + UInt64($0)) }),
            "NS.objects": .array((0..<values).map { .uid(3 + UInt64($0)) }),
          ]), .classRecord("NSDictionary"), .integer(1), .integer(2), .integer(3),
      ]
      assertThrows(.malformed, saying: "a value for each of \(keys) keys", "\(values) values") {
        try decode([Int: Int].self, objects)
      }
      assertThrows(.malformed) { try unarchive(objects, [NSDictionary.self, NSNumber.self]) }
    }
  }

  func testDuplicates() {
    let entries: [Item] = [
      .null,
      .record(class: 2, ["NS.keys": .array([.uid(3), .uid(3)]), "NS.objects": .array([.uid(3), .uid(3)])]),
      .classRecord("NSDictionary"), .integer(7),
    ]
    assertThrows(.invalidValue, saying: "a second 7", "distinct keys") {
      try decode([Int: Int].self, entries)
    }
    let elements: [Item] = [
      .null, .record(class: 2, ["NS.objects": .array([.uid(3), .uid(3)])]), .classRecord("NSSet"),
      .integer(7),
    ]
    assertThrows(.invalidValue, saying: "a second 7") { try decode(Set<Int>.self, elements) }
    XCTAssertEqual(
      try unarchive(elements, [NSSet.self, NSNumber.self]) as? NSSet, NSSet(object: 7 as NSNumber))
    // One field twice: the last one counts, as in Foundation's reader.
    let twice = Item.dictionary([
      (.string("x"), .integer(1)), (.string("y"), .integer(2)), (.string("x"), .integer(3)),
      (.string("$class"), .uid(2)),
    ])
    XCTAssertEqual(try decode(Point.self, [.null, twice, .classRecord("Test_Point")]), Point(x: 3, y: 2))
  }

  func testKeysThatAreNoStrings() {
    for key: Item in [.integer(1), .data([1]), .uid(0), .array([]), .raw([0x09])] {
      let odd = Item.dictionary([(key, .integer(1)), (.string("$class"), .uid(2))])
      assertThrows(.malformed, saying: "a string as a key") {
        try decode(Point.self, [.null, odd, .classRecord("Test_Point")])
      }
      assertThrows(.malformed) {
        try unarchive([.null, odd, .classRecord("Test_Point")], [Point.Coding.self])
      }
      var builder = PlistBuilder([.null])
      builder.top = .dictionary([(key, .uid(0))])
      assertThrows(.malformed, saying: "a string as a key") { try KeyedArchive(builder.data()) }
    }
  }

  // MARK: References

  func testUIDs() {
    for uid: UInt64 in [3, 0xFF, 0xFFFF, 1 << 32, 1 << 63, .max] {
      assertThrows(.malformed, at: "[0]", saying: "a reference to one of 3 objects") {
        try decode([Int].self, [.null, array([uid]), .classRecord("NSArray")])
      }
      assertThrows(.malformed) {
        try decode([Int].self, [.null, .record(class: uid, ["NS.objects": .array([])]), .null])
      }
    }
    // UIDs of nine and of sixteen bytes.
    for size: UInt8 in [9, 16] {
      assertThrows(.malformed, saying: "a UID of 1 to 8 bytes") {
        try decode(
          [Int].self,
          [
            .null,
            .record(
              class: 2,
              ["NS.objects": .array([.raw([0x80 | (size - 1)] + [UInt8](repeating: 0, count: Int(size)))])]),
            .classRecord("NSArray"),
          ])
      }
    }
    // A UID where a UID leads: not followed twice.
    assertThrows(.typeMismatch, saying: "a reference") { try decode(Int.self, [.null, .uid(1)]) }
    assertThrows(.malformed) { try unarchive([.null, .uid(1)], [NSNumber.self]) }
  }

  func testReferencesPastTheTable() {
    for reference: UInt64 in [200, 255] {
      assertThrows(.malformed, saying: "an object below") {
        try decode(
          [Int].self,
          [
            .null, .record(class: 2, ["NS.objects": .array([.reference(reference)])]),
            .classRecord("NSArray"),
          ])
      }
    }
  }
}
