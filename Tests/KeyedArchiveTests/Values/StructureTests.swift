import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Optionals, collections, enumerations, generics and objects inside one another.
final class StructureTests: XCTestCase {
  func testNestedOptionals() throws {
    for value: Int??? in [nil, .some(nil), .some(.some(nil)), 1] {
      try assertRoundTrip(value)
      try assertRoundTrip([value, 2])
      try assertRoundTrip(Box(content: value))
      try assertRoundTrip(["a": value])
    }
  }

  func testEmptyCollections() throws {
    try assertRoundTrip([Int]())
    try assertRoundTrip(Set<String>())
    try assertRoundTrip([String: Int]())
    try assertRoundTrip([[], [[]]] as [[[Int]]])
    try assertRoundTrip([Event]())
  }

  func testCollectionsAroundEachCountWidth() throws {
    for count in [14, 15, 255, 256, 300] {
      try assertRoundTrip(Array(0..<count))
      try assertRoundTrip(Set(0..<count))
      try assertRoundTrip(Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, "\($0)") }))
    }
  }

  /// Enough objects for references and UIDs of two bytes and of three.
  func testLargeArchives() throws {
    let many = (0..<(Thoroughness.isFull ? 30_000 : 9_000)).map {
      Event(timeStamp: Date(timeIntervalSinceReferenceDate: Double($0)), eventTag: "tag \($0)")
    }
    let data = try KeyedArchive.encode(many)
    XCTAssertEqual(try KeyedArchive.decode([Event].self, from: data), many)
    XCTAssertEqual(try KeyedArchive.decode([Event].self, from: embedded(data)), many)
    assertRefusesOtherLengths(of: data, as: [Event].self)
  }

  func testRecursiveValues() throws {
    var node = Node(name: "leaf")
    for level in 0..<120 { node = Node(name: "\(level)", children: [node, Node(name: "side")]) }
    let back = try decoded(node)
    XCTAssertEqual(back, node)
    var sum = Expression.number(0)
    for level in 1...200 { sum = .sum(.number(Double(level)), .negated(sum)) }
    XCTAssertEqual(try decoded(sum), sum)
  }

  /// What is written can be read: both keep to the same limit of depth.
  func testDepthLimit() throws {
    func nested(_ levels: Int) -> Expression {
      (1..<levels).reduce(.number(0)) { sum, _ in .negated(sum) }
    }
    let limits = ArchiveLimits(maximumDepth: 40)
    let data = try KeyedArchive.encode(nested(40), options: .init(limits: limits))
    XCTAssertEqual(
      try KeyedArchive.decode(Expression.self, from: data, options: .init(limits: limits)), nested(40))
    assertThrows(.limitExceeded, saying: "40 levels") {
      try KeyedArchive.encode(nested(41), options: .init(limits: limits))
    }
    let deeper = try KeyedArchive.encode(nested(41))
    assertThrows(.limitExceeded, saying: "40 levels") {
      try KeyedArchive.decode(Expression.self, from: deeper, options: .init(limits: limits))
    }
  }

  func testEnumerations() throws {
    for direction in Direction.allCases { try assertRoundTrip(direction) }
    for priority in Priority.allCases { try assertRoundTrip(priority) }
    for suit in Suit.allCases { try assertRoundTrip(suit) }
    let shapes: [Shape] = [
      .empty, .circle(radius: 2), .polygon([], closed: false), .polygon([Point(x: 1, y: 2)]),
      .label("a", at: nil),
      .label("b", at: Point(x: 0, y: 0)),
    ]
    try assertRoundTrip(shapes)
    try assertRoundTrip(Set(shapes))
    try assertRoundTrip(Dictionary(uniqueKeysWithValues: zip(shapes, Direction.allCases)))
  }

  func testStructsAsKeys() throws {
    try assertRoundTrip([Point(x: 1, y: 1): "a", Point(x: 1, y: 2): "b"])
    try assertRoundTrip([Box(content: "a"): [Direction.north: Priority.low]])
    try assertRoundTrip([[1, 2]: 3, []: 0])
    try assertRoundTrip([nil: 0, 1: 1] as [Int?: Int])
  }

  func testGenericsHaveNamesOfTheirOwn() throws {
    let ints = try Layout(assertRoundTrip(Box(content: 1)))
    let lists = try Layout(assertRoundTrip(Box(content: ["a"])))
    XCTAssertEqual(ints.className(of: ints.root), "KeyedArchiveTests_Box_Int_Coding")
    XCTAssertEqual(lists.className(of: lists.root), "KeyedArchiveTests_Box_Array_String_Coding")
    let data = try KeyedArchive.encode(Box(content: 1))
    assertThrows(.classMismatch, saying: "Box_Int_Coding", "Box_Array_String_Coding") {
      try KeyedArchive.decode(Box<[String]>.self, from: data)
    }
  }

  func testSharedObjectsStayShared() throws {
    let shared = Ticket("shared", tags: ["a", "b"])
    let folder = Folder(
      cover: shared, spare: shared, all: [shared, Ticket("other", next: shared)], byName: ["x": shared],
      event: Event(timeStamp: Date(timeIntervalSince1970: 0), eventTag: "e").encoded)
    let data = try assertRoundTrip(folder)
    XCTAssertEqual(try Layout(data).objects(ofClass: "KeyedArchiveTests.Ticket").count, 2)
    let back = try KeyedArchive.decode(Folder.self, from: data)
    XCTAssertTrue(back.cover === back.spare)
    XCTAssertTrue(back.cover === back.all[0])
    XCTAssertTrue(back.cover === back.all[1].next)
    XCTAssertTrue(back.cover === back.byName["x"])
  }

  func testWrappedValueIsStoredLikeTheValue() throws {
    let event = Event(timeStamp: Date(timeIntervalSince1970: 1), eventTag: "tag")
    let wrapped = try KeyedArchive.archivedData(withRootObject: event.encoded, requiringSecureCoding: true)
    XCTAssertEqual(try KeyedArchive.decode(Event.self, from: wrapped), event)
    let plain = try KeyedArchive.encode(event)
    XCTAssertEqual(try KeyedArchive.unarchivedObject(ofClass: Event.Coding.self, from: plain)?.decoded, event)
    let list = try KeyedArchive.archivedData(
      withRootObject: [event, event].encoded, requiringSecureCoding: true)
    XCTAssertEqual(try KeyedArchive.decode([Event].self, from: list), [event, event])
  }

  func testSeveralValuesAtTheTop() throws {
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.encode("title" as NSString, forKey: "title")
    archiver.encode(3, forKey: "revision")
    archiver.encode(Event(timeStamp: .distantPast, eventTag: "e").encoded, forKey: "event")
    archiver.encode([1, 2] as NSArray)
    let archive = try KeyedArchive(archiver.finishEncoding())
    XCTAssertEqual(archive.keys, ["title", "revision", "event", "$0"])
    XCTAssertEqual(archive.archiver, "NSKeyedArchiver")
    XCTAssertEqual(archive.version, 100_000)
    XCTAssertEqual(try archive.decode(String.self, forKey: "title"), "title")
    XCTAssertEqual(try archive.decode(Int.self, forKey: "revision"), 3)
    XCTAssertEqual(try archive.decode(Event.self, forKey: "event").eventTag, "e")
    XCTAssertEqual(try archive.decode([Int].self, forKey: "$0"), [1, 2])
    XCTAssertNil(try archive.decode(Int?.self, forKey: "missing"))
    assertThrows(.missingField, saying: "“title”") { try archive.decode(Int.self, forKey: "missing") }
  }

  func testOtherKeyForTheRoot() throws {
    let data = try KeyedArchive.encode(7, options: .init(key: "answer"))
    XCTAssertEqual(try KeyedArchive.decode(Int.self, from: data, options: .init(key: "answer")), 7)
    assertThrows(.missingField, saying: "“root”", "“answer”") {
      try KeyedArchive.decode(Int.self, from: data)
    }
  }
}
