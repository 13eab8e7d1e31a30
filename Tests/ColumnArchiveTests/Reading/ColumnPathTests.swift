import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// One field of all elements.
final class ColumnPathTests: XCTestCase {
  private let sessions = (0..<20).map { session($0) }

  private static func session(_ number: Int) -> Session {
    let events = (0..<(number % 4)).map {
      Event(timeStamp: Date(timeIntervalSinceReferenceDate: Double($0)), eventTag: "tag \($0)")
    }
    return Session(
      startTime: Date(timeIntervalSinceReferenceDate: Double(number)),
      endTime: number % 3 == 0 ? nil : Date(timeIntervalSinceReferenceDate: 100), events: events)
  }

  private func archive<Value: ArchiveValue>(_ values: [Value]) throws -> ColumnArchive {
    try ColumnArchive(ColumnArchive.encode(values, options: .init(batchSize: 6)))
  }

  func testTypedPaths() throws {
    let archive = try archive(sessions)
    XCTAssertEqual(try archive.values(at: Session.path.startTime), sessions.map(\.startTime))
    XCTAssertEqual(try archive.values(at: Session.path.endTime), sessions.map(\.endTime))
    XCTAssertEqual(try archive.values(at: Session.path.events), sessions.map(\.events))
    XCTAssertEqual(
      try archive.values(at: Session.path.events.eventTag), sessions.flatMap { $0.events.map(\.eventTag) })
    XCTAssertEqual(
      try archive.values(at: Session.path.events.timeStamp), sessions.flatMap { $0.events.map(\.timeStamp) })
    XCTAssertEqual(try archive.values(at: Session.path), sessions)
  }

  func testNames() {
    XCTAssertEqual(Session.path.storedName, "")
    XCTAssertEqual(Session.path.events.storedName, "events")
    XCTAssertEqual(Session.path.events.eventTag.storedName, "events.eventTag")
    XCTAssertEqual(Folder.path.event.storedName, "event")
    XCTAssertEqual(Holder.path.maybe.many.inner.x.storedName, "maybe.many.inner.x")
    XCTAssertNil(Session.path.count.storedName)
  }

  func testComputedProperties() throws {
    let archive = try archive(sessions)
    assertThrows(.unsupported, saying: "stored", "Computed") { try archive.values(at: Session.path.count) }
    assertThrows(.unsupported) { try archive.values(at: Holder.path.total) }
  }

  /// Through arrays of arrays, optionals of optionals, sets, dictionaries and raw records.
  func testEveryContainer() throws {
    let values = (0..<20).map { number in
      Holder(
        maybe: number % 3 == 0
          ? nil
          : Holder.Middle(many: (0..<(number % 5)).map { Holder.Inner(inner: Point(x: $0, y: number)) }),
        color: Color(red: UInt8(number), green: 2, blue: 3, alpha: 4), triangle: .zero,
        lists: [[number, 1], [], [2]], byName: ["a": number, "b\(number)": 2], set: [1, 2],
        pair: (number, "p\(number)"), bounds: 0..<number, twice: number % 2 == 0 ? .some(nil) : "x")
    }
    let archive = try archive(values)
    XCTAssertEqual(
      try archive.values(at: Holder.path.maybe.many.inner.y),
      values.flatMap { ($0.maybe?.many ?? []).map(\.inner.y) })
    XCTAssertEqual(try archive.values(at: Holder.path.color), values.map(\.color))
    XCTAssertEqual(try archive.values(at: Holder.path.color.red), values.map(\.color.red))
    XCTAssertEqual(try archive.values(at: Holder.path.color.alpha), values.map(\.color.alpha))
    XCTAssertEqual(try archive.values(at: Holder.path.triangle.normal.z), values.map(\.triangle.normal.z))
    XCTAssertEqual(try archive.values(at: Holder.path.triangle.third), values.map(\.triangle.third))
    XCTAssertEqual(try archive.values(at: Holder.path.lists), values.map(\.lists))
    XCTAssertEqual(try archive.values(at: Holder.path.byName), values.map(\.byName))
    XCTAssertEqual(try archive.values(at: Holder.path.twice), values.map(\.twice))
    XCTAssertEqual(
      try archive.values(of: String.self, at: "byName.key"), values.indices.flatMap { ["a", "b\($0)"] })
    XCTAssertEqual(try archive.values(of: Int.self, at: "byName.value"), values.indices.flatMap { [$0, 2] })
    XCTAssertEqual(try archive.values(of: String.self, at: "pair.1"), values.map(\.pair.1))
    XCTAssertEqual(try archive.values(of: Int.self, at: "bounds.1"), values.map(\.bounds.upperBound))
  }

  func testByName() throws {
    let archive = try archive(sessions)
    XCTAssertEqual(
      try archive.values(of: String.self, at: "events.eventTag"),
      sessions.flatMap { $0.events.map(\.eventTag) })
    XCTAssertEqual(try archive.values(of: Session.self, at: ""), sessions)
    XCTAssertEqual(try archive.values(of: Date?.self, at: "startTime"), sessions.map(\.startTime))
    // Another version of the type that the field has.
    XCTAssertEqual(
      try archive.values(of: [Tag].self, at: "events"),
      sessions.map { $0.events.map { Tag(eventTag: $0.eventTag, isNew: true) } })
  }

  func testWhatIsNotThere() throws {
    let archive = try archive(sessions)
    assertThrows(.missingField, saying: "a field end", "startTime, endTime, events") {
      try archive.values(of: Date.self, at: "end")
    }
    assertThrows(.missingField, saying: "a field tag") { try archive.values(of: Date.self, at: "events.tag") }
    assertThrows(.missingField, saying: "a record") {
      try archive.values(of: Date.self, at: "startTime.year")
    }
    assertThrows(.typeMismatch, at: "events.eventTag") {
      try archive.values(of: Int.self, at: "events.eventTag")
    }
    // A missing date is a value of an optional, and none of a date.
    assertThrows(.typeMismatch, saying: "nil") { try archive.values(of: Date.self, at: "endTime") }
    XCTAssertEqual(try self.archive([Session]()).values(of: Int.self, at: "nothing"), [])
    let shapes = try self.archive([Shape.empty])
    assertThrows(.missingField, saying: "an enumeration") { try shapes.values(of: Double.self, at: "radius") }
  }

  /// Nobody asks for the columns of lists without elements.
  func testEmptyLists() throws {
    let empty = try archive([Session(startTime: .distantPast, endTime: nil, events: [])])
    XCTAssertEqual(try empty.values(at: Session.path.events.eventTag), [])
    XCTAssertEqual(try empty.values(at: Session.path.events), [[]])
    let absent = try archive([nil, nil] as [Session?])
    XCTAssertEqual(try absent.values(of: Date.self, at: "startTime"), [])
  }

  func testSingleValues() throws {
    let one = try ColumnArchive(ColumnArchive.encode(sessions[3]))
    XCTAssertFalse(one.isSequence)
    XCTAssertEqual(try one.values(at: Session.path.events.eventTag), ["tag 0", "tag 1", "tag 2"])
    XCTAssertEqual(try one.values(at: Session.path), [sessions[3]])
    let list = try ColumnArchive(ColumnArchive.encode(["a": sessions]))
    XCTAssertEqual(
      try list.values(of: String.self, at: "value.events.eventTag"),
      sessions.flatMap { $0.events.map(\.eventTag) })
  }

  func testRecursiveTypes() throws {
    let nodes = [Node(name: "a", children: [Node(name: "b", children: [Node(name: "c")]), Node(name: "d")])]
    let archive = try archive(nodes)
    XCTAssertEqual(try archive.values(at: Node.path.children.name), ["b", "d"])
    XCTAssertEqual(try archive.values(at: Node.path.children.children.name), ["c"])
    XCTAssertEqual(try archive.values(at: Node.path.children.children), [[Node(name: "c")], []])
    XCTAssertEqual(try archive.values(at: Node.path.children.children.children.children), [])
  }

  /// Of the other columns only the heads are looked at.
  func testOtherColumnsAreNotRead() throws {
    let texts = Format.integers([1, 1] as [UInt]) + Format.varint(2) + [0xFF, 0xFF]
    let parts = ArchiveParts(
      elements: Format.record(["bad": Format.string, "good": Format.signed]), count: 2,
      [0] + texts + Format.integers([5, 6]))
    XCTAssertEqual(try ColumnArchive(parts.data).values(of: Int.self, at: "good"), [5, 6])
    assertThrows(.malformed, at: "bad") { try ColumnArchive(parts.data).values(of: String.self, at: "bad") }
  }
}

@Archivable(className: "Column_Holder")
private struct Holder: Equatable {
  var maybe: Middle?
  var color: Color
  var triangle: Triangle
  var lists: [[Int]]
  var byName: [String: Int]
  var set: Set<Int>
  var pair: (Int, String)
  var bounds: Range<Int>
  var twice: String??
  var total: Int { lists.count }

  @Archivable(className: "Column_Holder_Middle")
  struct Middle: Equatable { var many: [Inner] }
  @Archivable(className: "Column_Holder_Inner")
  struct Inner: Equatable { var inner: Point }

  static func == (left: Holder, right: Holder) -> Bool {
    left.maybe == right.maybe && left.color == right.color && left.pair == right.pair
      && left.twice == right.twice
  }
}

@Archivable(className: "Column_Tag")
private struct Tag: Equatable {
  var eventTag: String
  var isNew = true
}
