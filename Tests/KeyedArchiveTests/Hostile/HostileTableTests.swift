import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Bombs, circles and depths: small archives whose objects are read again and again.
final class HostileTableTests: HostileTableTestCase {
  // MARK: Bombs

  /// Forty arrays, each of the next one twice: 2^40 leaves in two kilobytes.
  func testSharedArrays() {
    var objects: [Item] = [.null, array([3, 3]), .classRecord("NSArray")]
    for level in 3..<43 { objects.append(array([UInt64(level + 1), UInt64(level + 1)])) }
    objects.append(array([]))
    assertThrows(.limitExceeded, saying: "maximumDecodedSize") {
      try decode(Mesh.self, objects, maximumSize: bombSize)
    }
    assertThrows(.limitExceeded) { try decode([[[[[[[Mesh]]]]]]].self, objects, maximumSize: 1 << 20) }
    // Objects stay shared, but nobody could look into them: `NSArray` on Linux converts all that is in an element.
    assertThrows(.limitExceeded, saying: "maximumDecodedSize") { try unarchiveBomb(objects, [NSArray.self]) }
  }

  func testSharedRecords() {
    var objects: [Item] = [
      .null, .uid(0), .classRecord("NSArray"), .classRecord("Test_Node"), .string("name"),
    ]
    objects[1] = .record(class: 3, ["name": .uid(4), "children": .uid(5)])
    for level in 0..<40 {
      objects.append(array([UInt64(6 + 2 * level), UInt64(6 + 2 * level)]))
      objects.append(.record(class: 3, ["name": .uid(4), "children": .uid(UInt64(7 + 2 * level))]))
    }
    objects.append(array([]))
    assertThrows(.limitExceeded, saying: "maximumDecodedSize") {
      try decode(Node.self, objects, maximumSize: 1 << 20)
    }
    assertThrows(.limitExceeded) { try unarchiveBomb(objects, [Node.Coding.self]) }
  }

  /// One large text, ten thousand times: shared while decoding, and counted each time, for those who go through it.
  func testSharedText() throws {
    let objects: [Item] = [
      .null, array(Array(repeating: 3, count: 10_000)), .classRecord("NSArray"),
      .string(String(repeating: "a", count: 100_000)),
    ]
    XCTAssertEqual(try decode([String].self, objects, maximumSize: 2 << 30).count, 10_000)
    assertThrows(.limitExceeded) { try decode([String].self, objects) }
    assertThrows(.limitExceeded) {
      let data = [
        Item.null, array(Array(repeating: 3, count: 10_000)), .classRecord("NSArray"),
        .data(Array(repeating: 0, count: 100_000)),
      ]
      return try decode([Data].self, data)
    }
  }

  /// Two keys that look alike, each an array of shared arrays: comparing them must not take 2^40 steps.
  func testSharedArraysAsKeys() {
    var objects: [Item] = [
      .null, .uid(0), .classRecord("NSArray"), .classRecord("NSDictionary"), .classRecord("NSSet"),
    ]
    let first = UInt64(objects.count)
    for level in 0..<40 as Range<UInt64> { objects.append(array([first + level + 1, first + level + 1])) }
    objects.append(array([]))
    let second = UInt64(objects.count)
    for level in 0..<40 as Range<UInt64> { objects.append(array([second + level + 1, second + level + 1])) }
    objects.append(array([]))
    objects[1] = .record(
      class: 3, ["NS.keys": .array([.uid(first), .uid(second)]), "NS.objects": .array([.uid(0), .uid(0)])])
    assertThrows(.limitExceeded) { try decode([[Mesh2]: Int?].self, objects, maximumSize: bombSize) }
    assertThrows(.limitExceeded) {
      try unarchiveBomb(objects, [NSDictionary.self, NSArray.self, NSNull.self])
    }
    objects[1] = .record(class: 4, ["NS.objects": .array([.uid(first), .uid(second)])])
    assertThrows(.limitExceeded) { try unarchiveBomb(objects, [NSSet.self, NSArray.self]) }
  }

  private struct Mesh2: ArchiveValue, Hashable {
    var parts: [Mesh2]
    func encodeValue(to encoder: inout some ValueEncoder) throws { try parts.encodeValue(to: &encoder) }
    static func decodeValue(from decoder: inout some ValueDecoder) throws -> Mesh2 {
      Mesh2(parts: try [Mesh2].decodeValue(from: &decoder))
    }
  }

  /// A dictionary of a hundred thousand entries whose keys are all one long string.
  func testOneLongKeyManyTimes() {
    var entries: [(Item, Item)] = [
      (.labelled("key", .string(String(repeating: "k", count: 1 << 20))), .uid(0))
    ]
    for _ in 0..<(Thoroughness.isFull ? 100_000 : 30_000) { entries.append((.label("key"), .reference(0))) }
    let objects: [Item] = [
      .null, .dictionary(entries + [(.string("$class"), .uid(2))]), .classRecord("Test_Event"),
    ]
    assertThrows(.malformed, saying: "keys that differ") { try decode(Event.self, objects) }
    assertThrows(.malformed) { try unarchive(objects, [Event.Coding.self]) }
    assertThrows(.malformed) { try unarchive(objects, [Ticket.self]) }
    var builder = PlistBuilder([.null, .string("a")])
    builder.top = .dictionary(entries)
    assertThrows(.malformed) { try KeyedArchive(builder.data()) }
  }

  /// Every record names a class with a hundred thousand superclasses; only its own name is read.
  func testManySuperclasses() throws {
    let classes =
      [Item.labelled("name", .string("Test_Point"))] + Array(repeating: .label("name"), count: 100_000)
    var objects: [Item] = [.null, .uid(0), .classRecord("NSArray")]
    objects.append(.fields(["$classname": .string("Test_Point"), "$classes": .array(classes)]))
    objects.append(.fields(["$classname": .string("Test_Point"), "$classes": .labelled("all", .array([]))]))
    for number in 0..<2000 {
      objects.append(
        .record(class: UInt64(3 + number % 2), ["x": .integer(Int64(number)), "y": .integer(0)]))
    }
    objects[1] = array((0..<2000).map { 5 + $0 })
    XCTAssertEqual(try decode([Point].self, objects).map(\.x), Array(0..<2000))
    XCTAssertEqual(
      (try unarchive(objects, [NSArray.self, Point.Coding.self]) as? NSArray)?.count, 2000)
  }

  /// Sixty-four large objects that differ in their last key only, read many times in turn.
  func testManyShapes() {
    let count = Thoroughness.isFull ? 4000 : 1500
    let keys = (0..<count).map { Item.labelled("k\($0)", .string("k\($0)")) }
    var objects: [Item] = [.null, .uid(0), .classRecord("NSArray"), .classRecord("Test_Event")]
    for shape in 0..<60 {
      var entries: [(Item, Item)] =
        shape == 0
        ? keys.map { ($0, .reference(0)) } : (0..<count).map { (.label("k\($0)"), .reference(0)) }
      entries += [
        (.string("last\(shape)"), .reference(0)), (.string("timeStamp"), .integer(0)),
        (.string("$class"), .uid(3)),
      ]
      objects.append(.dictionary(entries))
    }
    objects[1] = array((0..<(Thoroughness.isFull ? 40_000 : 3_000)).map { 4 + UInt64($0 * 7 % 60) })
    assertThrows(.typeMismatch) { try decode([Event].self, objects) }
    assertDecodesOrThrows("shapes") { try decode([Sparse].self, objects) }
  }

  private struct Sparse: ForeignRecord {
    static let archiveSchema = ArchiveSchema(className: "Test_Event", fields: ["timeStamp"])
    init(fields decoder: inout some FieldDecoder) throws { _ = try decoder.decode(at: 0) as Int }
  }

  // MARK: Cycles

  func testCyclesOfArrays() {
    assertThrows(.cycle, at: "the root", saying: "[0]") {
      try decode(Mesh.self, [.null, array([1]), .classRecord("NSArray")])
    }
    let longer: [Item] = [.null, array([3]), .classRecord("NSArray"), array([4]), array([5]), array([3])]
    let error = assertThrows(.cycle, saying: "contains itself, as its [0][0][0] (") {
      try decode([Mesh].self, longer)
    }
    XCTAssertLessThanOrEqual(error?.path.count ?? 99, 3)
    assertThrows(.cycle) { try unarchive(longer, [NSArray.self]) }
  }

  func testCyclesOfRecords() {
    let objects: [Item] = [
      .null, .record(class: 3, ["name": .uid(4), "children": .uid(5)]), .classRecord("NSArray"),
      .classRecord("Test_Node"),
      .string("node"), array([6]), .record(class: 3, ["name": .uid(4), "children": .uid(7)]), array([8]),
      .record(class: 3, ["name": .uid(4), "children": .uid(5)]),
    ]
    let error = assertThrows(.cycle, saying: "contains itself") { try decode(Node.self, objects) }
    XCTAssertLessThanOrEqual(error?.path.count ?? 99, 4, error?.pathDescription ?? "")
    assertThrows(.cycle) { try unarchive(objects, [Node.Coding.self]) }
  }

  func testCyclesOfObjects() {
    let objects: [Item] = [
      .null, .record(class: 2, ["title": .uid(3), "next": .uid(4)]), .classRecord("KeyedArchiveTests.Ticket"),
      .string("t"), .record(class: 2, ["title": .uid(3), "next": .uid(1)]),
    ]
    assertThrows(.cycle, at: "next.next") { try unarchive(objects, [Ticket.self]) }
    assertThrows(.cycle, at: "next.next") { try decode(Ticket.self, objects) }
  }

  func testCycleOfEnumerations() {
    let objects: [Item] = [
      .null, .record(class: 2, ["enum.case": .uid(3), "_0": .uid(1)]), .classRecord("Test_Expression"),
      .string("negated"),
    ]
    assertThrows(.cycle, at: "the root", saying: "_0") { try decode(Expression.self, objects) }
  }

  func testCycleOfURLs() {
    let objects: [Item] = [
      .null, .record(class: 2, ["NS.base": .uid(1), "NS.relative": .uid(3)]), .classRecord("NSURL"),
      .string("a"),
    ]
    assertThrows(.cycle, at: "the root", saying: "NS.base") { try decode(URL.self, objects) }
    assertThrows(.cycle) { try unarchive(objects, [NSURL.self]) }
  }

  /// An object that is its own class, a class record that is an array, class records in a circle.
  func testClassCycles() {
    let own: [Item] = [.null, .fields(["$class": .uid(1), "NS.objects": .array([])])]
    assertThrows(.malformed, saying: "$classname") { try decode([Int].self, own) }
    assertThrows(.malformed) { try unarchive(own, [NSArray.self]) }
    let circle: [Item] = [
      .null, .fields(["$class": .uid(2), "NS.objects": .array([])]),
      .fields(["$class": .uid(3), "$classname": .uid(3)]),
      .fields(["$class": .uid(2), "$classname": .uid(2)]),
    ]
    assertThrows(.malformed) { try decode([Int].self, circle) }
    assertThrows(.malformed) { try unarchive(circle, [NSArray.self]) }
    for record: Item in [.array([]), .string("NSArray"), .integer(1), .null, .data([])] {
      assertThrows(.malformed) {
        try decode([Int].self, [.null, .record(class: 2, ["NS.objects": .array([])]), record])
      }
      assertThrows(.malformed) {
        try unarchive([.null, .record(class: 2, ["NS.objects": .array([])]), record], [NSArray.self])
      }
    }
  }

  // MARK: Depth

  func testDepth() {
    var objects: [Item] = [.null, array([3]), .classRecord("NSArray")]
    for level in 3..<20_000 { objects.append(array([UInt64(level + 1)])) }
    objects.append(array([]))
    assertThrows(.limitExceeded, saying: "512 levels") { try decode(Mesh.self, objects) }
    assertThrows(.limitExceeded) { try unarchive(objects, [NSArray.self]) }
    // A deep property list: arrays inside arrays, without references.
    var inner = Item.array([])
    for _ in 0..<2000 { inner = .array([inner]) }
    assertThrows(.limitExceeded) { try decode(Mesh.self, [.null, inner]) }
  }

  func testDepthOnASmallStack() throws {
    var objects: [Item] = [
      .null, .record(class: 2, ["enum.case": .uid(3), "_0": .uid(4)]), .classRecord("Test_Expression"),
      .string("negated"),
    ]
    for level in 4..<5000 {
      objects.append(.record(class: 2, ["enum.case": .uid(3), "_0": .uid(UInt64(level + 1))]))
    }
    objects.append(.string("number"))
    let data = PlistBuilder(objects).data()
    for limit in [512, 1_000_000] {
      assertThrows(.limitExceeded) {
        try onThread(stackSize: 512 << 10) {
          try KeyedArchive.decode(
            Expression.self, from: data, options: .init(limits: .init(maximumDepth: limit)))
        }
      }
    }
  }
}
