import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// What `NSCoder` promises to classes that archive themselves.
final class CoderContractTests: XCTestCase {
  // MARK: Conditional objects

  func testConditionalObjects() throws {
    let (before, after, never) = (Ticket("before"), Ticket("after"), Ticket("never"))
    let list = NSMutableArray(array: [after])
    let data = try archive { archiver in
      archiver.encode(before, forKey: "before")
      archiver.encodeConditionalObject(before, forKey: "to before")
      archiver.encodeConditionalObject(after, forKey: "to after")
      archiver.encodeConditionalObject(never, forKey: "to never")
      archiver.encodeConditionalObject(list, forKey: "to list")
      archiver.encodeConditionalObject("text", forKey: "text")
      archiver.encodeConditionalObject(nil, forKey: "nil")
      archiver.encodeConditionalObject(after)
      archiver.encode(list, forKey: "list")
    }
    try reading(data) { unarchiver in
      func ticket(_ key: String) -> Ticket? { unarchiver.decodeObject(of: Ticket.self, forKey: key) }
      XCTAssert(ticket("to before") === ticket("before"))
      XCTAssertEqual(ticket("to before")?.title, "before")
      let found = try XCTUnwrap(ticket("to after"))
      XCTAssertEqual(found, after)
      XCTAssertNil(ticket("to never"))
      XCTAssertNil(ticket("nil"))
      XCTAssertEqual(unarchiver.decodeObject(of: NSString.self, forKey: "text"), "text")
      let lists = ["list", "to list"].map {
        unarchiver.decodeObject(of: [NSArray.self, Ticket.self], forKey: $0) as? NSArray
      }
      XCTAssertEqual(lists[0]?.count, 1)
      XCTAssert(lists[0] === lists[1])
      XCTAssert(lists[0]?[0] as? Ticket === found)
    }
    // In the file, what refers to one object refers to one entry; that of an object never stored is `$null`.
    let layout = try Layout(data)
    XCTAssertEqual(layout.objects(ofClass: "KeyedArchiveTests.Ticket").count, 2)
    #if !canImport(ObjectiveC)
      let foundation = try NSKeyedUnarchiver(forReadingFrom: data)
      XCTAssertEqual(foundation.decodeObject(of: Ticket.self, forKey: "to after"), after)
    #endif
  }

  // MARK: Keys

  /// The last value under a key wins, however many keys the object has.
  func testKeysThatAreStoredAgain() throws {
    for count in [1, 15, 16, 17, 40, 300] {
      let data = try archive { archiver in
        for round in 0..<3 {
          for number in 0..<count { archiver.encode(Int64(round * 1000 + number), forKey: "key \(number)") }
        }
      }
      try reading(data) { unarchiver in
        for number in 0..<count {
          XCTAssertEqual(unarchiver.decodeInt64(forKey: "key \(number)"), Int64(2000 + number), "of \(count)")
        }
      }
    }
  }

  /// Sixteen times as many keys take about sixteen times as long.
  func testManyKeysOfOneObject() throws {
    func seconds(_ count: Int) throws -> Double {
      let keys = (0..<count).map { "\($0)" }
      let durations = try (0..<3).map { _ in
        try ContinuousClock().measure {
          _ = try archive { archiver in for key in keys { archiver.encode(1 as Int64, forKey: key) } }
        }
      }
      return durations.min()! / .seconds(1)
    }
    let (few, many) = (try seconds(1_000), try seconds(16_000))
    // Linear work takes 16 times as long, quadratic work 256 times.
    XCTAssertLessThan(many / few, 128)
  }

  /// An error while an archive is finished stays: the writer is half-finished.
  func testErrorsOfFinishingStay() throws {
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.encode("text", forKey: "text")
    archiver.outputFormat = .openStep
    assertThrows(.unsupported, saying: "format") { try archiver.finishEncoding() }
    archiver.outputFormat = .binary
    assertThrows(.unsupported, saying: "format") { try archiver.finishEncoding() }
    XCTAssertEqual((archiver.error as? ArchiveError)?.code, .unsupported)
  }

  /// Entries whose numbers take one byte, kept for objects whose numbers take two.
  func testManyConditionalObjects() throws {
    let tickets = (0..<700).map { Ticket("\($0)") }
    let data = try archive { archiver in
      for ticket in tickets { archiver.encodeConditionalObject(ticket, forKey: "to \(ticket.title)") }
      for ticket in tickets.reversed() { archiver.encode(ticket, forKey: ticket.title) }
    }
    try reading(data) { unarchiver in
      for ticket in tickets {
        let found = unarchiver.decodeObject(of: Ticket.self, forKey: "to \(ticket.title)")
        XCTAssertEqual(found, ticket)
        XCTAssert(found === unarchiver.decodeObject(of: Ticket.self, forKey: ticket.title))
      }
    }
    XCTAssertEqual(try Layout(data).objects(ofClass: "KeyedArchiveTests.Ticket").count, 700)
  }

  // MARK: Parents

  func testPartsThatReferToTheirWhole() throws {
    let house = House(name: "h")
    house.rooms = ["a", "b"].map { Room($0, in: house) }
    let data = try KeyedArchive.archivedData(withRootObject: house, requiringSecureCoding: true)
    let back = try XCTUnwrap(KeyedArchive.unarchivedObject(ofClass: House.self, from: data))
    XCTAssertEqual(back.rooms.map(\.name), ["a", "b"])
    XCTAssert(back.rooms.allSatisfy { $0.house === back })
    // As a field of a value.
    let street = try KeyedArchive.decode(
      Street.self, from: KeyedArchive.encode(Street(houses: [house, house], first: house)))
    XCTAssert(street.houses[0] === street.first && street.houses[1] === street.first)
    XCTAssert(street.first.rooms.allSatisfy { $0.house === street.first })
  }

  /// A class that does not say that it is there gets an error that says how.
  func testPartsThatReferToAnUnknownWhole() throws {
    let house = SilentHouse(name: "h")
    house.rooms = [Room("a", in: house)]
    let data = try KeyedArchive.archivedData(withRootObject: house, requiringSecureCoding: true)
    assertThrows(.cycle, at: "rooms[0].house", saying: "willDecodeParts(of: self)", "@Archivable") {
      try KeyedArchive.unarchivedObject(ofClass: SilentHouse.self, from: data)
    }
  }

  // MARK: Replacements

  func testReplacements() throws {
    let one = Proxy(Ticket("real"))
    let data = try archive { archiver in
      archiver.encode(one, forKey: "a")
      archiver.encode([one, Proxy(nil), Proxy("text")] as NSArray, forKey: "list")
      archiver.encodeConditionalObject(one, forKey: "again")
    }
    try reading(data) { unarchiver in
      let a = unarchiver.decodeObject(of: Ticket.self, forKey: "a")
      XCTAssertEqual(a?.title, "real")
      XCTAssert(unarchiver.decodeObject(of: Ticket.self, forKey: "again") === a)
      let classes: [AnyClass] = [NSArray.self, Ticket.self, NSString.self]
      let list = unarchiver.decodeObject(of: classes, forKey: "list") as? NSArray
      XCTAssert(list?[0] as? Ticket === a)
      XCTAssert(list?[1] is NSNull)
      XCTAssertEqual(list?[2] as? String, "text")
    }
    XCTAssertEqual(one.asked, 1)
  }

  // Foundation on Linux has no `awakeAfter(using:)`. No machine of the project has run this.
  #if canImport(ObjectiveC)
    func testReplacedAfterDecoding() throws {
      let data = try archive { $0.encode([Stamp(), Stamp()] as NSArray, forKey: "stamps") }
      try reading(data) { unarchiver in
        let stamps = unarchiver.decodeObject(of: [NSArray.self, Stamp.self], forKey: "stamps") as? NSArray
        XCTAssert(stamps?[0] as? Stamp === Stamp.known)
        XCTAssert(stamps?[1] as? Stamp === Stamp.known)
      }
    }
  #endif

  // MARK: Without keys and classes

  func testDataAndPropertyLists() throws {
    let list: NSDictionary = ["a": [1, 2.5, "x"], "b": Data([1])]
    let data = try archive { archiver in
      archiver.encode(Data([1, 2, 3]))
      archiver.encode(list, forKey: "list")
      archiver.encode(Ticket("t"), forKey: "ticket")
    }
    try reading(data) { unarchiver in
      XCTAssertEqual(unarchiver.decodePropertyList(forKey: "list") as? NSDictionary, list)
      XCTAssertEqual(unarchiver.decodeData(), Data([1, 2, 3]))
      XCTAssertNil(unarchiver.decodeData())
    }
    assertThrows(.classMismatch, at: "ticket") {
      try reading(data) { _ = $0.decodePropertyList(forKey: "ticket") }
    }
    // Of Apple's systems, only macOS has the method.
    #if !canImport(Darwin) || os(macOS)
      assertThrows(.unsupported, saying: "a property list") {
        try archive { $0.encodePropertyList(Ticket("t")) }
      }
    #endif
  }

  /// Without a list of classes a secure coder makes plain values, and what was allowed for the object around.
  func testUnkeyedObjectsOfASecureCoder() throws {
    let data = try archive { archiver in
      archiver.encode("text")
      archiver.encode([1, 2] as NSArray)
    }
    let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
    XCTAssertEqual(unarchiver.decodeObject() as? String, "text")
    XCTAssertNil(unarchiver.decodeObject())
    assertThrows(.unsupported, at: "$1", saying: "decodeObject()", "secure") {
      try unarchiver.finishDecoding()
    }
    let insecure = try KeyedUnarchiver(forReadingFrom: data, requiringSecureCoding: false)
    XCTAssertEqual(insecure.decodeObject() as? String, "text")
    XCTAssertEqual(insecure.decodeObject() as? NSArray, [1, 2])
    try insecure.finishDecoding()

    let pair = UnkeyedPair("a", Ticket("b"))
    let paired = try KeyedArchive.archivedData(withRootObject: pair, requiringSecureCoding: true)
    let back =
      try KeyedArchive.unarchivedObject(ofClasses: [UnkeyedPair.self, Ticket.self], from: paired)
      as? UnkeyedPair
    XCTAssertEqual(back?.first as? String, "a")
    XCTAssertEqual(back?.second as? Ticket, Ticket("b"))
    assertThrows(.unsupported, at: "$1") {
      try KeyedArchive.unarchivedObject(ofClass: UnkeyedPair.self, from: paired)
    }
  }

  // MARK: Counted sets

  func testCountedSets() throws {
    let set = NSCountedSet(array: ["a", "b", "a", "a"])
    let data = try KeyedArchive.archivedData(withRootObject: set, requiringSecureCoding: true)
    let layout = try Layout(data)
    XCTAssertEqual(layout.className(of: layout.root), "NSCountedSet")
    let back =
      try KeyedArchive.unarchivedObject(ofClasses: [NSCountedSet.self, NSString.self], from: data)
      as? NSCountedSet
    XCTAssertEqual(back?.count, 2)
    XCTAssertEqual(back?.count(for: "a"), 3)
    XCTAssertEqual(back?.count(for: "b"), 1)
    for count: Int64 in [0, -1] {
      assertThrows(.invalidValue, saying: "a count of 1 or more") { try counted(count) }
    }
    assertThrows(.limitExceeded) { try counted(.max) }
    XCTAssertEqual(try counted(1000)?.count(for: "a"), 1000)
  }

  private func counted(_ count: Int64) throws -> NSCountedSet? {
    let objects: [PlistBuilder.Item] = [
      .null,
      .record(class: 2, ["NS.count": .integer(1), "NS.object0": .uid(3), "NS.count0": .integer(count)]),
      .classRecord("NSCountedSet"), .string("a"),
    ]
    return try KeyedArchive.unarchivedObject(
      ofClasses: [NSCountedSet.self, NSString.self], from: PlistBuilder(objects).data()) as? NSCountedSet
  }

  // MARK: Names

  func testNamesOfCodings() throws {
    let node = Node(name: "a", children: [Node(name: "b", children: [])])
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.setClassName("Renamed", for: Node.Coding.self)
    archiver.encode(node.encoded, forKey: "root")
    let data = try archiver.finishEncoding()
    let layout = try Layout(data)
    XCTAssertEqual(layout.objects(ofClass: "Renamed").count, 2)
    XCTAssertEqual(layout.objects(ofClass: "Test_Node").count, 0)
    assertThrows(.classMismatch) { try KeyedArchive.decode(Node.self, from: data) }
    let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
    unarchiver.setClass(Node.Coding.self, forClassName: "Renamed")
    XCTAssertEqual(unarchiver.decodeObject(of: Node.Coding.self, forKey: "root")?.decoded, node)
    try unarchiver.finishDecoding()
    // Taken back, the names are those of the types.
    let other = KeyedArchiver(requiringSecureCoding: true)
    other.setClassName("Renamed", for: Node.Coding.self)
    other.setClassName(nil, for: Node.Coding.self)
    other.encode(node.encoded, forKey: "root")
    XCTAssertEqual(try KeyedArchive.decode(Node.self, from: other.finishEncoding()), node)
    let forgetful = try KeyedUnarchiver(forReadingFrom: data)
    forgetful.setClass(Node.Coding.self, forClassName: "Renamed")
    forgetful.setClass(nil, forClassName: "Renamed")
    XCTAssertNil(forgetful.decodeObject(of: Node.Coding.self, forKey: "root"))
    assertThrows(.classMismatch) { try forgetful.finishDecoding() }
  }
}

// MARK: Classes

final class House: NSObject, NSSecureCoding {
  let name: String
  var rooms: [Room] = []
  static var supportsSecureCoding: Bool { true }

  init(name: String) { self.name = name }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(rooms as NSArray, forKey: "rooms")
  }

  required init?(coder: NSCoder) {
    name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? ""
    super.init()
    (coder as? KeyedUnarchiver)?.willDecodeParts(of: self)
    rooms = coder.decodeObject(of: [NSArray.self, Room.self], forKey: "rooms") as? [Room] ?? []
  }
}

extension House: ArchiveValue {}

final class SilentHouse: NSObject, NSSecureCoding {
  let name: String
  var rooms: [Room] = []
  static var supportsSecureCoding: Bool { true }

  init(name: String) { self.name = name }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(rooms as NSArray, forKey: "rooms")
  }

  required init?(coder: NSCoder) {
    name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? ""
    rooms = coder.decodeObject(of: [NSArray.self, Room.self], forKey: "rooms") as? [Room] ?? []
  }
}

final class Room: NSObject, NSSecureCoding {
  let name: String
  weak var house: NSObject?
  static var supportsSecureCoding: Bool { true }

  init(_ name: String, in house: NSObject) { (self.name, self.house) = (name, house) }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encodeConditionalObject(house, forKey: "house")
  }

  required init?(coder: NSCoder) {
    name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? ""
    house = coder.decodeObject(of: [House.self, SilentHouse.self], forKey: "house") as? NSObject
  }
}

@Archivable
private struct Street {
  var houses: [House]
  var first: House
}

#if canImport(ObjectiveC)
  @objc(ContractStamp)
  private final class Stamp: NSObject, NSSecureCoding {
    nonisolated(unsafe) static let known = Stamp()
    static var supportsSecureCoding: Bool { true }
    override init() {}
    func encode(with coder: NSCoder) {}
    init?(coder: NSCoder) {}
    override func awakeAfter(using coder: NSCoder) -> Any? { Stamp.known }
  }
#endif

private final class Proxy: NSObject {
  private let content: Any?
  private(set) var asked = 0
  init(_ content: Any?) { self.content = content }
  override func replacementObject(for coder: NSCoder) -> Any? {
    asked += 1
    return content
  }
}

final class UnkeyedPair: NSObject, NSSecureCoding {
  let first: Any?
  let second: Any?
  static var supportsSecureCoding: Bool { true }

  init(_ first: Any?, _ second: Any?) { (self.first, self.second) = (first, second) }

  func encode(with coder: NSCoder) {
    coder.encode(first)
    coder.encode(second)
  }

  required init?(coder: NSCoder) {
    first = coder.decodeObject()
    second = coder.decodeObject()
  }
}
