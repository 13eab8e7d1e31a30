import ArchiveDocuments
import ColumnArchives
import FastCoding
import Foundation
import StructCoding
import XCTest

// FastCoding's documented behaviours: fast binary graphs of objects, aliases, property lists that are safe to load, models
// made by hand with `$class` and `$alias`.

@ArchivableObject(className: "TodoList")
final class TodoList {
  var items: [TodoItem] = []
  var selected: TodoItem?
  weak var parent: TodoList?
  var children: [TodoList] = []
  @Transient var scrollOffset = 0.0

  init() {}
}

@ArchivableObject(className: "TodoItem")
final class TodoItem {
  var label: String
  var isChecked = false

  init(label: String) { self.label = label }
}

/// A struct of a class that has got another name, with a value that is worked out when it awakes.
@Archivable(className: "Trip", formerly: ["XYZTrip"])
struct Trip: Equatable {
  var stops: [String]
  @Transient var title = ""

  mutating func awakeAfterDecoding() { title = stops.joined(separator: " – ") }
}

@Archivable(className: "XYZTrip")
struct OldTrip { var stops: [String] }

@Archivable(className: "ColorSpace")
struct ColorSpace: Equatable, ChoosesFastCodingForm {
  var name: String
  static var fastCodingForm: FastCodingForm { .keyedArchive(nil) }
}

@Archivable(className: "Palette")
struct Palette: Equatable, ChoosesFastCodingForm {
  var space: ColorSpace
  var names: NSOrderedSet
  static var fastCodingForm: FastCodingForm { .properties }
}

/// A class that gives a copy of itself when it awakes.
@ArchivableObject(className: "Label")
final class Label: ReplaceableAfterDecoding {
  var text: String?
  var lines: [String] = []
  @Transient var isCopy = false

  init() {}

  func replacementAfterDecoding() -> Label {
    let copy = Label()
    (copy.text, copy.lines, copy.isCopy) = (text, lines, true)
    return copy
  }
}

final class FastCodingExampleTests: XCTestCase {
  private var list: TodoList {
    let list = TodoList()
    list.items = [TodoItem(label: "wash"), TodoItem(label: "iron")]
    list.selected = list.items[1]
    let child = TodoList()
    child.parent = list
    child.items = [list.items[0]]
    list.children = [child]
    list.scrollOffset = 12
    return list
  }

  /// `dataWithRootObject:` and `objectWithData:`: an object once, aliases for the rest, cycles kept, transients left out.
  func testObjectGraph() throws {
    let back = try FastCodingArchive.decode(TodoList.self, from: FastCodingArchive.encode(list))
    XCTAssertEqual(back.items.map(\.label), ["wash", "iron"])
    XCTAssertTrue(back.selected === back.items[1])
    XCTAssertTrue(back.children[0].parent === back)
    XCTAssertTrue(back.children[0].items[0] === back.items[0])
    XCTAssertEqual(back.scrollOffset, 0)
  }

  /// Data that is none, or is cut off, is an error.
  func testMalformedData() throws {
    let data = try FastCodingArchive.encode(list)
    for count in 0..<data.count {
      XCTAssertThrowsError(try FastCodingArchive.decode(TodoList.self, from: data.prefix(count)))
    }
    XCTAssertThrowsError(try FastCodingArchive(Data("not a file of this format".utf8)).node())
  }

  /// `propertyListWithData:`: a file that is to hold plain values creates no object, whatever it holds.
  func testSafeLoading() throws {
    let plain: ArchiveNode = [
      "name": "Ada", "tags": ["a", "b"], "size": 3, "ratio": 0.5, "data": .data(Data([1])),
    ]
    XCTAssertEqual(try FastCodingArchive(FastCodingArchive.encode(plain)).node(), plain)
    XCTAssertThrowsError(try FastCodingArchive(FastCodingArchive.encode(list)).node()) {
      XCTAssertEqual(($0 as? ArchiveError)?.code, .classMismatch)
    }
  }

  /// An object of a class that the program does not have is a record with its class, and is written as that object again.
  func testUnknownClass() throws {
    let data = try FastCodingArchive.encode(Trip(stops: ["Oslo", "Bergen"]))
    let node = try FastCodingArchive(data, options: .init(classes: .all)).node()
    XCTAssertEqual(node.fields?.className, "Trip")
    XCTAssertEqual(node["stops"], ["Oslo", "Bergen"])
    XCTAssertEqual(try FastCodingArchive.encode(node), data)
  }

  /// `awakeAfterFastCoding`, and a class that has got another name.
  func testAwakeAndRename() throws {
    let data = try FastCodingArchive.encode(OldTrip(stops: ["Oslo", "Bergen"]))
    XCTAssertEqual(try FastCodingArchive.decode(Trip.self, from: data).title, "Oslo – Bergen")
  }

  /// `awakeAfterFastCoding` that returns another object: a copy has all properties, and takes the object's place everywhere.
  func testSubstitution() throws {
    let label = Label()
    (label.text, label.lines) = ("a", ["b", "c"])
    let back = try FastCodingArchive.decode([Label].self, from: FastCodingArchive.encode([label, label]))
    XCTAssertTrue(back[0] === back[1])
    XCTAssertTrue(back[0].isCopy)
    XCTAssertEqual(back[0].text, "a")
    XCTAssertEqual(back[0].lines, ["b", "c"])
  }

  /// Keys need not be texts, sets stay sets, and geometry, dates, URLs and data are values.
  func testValues() throws {
    try assertSame([1: "one", 2: "two"])
    try assertSame([[1, 2]: Date(timeIntervalSinceReferenceDate: 0.5)])
    try assertSame(Set(["a", "b"]))
    try assertSame(IndexSet([1, 2, 9]))
    try assertSame([CGRect(x: 1, y: 2, width: 3, height: 4)])
    try assertSame([CGPoint(x: 1, y: 2)])
    try assertSame([NSRange(location: 1, length: 2)])
    try assertSame([URL(string: "https://example.com/a")!])
    try assertSame([Data([1, 2, 3])])
    try assertSame([Decimal(string: "0.1")!, -1])
  }

  private func assertSame<Value: ArchiveValue & Equatable>(_ value: Value, line: UInt = #line) throws {
    XCTAssertEqual(
      try FastCodingArchive.decode(Value.self, from: FastCodingArchive.encode(value)), value, line: line)
  }

  /// `preferFastCoding` and `preferKeyedArchiver`: an object by its properties, or as an archive of its own.
  func testPreferredForms() throws {
    let value = [Palette(space: ColorSpace(name: "sRGB"), names: ["red", "blue", "red"])]
    let data = try FastCodingArchive.encode(value)
    let node = try FastCodingArchive(data, options: .init(classes: .all)).node()
    XCTAssertEqual(node[0]?.fields?.fastCodingForm, .properties)
    XCTAssertEqual(
      node[0]?["space"]?.fields?.fastCodingForm, .keyedArchive(try KeyedArchive.encode(value[0].space)))
    XCTAssertEqual(try FastCodingArchive.decode([Palette].self, from: data), value)
  }

  /// A property that is an ordered set, in each format.
  func testOrderedSets() throws {
    let value = Palette(space: ColorSpace(name: "sRGB"), names: ["red", "blue", "red"])
    XCTAssertEqual(value.names, ["red", "blue"])
    XCTAssertEqual(try FastCodingArchive.decode(Palette.self, from: FastCodingArchive.encode(value)), value)
    XCTAssertEqual(try KeyedArchive.decode(Palette.self, from: KeyedArchive.encode(value)), value)
    XCTAssertEqual(try ColumnArchive.decode(Palette.self, from: ColumnArchive.encode(value)), value)
    XCTAssertEqual(try ArchiveNode(encoding: value).decode(Palette.self), value)
    XCTAssertEqual(try ArchiveNode(encoding: value)["names"]?.className, "NSOrderedSet")
    let object = try KeyedArchive.archivedData(withRootObject: value.encoded, requiringSecureCoding: true)
    XCTAssertEqual(
      try KeyedArchive.unarchivedObject(ofClass: Palette.Coding.self, from: object)?.decoded, value)
  }

  /// A model made by hand: `$class` names the class, `$alias` is a path from the root, forwards, through an array or to the
  /// root itself.
  func testBootstrapping() throws {
    let json = """
      {
        "$class": "TodoList",
        "selected": {"$alias": "items.1"},
        "items": [
          {"$class": "TodoItem", "label": "wash"},
          {"$class": "TodoItem", "label": "iron", "isChecked": true}
        ],
        "children": [
          {"$class": "TodoList", "parent": {"$alias": ""}, "items": [{"$alias": "items.0"}]}
        ]
      }
      """
    let list = try ArchiveBootstrap.decode(TodoList.self, from: Data(json.utf8))
    XCTAssertEqual(list.items.map(\.label), ["wash", "iron"])
    XCTAssertEqual(list.items.map(\.isChecked), [false, true])
    XCTAssertTrue(list.selected === list.items[1])
    XCTAssertTrue(list.children[0].parent === list)
    XCTAssertTrue(list.children[0].items[0] === list.items[0])

    // Saved once, it is an ordinary file.
    let saved = try FastCodingArchive.encode(ArchiveBootstrap(json: Data(json.utf8)).node(as: TodoList.self))
    let back = try FastCodingArchive.decode(TodoList.self, from: saved)
    XCTAssertTrue(back.selected === back.items[1])
    XCTAssertTrue(back.children[0].parent === back)
  }

  /// The same model as a property list.
  func testBootstrappingFromAPropertyList() throws {
    let list = try PropertyListSerialization.data(
      fromPropertyList: [
        "$class": "TodoList", "items": [["$class": "TodoItem", "label": "wash"]],
        "selected": ["$alias": "items.0"],
      ] as [String: Any], format: .xml, options: 0)
    let back = try ArchiveBootstrap(propertyList: list).decode(TodoList.self)
    XCTAssertTrue(back.selected === back.items[0])
  }

  /// A file that FastCoder 3.3 wrote: four references to three persons.
  func testARealFile() throws {
    let data = try HexDataTransformer().decode(
      """
      54534146030003000500000001000000020000000a000000040000001d506572736f6e00020000006e616d6500667269656e\
      6473001e0008416c000a010000001e0008426f62000002011e0000000200
      """)
    let persons = try FastCodingArchive.decode([FastPerson].self, from: data)
    XCTAssertEqual(persons.map(\.name), ["Al", "Bob", nil, "Al"])
    XCTAssertTrue(persons[0] === persons[3])
    XCTAssertTrue(persons[0].friends?[0] === persons[1])
  }
}

@ArchivableObject(className: "Person")
final class FastPerson {
  var name: String?
  var friends: [FastPerson]?

  init() {}
}
