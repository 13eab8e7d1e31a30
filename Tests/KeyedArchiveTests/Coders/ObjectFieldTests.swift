import ArchiveDocuments
import ArchiveTestSupport
import StructCoding
import XCTest

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

final class Dog: Animal {}

final class ShyDog: Animal {
  override var classForCoder: AnyClass { Animal.self }
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
