import ArchiveDocuments
import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Objects of existing classes as fields of values: what is written can be read.
final class ObjectFieldTests: XCTestCase {
  // MARK: Subclasses

  func testSubclassesAreRefused() throws {
    let kennel = Kennel(one: Animal("a"), all: [])
    XCTAssertEqual(try KeyedArchive.decode(Kennel.self, from: KeyedArchive.encode(kennel)).one.name, "a")
    for (path, bad) in [
      ("one", Kennel(one: Dog("d"), all: [])),
      ("all[1]", Kennel(one: Animal("a"), all: [Animal("b"), Dog("d")])),
    ] {
      assertThrows(.unsupported, at: path, saying: "Animal", "Dog", "classForCoder", "@Archivable") {
        try KeyedArchive.encode(bad)
      }
      assertThrows(.unsupported) { try ArchiveNode(encoding: bad) }
      assertThrows(.unsupported) { try ColumnArchive.encode(bad) }
      assertThrows(.unsupported) {
        try KeyedArchive.archivedData(withRootObject: bad, requiringSecureCoding: true)
      }
    }
    assertThrows(.unsupported) { try KeyedArchive.encode(Dog("d") as Animal) }
    // The ways out: the field's type, and `classForCoder`.
    XCTAssertEqual(try KeyedArchive.decode(Dog.self, from: KeyedArchive.encode(Dog("d"))).name, "d")
    let shy = Kennel(one: ShyDog("s"), all: [ShyDog("t")])
    let back = try KeyedArchive.decode(Kennel.self, from: KeyedArchive.encode(shy))
    XCTAssertEqual([back.one.name] + back.all.map(\.name), ["s", "t"])
    XCTAssertTrue(type(of: back.one) == Animal.self)
    XCTAssertEqual(try ColumnArchive.decode(Kennel.self, from: ColumnArchive.encode(shy)).all[0].name, "t")
    // An archiver that is asked for an object writes it as what it is.
    let data = try KeyedArchive.archivedData(withRootObject: Dog("d"), requiringSecureCoding: true)
    XCTAssertEqual(try KeyedArchive.unarchivedObject(ofClass: Dog.self, from: data)?.name, "d")
  }

  /// An archiver takes objects of any class, and an optional of one, which is no field type.
  func testObjectsThatAreNoFields() throws {
    let badge = Badge()
    let archiver = KeyedArchiver(requiringSecureCoding: true)
    archiver.encode(Optional(badge) as Any, forKey: "one")
    archiver.encode((nil as Badge?) as Any, forKey: "none")
    archiver.encode([badge, badge], forKey: "list")
    archiver.encode(["key": [badge]] as NSDictionary, forKey: "table")
    let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.finishEncoding())
    let one = unarchiver.decodeObject(of: Badge.self, forKey: "one")
    XCTAssertNotNil(one)
    XCTAssertNil(unarchiver.decodeObject(of: Badge.self, forKey: "none"))
    let classes: [AnyClass] = [NSArray.self, NSDictionary.self, NSString.self, Badge.self]
    let list = unarchiver.decodeObject(of: classes, forKey: "list") as? [Badge]
    XCTAssertEqual(list?.map { $0 === one }, [true, true])
    let table = unarchiver.decodeObject(of: classes, forKey: "table") as? [String: [Badge]]
    XCTAssertEqual(table?["key"]?.map { $0 === one }, [true])
    try unarchiver.finishDecoding()
  }

  // MARK: Foundation's classes and collections

  func testCollectionsOfFoundation() throws {
    let things = Things(
      table: [
        "text": "a", "number": 1.5, "date": Date(timeIntervalSince1970: 5), "list": [1, "x", NSNull()],
      ],
      list: ["a", 2, Data([3]), URL(string: "http://a/b")! as NSURL, UUID() as NSUUID],
      set: NSMutableSet(array: ["s", 4]), length: UnitLength.miles)
    let data = try KeyedArchive.encode(things)
    let backs = [
      ("keyed", try KeyedArchive.decode(Things.self, from: data)),
      ("columns", try ColumnArchive.decode(Things.self, from: ColumnArchive.encode(things))),
      ("nodes", try ArchiveNode(encoding: things).decode(Things.self)),
    ]
    for (form, back) in backs {
      XCTAssertEqual(back.table, things.table, form)
      XCTAssertEqual(back.list, things.list, form)
      XCTAssertEqual(back.set, things.set, form)
      XCTAssertTrue(back.set.isKind(of: NSMutableSet.self), form)
      XCTAssertEqual(back.length, things.length, form)
      XCTAssertTrue(type(of: back.length) == UnitLength.self, form)
    }
    let object = try KeyedArchive.unarchivedObject(
      ofClass: Things.Coding.self,
      from: KeyedArchive.archivedData(withRootObject: things.encoded, requiringSecureCoding: true))
    XCTAssertEqual(object?.decoded.table, things.table)
  }

  func testMutableClasses() throws {
    let text = NSMutableString(string: "a")
    let mutable = Mutable(
      text: text, sameText: text, data: NSMutableData(data: Data([1])), list: ["a"],
      table: ["k": NSMutableArray(array: ["x"])], indexes: NSMutableIndexSet(index: 5))
    let back = try KeyedArchive.decode(Mutable.self, from: KeyedArchive.encode(mutable))
    XCTAssertEqual(back.text, "a")
    XCTAssertEqual(back.sameText, "a")
    XCTAssertEqual(back.data as Data, Data([1]))
    XCTAssertEqual(back.list, ["a"])
    XCTAssertEqual(back.table.allKeys.count, 1)
    XCTAssertTrue(back.indexes.contains(5))
    back.list.add("b")
    XCTAssertEqual(back.list.count, 2)
    XCTAssertEqual(
      try ColumnArchive.decode(Mutable.self, from: ColumnArchive.encode(mutable)).table, mutable.table)
    let object = try KeyedArchive.unarchivedObject(
      ofClass: Mutable.Coding.self,
      from: KeyedArchive.archivedData(withRootObject: mutable.encoded, requiringSecureCoding: true))
    XCTAssertEqual(object?.decoded.list, ["a"])
  }

  /// Each class that the library makes a field type comes back, alone and in an array, by every road.
  func testClassesOfFoundation() throws {
    let date = Date(timeIntervalSince1970: 5)
    let calendar = NSCalendar(identifier: .gregorian)!
    calendar.firstWeekday = 3
    let components = NSDateComponents()
    components.day = 5
    // On Linux an NSDateInterval equals itself alone, so the values are compared.
    func check<Object: NSObject & ArchiveValue, Part: Equatable>(
      _ object: Object, by part: (Object) -> Part
    ) throws {
      let expected = part(object)
      let columns = try ColumnArchive.encode([Held(object: object)])
      XCTAssertEqual(part(try KeyedArchive.decode(Object.self, from: KeyedArchive.encode(object))), expected)
      XCTAssertEqual(
        try KeyedArchive.decode([Object].self, from: KeyedArchive.encode([object, object])).map(part),
        [expected, expected])
      XCTAssertEqual(part(try ArchiveNode(encoding: object).decode(Object.self)), expected)
      XCTAssertEqual(part(try ColumnArchive.decode([Held<Object>].self, from: columns)[0].object), expected)
    }
    func check<Object: NSObject & ArchiveValue>(_ object: Object) throws { try check(object) { $0 } }
    try check("text" as NSString)
    try check(NSMutableString(string: "text"))
    try check(1.5 as NSNumber)
    try check(NSDecimalNumber(string: "1.25"))
    try check(NSNumber(value: 3) as NSValue)
    try check(Data([1, 2]) as NSData)
    try check(date as NSDate)
    try check(NSURL(string: "http://a/b")!)
    try check(UUID() as NSUUID)
    try check(["a", 1] as NSArray)
    try check(["a": 1] as NSDictionary)
    try check(NSSet(array: ["a", 1]))
    try check(["b", 1, "a", ["x"]] as NSOrderedSet)
    try check(NSMutableOrderedSet(array: [2, 1]))
    try check(NSIndexSet(index: 7))
    try check(NSMutableIndexSet(index: 7))
    try check(NSIndexPath(index: 7))
    try check(NSDateInterval(start: date, duration: 5)) { $0 as DateInterval }
    try check(components)
    try check(calendar)
    try check(NSLocale(localeIdentifier: "de_DE"))
    try check(NSTimeZone(forSecondsFromGMT: 3600))
    try check(NSMeasurement(doubleValue: 5, unit: UnitLength.miles))
    try check(UnitLength.miles)
  }

  /// An ordered set has the bytes of Apple's. One with an element twice is none.
  func testOrderedSets() throws {
    let set: NSOrderedSet = ["b", 1, "a"]
    XCTAssertEqual(
      try KeyedArchive.encode(set),
      try KeyedArchive.archivedData(withRootObject: set, requiringSecureCoding: true))
    XCTAssertEqual(
      try ArchiveNode(encoding: set), .instance(ArchiveClass("NSOrderedSet"), ["b", 1, "a"]))
    let foundations = try NSKeyedArchiver.archivedData(
      withRootObject: set as Any, requiringSecureCoding: true)
    XCTAssertEqual(try KeyedArchive.decode(NSOrderedSet.self, from: foundations), set)

    for name in ["NSOrderedSet", "NSMutableOrderedSet"] {
      let twice = try KeyedArchive.encode(
        ArchiveNode.instance(
          ArchiveClass(name, superclassNames: ["NSOrderedSet", "NSObject"]), ["a", "b", "a"]))
      assertThrows(.invalidValue, saying: "distinct", "2 among 3") {
        try KeyedArchive.decode(NSOrderedSet.self, from: twice)
      }
    }
    assertThrows(.typeMismatch) {
      try KeyedArchive.decode(NSOrderedSet.self, from: KeyedArchive.encode(["a"]))
    }
    assertThrows(.unsupported, at: "NS.object.0", saying: "Ticket") {
      try KeyedArchive.encode(NSOrderedSet(array: [Ticket("t")]))
    }
  }

  /// Nobody would name the class when the archive is read, so it is not written.
  func testOtherObjectsInThemAreRefused() {
    for list in [[Ticket("t")], ["a", [Node(name: "n").encoded]]] as [NSArray] {
      let bad = Things(table: [:], list: list, set: NSMutableSet(), length: UnitLength.miles)
      assertThrows(.unsupported, at: list.count == 1 ? "list[0]" : "list[1][0]", saying: "[") {
        try KeyedArchive.encode(bad)
      }
      assertThrows(.unsupported) { try ColumnArchive.encode(bad) }
    }
    let data = try? KeyedArchive.archivedData(
      withRootObject: [Ticket("t")] as NSArray, requiringSecureCoding: true)
    XCTAssertNotNil(data, "an archiver, whose reader names the classes, writes them")
  }

  func testOtherObjectsInTheirPlace() throws {
    assertThrows(.typeMismatch, saying: "NSArray") {
      try KeyedArchive.decode(NSArray.self, from: KeyedArchive.encode("text"))
    }
    assertThrows(.classMismatch) {
      try KeyedArchive.decode(NSArray.self, from: KeyedArchive.encode([Node(name: "n")]))
    }
  }
}

class Animal: NSObject, NSSecureCoding {
  let name: String
  class var supportsSecureCoding: Bool { true }
  init(_ name: String) { self.name = name }
  func encode(with coder: NSCoder) { coder.encode(name, forKey: "name") }
  required init?(coder: NSCoder) {
    name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? ""
  }
}

extension Animal: ArchiveValue {}

/// A class without the line that makes it a field type.
final class Badge: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  func encode(with coder: NSCoder) {}
  init?(coder: NSCoder) {}
}

final class Dog: Animal {}

final class ShyDog: Animal {
  override var classForCoder: AnyClass { Animal.self }
}

@Archivable
private struct Held<Object: NSObject & ArchiveValue> {
  var object: Object
}

@Archivable
private struct Kennel {
  var one: Animal
  var all: [Animal]
}

@Archivable
private struct Things {
  var table: NSDictionary
  var list: NSArray
  var set: NSMutableSet
  var length: Unit
}

@Archivable
private struct Mutable {
  var text: NSMutableString
  var sameText: NSMutableString
  var data: NSMutableData
  var list: NSMutableArray
  var table: NSMutableDictionary
  var indexes: NSMutableIndexSet
}
