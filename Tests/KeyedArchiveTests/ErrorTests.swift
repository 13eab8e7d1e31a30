import ArchiveDocuments
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// What errors say: where, what was expected, what was found, what to do.
final class ErrorTests: XCTestCase {
  private typealias Item = PlistBuilder.Item

  private func message(_ body: () throws -> Any) -> String {
    do {
      return "no error but \(try body())"
    } catch let error as ArchiveError {
      XCTAssertEqual(error.localizedDescription, error.description)
      return error.description
    } catch {
      return "another error: \(error)"
    }
  }

  private func decode<Value: ArchiveValue>(_ type: Value.Type, _ objects: [Item]) -> String {
    message { try KeyedArchive.decode(type, from: PlistBuilder(objects).data()) }
  }

  /// Four sessions, of which the last has an event whose time is a text.
  private let sessions: [Item] = [
    .null, .record(class: 2, ["NS.objects": .array([.uid(3), .uid(3), .uid(3), .uid(4)])]),
    .classRecord("NSArray"),
    .record(class: 5, ["startTime": .uid(6), "events": .uid(7)]),
    .record(class: 5, ["startTime": .uid(6), "events": .uid(8)]), .classRecord("Test_Session"),
    .record(class: 9, ["NS.time": .real(0)]), .record(class: 2, ["NS.objects": .array([])]),
    .record(class: 2, ["NS.objects": .array([.uid(10)])]), .classRecord("NSDate"),
    .record(class: 11, ["timeStamp": .uid(12), "eventTag": .uid(12)]), .classRecord("Test_Event"),
    .string("noon"),
  ]

  func testPathOfNestedValues() {
    let text = decode([Session].self, sessions)
    XCTAssertTrue(text.contains("at [3].events[0].timeStamp, byte "), text)
    XCTAssertTrue(text.hasPrefix("Expected an object of class NSDate, found a string (typeMismatch)"), text)
    XCTAssertTrue(text.hasSuffix("."), text)
  }

  /// The offset is that of the object itself.
  func testOffset() throws {
    let data = PlistBuilder(sessions).data()
    let error = try XCTUnwrap(
      assertThrows(.typeMismatch) { try KeyedArchive.decode([Session].self, from: data) })
    let offset = try XCTUnwrap(error.offset)
    XCTAssertEqual(data[offset], 0x54)
    XCTAssertEqual(String(decoding: data[(offset + 1)...].prefix(4), as: UTF8.self), "noon")
    XCTAssertEqual(error.path, [.index(3), .field("events"), .index(0), .field("timeStamp")])
    XCTAssertEqual(error.expected, "an object of class NSDate")
    XCTAssertEqual(error.found, "a string")
  }

  /// The same place through `NSCoder`.
  func testPathThroughCoder() {
    assertThrows(.typeMismatch, at: "[3].events[0].timeStamp") {
      try KeyedArchive.unarchivedObject(
        ofClasses: [NSArray.self, Session.Coding.self], from: PlistBuilder(sessions).data())
    }
  }

  func testPathOfDictionaries() throws {
    let data = try KeyedArchive.encode(["a": ["b": [1, 2, 300]]])
    XCTAssertEqual(
      message { try KeyedArchive.decode([String: [String: [UInt8?]]].self, from: data) }.components(
        separatedBy: ", byte")[0],
      "Expected a number that fits UInt8, found 300 (invalidValue), at [\"a\"][\"b\"][2]")
    assertThrows(.typeMismatch, at: "[\"a\"]") { try KeyedArchive.decode([String: Int].self, from: data) }
  }

  func testNumberWhereACollectionBelongs() {
    let objects: [Item] = [.null, .integer(5)]
    for (text, expected) in [
      (decode([Int].self, objects), "an array"), (decode(Set<Int>.self, objects), "a set"),
      (decode([String: Int].self, objects), "a dictionary"),
    ] {
      XCTAssertTrue(text.hasPrefix("Expected \(expected), found "), text)
    }
  }

  func testMissingField() {
    XCTAssertEqual(
      decode(Point.self, [.null, .record(class: 2, ["x": .integer(1)]), .classRecord("Test_Point")])
        .replacingOccurrences(of: "byte [0-9]+", with: "byte N", options: .regularExpression),
      "Expected a field “y”, found an object without it (missingField), at y, byte N. Give the property an initial value or make it optional, to read archives that lack it. If it had another name, list that: @Stored(formerly: \"…\")."
    )
  }

  /// A name that the archive has, and that the field may have had.
  func testMissingFieldOfASimilarName() {
    let objects: [PlistBuilder.Item] = [
      .null, .record(class: 2, ["x": .integer(1), "Y": .integer(2)]), .classRecord("Test_Point"),
    ]
    let advice =
      "The archive has “Y”. If that is the field, list it: @Stored(formerly: \"Y\"). "
      + "Otherwise give the property an initial value or make it optional."
    XCTAssert(decode(Point.self, objects).hasSuffix(advice), decode(Point.self, objects))
    XCTAssertThrowsError(try KeyedArchive.tree(in: PlistBuilder(objects).data()).decode(Point.self)) {
      XCTAssert("\($0)".hasSuffix(advice), "\($0)")
    }
  }

  func testClassMismatch() {
    XCTAssertEqual(
      decode(Point.self, [.null, .record(class: 2, ["x": .integer(1)]), .classRecord("OLDPoint")])
        .replacingOccurrences(of: "byte [0-9]+", with: "byte N", options: .regularExpression),
      "Expected an object of class Test_Point, found one of class OLDPoint (classMismatch), at the root, byte N. If OLDPoint is an older name of the type, list it: @Archivable(formerly: [\"OLDPoint\"])."
    )
  }

  func testNilWhereAValueBelongs() throws {
    let data = try KeyedArchive.encode(Box<String?>(content: nil))
    assertThrows(.classMismatch, saying: "Box_Optional_String") {
      try KeyedArchive.decode(Box<String>.self, from: data)
    }
    let session: [Item] = [
      .null, .record(class: 2, ["startTime": .uid(0), "events": .uid(0)]), .classRecord("Test_Session"),
    ]
    for advice in ["found nil", "optional", "fallbackToDefaultValue"] {
      assertThrows(.typeMismatch, at: "startTime", saying: advice) {
        try KeyedArchive.decode(Session.self, from: PlistBuilder(session).data())
      }
      assertThrows(.typeMismatch, at: "startTime", saying: advice) {
        try KeyedArchive(PlistBuilder(session).data()).node().decode(Session.self)
      }
    }
    let list = try KeyedArchive.encode([nil, "a"] as [String?])
    assertThrows(.classMismatch, at: "[0]", saying: "NSNull") {
      try KeyedArchive.decode([String].self, from: list)
    }
  }

  func testUnknownCase() {
    let text = decode(
      Shape.self,
      [.null, .record(class: 2, ["enum.case": .uid(3)]), .classRecord("Test_Shape"), .string("star")])
    XCTAssertTrue(
      text.hasPrefix(
        "Expected one of the cases empty, circle, polygon, label, found the case “star” (invalidValue), at the root"
      ), text)
    XCTAssertTrue(text.hasSuffix("The archive may come from a newer version of the type."), text)
  }

  func testAssociatedValue() {
    let objects: [Item] = [
      .null, .record(class: 2, ["enum.case": .uid(3), "radius": .uid(3)]), .classRecord("Test_Shape"),
      .string("circle"),
    ]
    XCTAssertTrue(
      decode(Shape.self, objects).contains("(typeMismatch), at radius, byte"), decode(Shape.self, objects))
  }

  func testNoArchiveAtAll() {
    XCTAssertEqual(
      message { try KeyedArchive.decode(Int.self, from: Data()) },
      "Expected a binary property list of at least 42 bytes, found 0 bytes (truncated), at the root, byte 0. The file is damaged, or is not a keyed archive: ArchiveFormat.format(of:) detects its format."
    )
    XCTAssertTrue(
      message { try KeyedArchive.decode(Int.self, from: Data(repeating: 0x20, count: 50)) }
        .hasPrefix("Expected the header “bplist00”, found other bytes (malformed)"))
  }

  func testOtherPropertyList() throws {
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["a": 1, "b": ["some more text to make it long enough"]], format: .binary, options: 0)
    XCTAssertTrue(
      message { try KeyedArchive.decode(Int.self, from: list) }
        .hasPrefix(
          "Expected the entry $archiver of a keyed archive, found a property list without it (malformed)"))
  }

  func testRootUnderAnotherName() throws {
    let data = try KeyedArchive.encode(1, options: .init(key: "answer"))
    XCTAssertTrue(
      message { try KeyedArchive.decode(Int.self, from: data) }
        .hasPrefix("Expected an entry “root” at the top of the archive, found “answer” (missingField)"))
    XCTAssertTrue(
      message { try KeyedArchive.unarchivedObject(ofClass: NSNumber.self, from: data) as Any }.contains(
        "“root”"))
  }

  /// XML has no offsets of its own.
  func testErrorsInXML() throws {
    let text = try KeyedArchive.encode(["a"], options: .init(outputFormat: .xml))
    let error = try XCTUnwrap(
      assertThrows(.typeMismatch, at: "[0]") { try KeyedArchive.decode([Int].self, from: text) })
    XCTAssertNil(error.offset)
    XCTAssertNil(assertThrows(.typeMismatch) { try KeyedArchive(text).decode([Int].self) }?.offset)
    XCTAssertNil(
      assertThrows(.typeMismatch) {
        try KeyedArchive.unarchivedObject(ofClasses: [NSArray.self, NSNumber.self], from: text)
      }?.offset)
  }

  // MARK: Writing

  func testObjectsThatCannotBeArchived() {
    assertThrows(.unsupported, saying: "secure coding", "Plain", "NSSecureCoding") {
      try KeyedArchive.archivedData(withRootObject: Plain(), requiringSecureCoding: true)
    }
    assertThrows(.unsupported, at: "[1]", saying: "Plain") {
      try KeyedArchive.archivedData(
        withRootObject: ["a" as NSString, Plain()] as NSArray, requiringSecureCoding: true)
    }
    // Where there is Objective-C, the class must have a name of its own; see `AppleCoderTests` for those without.
    #if !canImport(ObjectiveC)
      assertThrows(.unsupported, saying: "top-level class", "setClassName") {
        try KeyedArchive.archivedData(withRootObject: Nested(), requiringSecureCoding: true)
      }
    #endif
    assertThrows(.unsupported, saying: "@Archivable") {
      try KeyedArchive.archivedData(withRootObject: (1, 2), requiringSecureCoding: true)
    }
  }

  #if canImport(ObjectiveC)
    @objc(ErrorTests_Nested)
  #endif
  private final class Nested: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    override init() {}
    func encode(with coder: NSCoder) {}
    init?(coder: NSCoder) {}
  }

  func testPathWhileWriting() {
    let folder = Folder(
      cover: Ticket("a"), spare: nil, all: [Ticket("b"), Unwritable("c")], byName: [:],
      event: Event(timeStamp: .distantPast, eventTag: "").encoded)
    let error = assertThrows(.custom, at: "all[1]", saying: "no more ink") { try KeyedArchive.encode(folder) }
    XCTAssertTrue(error?.underlyingError is Unwritable.NoInk)
    // The path is that of the outer fields, whatever the place inside the inner ones.
    let outer = Outer(a: 1, b: 2, c: 3, inner: [nil, Box(content: [Unwritable("x")])], last: 4)
    assertThrows(.custom, at: "inner[1].content[0]") { try KeyedArchive.encode(outer) }
    assertThrows(.custom, at: "[\"k\"].inner[1].content[0]") { try KeyedArchive.encode(["k": outer]) }
    assertThrows(.custom, at: "[0].inner[1].content[0]") {
      try KeyedArchive.archivedData(withRootObject: [outer.encoded] as NSArray, requiringSecureCoding: true)
    }
    XCTAssertNil(error?.offset)
  }

  /// A class that says no while it is read.
  func testReadingClassesThatRefuse() throws {
    let data = try KeyedArchive.archivedData(withRootObject: Refusing(), requiringSecureCoding: true)
    assertThrows(.invalidValue, saying: "Refusing") {
      try KeyedArchive.unarchivedObject(ofClass: Refusing.self, from: data)
    }
  }

  /// The first thing that goes wrong is what is thrown.
  func testFirstErrorCounts() throws {
    let data = PlistBuilder([
      .null, .record(class: 2, ["title": .integer(1), "price": .uid(3)]),
      .classRecord("KeyedArchiveTests.Ticket"), .string("t"),
    ]).data()
    assertThrows(.typeMismatch, at: "title") {
      try KeyedArchive.unarchivedObject(ofClass: Ticket.self, from: data)
    }
  }
}

@Archivable
private struct Outer {
  var a: Int
  var b: Int
  var c: Int
  var inner: [Box<[Ticket]>?]
  var last: Int
}

final class Plain: NSObject {}

final class Refusing: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  func encode(with coder: NSCoder) {}
  init?(coder: NSCoder) { return nil }
}
