import ArchiveDocuments
import StructCoding
import XCTest

@testable import ArchiveTestSupport
@testable import KeyedArchives

/// Every visit of a shared object is paid for, also one that ends in an error which a policy swallows. What is charged
/// shows in the least `maximumDecodedSize` that will do; no clock is asked.
final class ChargedWorkTests: XCTestCase {
  private typealias Item = PlistBuilder.Item

  /// How often a large object is visited. All else costs so little beside it that a charge of as much can only be one for
  /// each visit.
  private let visitCount = 100

  /// Decodes with a limit, and checks that so much is charged, and that the default limits do for a small file.
  private func assertCharges<Value: ArchiveValue>(
    atLeast least: Int, _ data: Data, as type: Value.Type, line: UInt = #line
  ) {
    assertThrows(.limitExceeded, line: line) {
      try KeyedArchive.decode(
        type, from: data, options: .init(limits: .init(maximumDecodedSize: least)))
    }
    XCTAssertNoThrow(
      try KeyedArchive.decode(type, from: data, options: .init(limits: .init(maximumDecodedSize: 1 << 40))),
      line: line)
  }

  private func keys(_ count: Int) -> [(key: Item, value: Item)] {
    (0..<count).map { (.string("key\($0)"), .uid(0)) }
  }

  /// `count` references to object 3, which has one reference to object 5 under a name.
  private func visits(_ count: Int, _ name: String, of large: Item, _ others: [Item] = []) -> Data {
    PlistBuilder(
      [
        .null, .record(class: 2, ["NS.objects": .array(Array(repeating: .uid(3), count: count))]),
        .classRecord("NSArray"), .record(class: 4, [name: .uid(5)]), .classRecord("Test_Lenient"), large,
      ] + others
    ).data()
  }

  // MARK: Keyed archives

  /// A record of a thousand fields where an integer belongs: to say what it is takes a look at all of them.
  func testDescribedRecords() throws {
    let large = Item.dictionary(keys(1000) + [(.string("$class"), .uid(6))])
    let data = visits(visitCount, "number", of: large, [.classRecord("Test_Other")])
    assertCharges(atLeast: visitCount * 1000 * 32, data, as: [Lenient].self)
    XCTAssertEqual(
      try KeyedArchive.decode([Lenient].self, from: visits(9, "number", of: large, [.classRecord("Other")])),
      Array(repeating: Lenient(), count: 9))
  }

  /// A point of a thousand fields that lacks the one that it needs: its error looks for one that is near.
  func testRecordsThatLackAField() throws {
    let large = Item.dictionary(keys(1000) + [(.string("$class"), .uid(6))])
    let data = visits(visitCount, "point", of: large, [.classRecord("Test_Point")])
    assertCharges(atLeast: visitCount * 1000 * 32, data, as: [Lenient].self)
  }

  /// Names are compared character by character with that of the field that a record lacks.
  func testNamesThatAreCompared() throws {
    let names = (100..<150).map { "\($0)" + String(repeating: "a", count: 197) }
    let large = Item.dictionary(names.map { (.string($0), .uid(0)) } + [(.string("$class"), .uid(6))])
    let data = visits(3, "longName", of: large, [.classRecord("Test_LongName")])
    // Everything else costs less than a tenth of that.
    let length = LongName.archiveSchema.cases[0].fields[0].utf8.count
    XCTAssertGreaterThan(length, 50)
    assertCharges(atLeast: 3 * 50 * 200 * length, data, as: [Lenient].self)
  }

  /// A class of a very long name where another one belongs.
  func testLongClassNames() throws {
    let name = String(repeating: "a", count: 10_000)
    for field in ["number", "point", "object", "family"] {
      let data = visits(visitCount, field, of: .record(class: 6, ["x": .uid(0)]), [.classRecord(name)])
      assertCharges(atLeast: visitCount * 10_000, data, as: [Lenient].self)
    }
  }

  /// One long text many times: whoever hashes or parses it goes through all of it.
  func testSharedTexts() throws {
    let text = String(repeating: "é", count: 10_000)
    let objects: [Item] = [
      .null, .record(class: 2, ["NS.objects": .array(Array(repeating: .uid(3), count: visitCount))]),
      .classRecord("NSArray"), .record(class: 4, ["NS.objects": .array([.uid(5)])]), .classRecord("NSSet"),
      .string(text),
    ]
    assertCharges(atLeast: visitCount * 20_000, PlistBuilder(objects).data(), as: [Set<String>].self)
  }

  /// A budget that is spent on a record of an older version stays spent when the record is refused.
  func testRefusedUpgrades() throws {
    let data = visits(
      visitCount, "upgraded",
      of: .dictionary(
        keys(1000) + [(.string("$class"), .uid(6)), (.string("struct.version"), .integer(1))]),
      [.classRecord("Test_LenientPart")])
    assertCharges(atLeast: visitCount * 1000 * 32, data, as: [Lenient].self)
  }

  // MARK: Nodes

  private func assertNodeCharges<Value: ArchiveValue>(
    atLeast least: Int, _ node: ArchiveNode, as type: Value.Type, line: UInt = #line
  ) {
    assertThrows(.limitExceeded, line: line) {
      try node.decode(type, limits: .init(maximumDecodedSize: least))
    }
    XCTAssertNoThrow(try node.decode(type, limits: .init(maximumDecodedSize: 1 << 40)), line: line)
  }

  /// Forty arrays, each of the next one twice, without a limit that anybody set.
  func testNodesOfSharedArrays() {
    let objects = (1...40).map { ArchiveNode.array([.reference($0), .reference($0)]) } + [.array([])]
    let node = ArchiveNode.graph(ArchiveGraph(root: .reference(0), objects: objects))
    let limits = ArchiveLimits(
      maximumDecodedSize: Thoroughness.isFull ? ArchiveLimits().maximumDecodedSize : 4 << 20)
    assertThrows(.limitExceeded, saying: "maximumDecodedSize") { try node.decode(Mesh.self, limits: limits) }
  }

  /// What is large because it holds much is not refused.
  func testLargeNodes() throws {
    let text = ArchiveNode.string(String(repeating: "a", count: 100_000))
    XCTAssertEqual(
      try ArchiveNode.array(Array(repeating: text, count: 1000)).decode([String].self).count, 1000)
  }

  private func graph(_ count: Int, _ lenient: ArchiveNode.Fields, _ large: ArchiveNode) -> ArchiveNode {
    .graph(
      ArchiveGraph(
        root: .array(Array(repeating: .reference(0), count: count)), objects: [.record(lenient), large]))
  }

  private func largeFields(_ className: String, version: Int = 1) -> ArchiveNode.Fields {
    ArchiveNode.Fields(
      className: className, version: version, names: (0..<1000).map { "key\($0)" },
      nodes: Array(repeating: .null, count: 1000))
  }

  /// What is missing is looked for in a record of a thousand others, once for each reference to it.
  func testNodesOfSharedRecords() {
    let point = graph(
      visitCount, ArchiveNode.Fields(className: "Test_Lenient", ["point": .reference(1)]),
      .record(largeFields("Test_Point")))
    assertNodeCharges(atLeast: visitCount * 1000 * 16, point, as: [Lenient].self)
    let upgraded = graph(
      visitCount, ArchiveNode.Fields(className: "Test_Lenient", ["upgraded": .reference(1)]),
      .record(largeFields("Test_LenientPart")))
    assertNodeCharges(atLeast: visitCount * 1000 * 16, upgraded, as: [Lenient].self)
    let text = graph(
      visitCount, ArchiveNode.Fields(className: "Test_Lenient", ["text": .reference(1)]),
      .string(String(repeating: "a", count: 10_000)))
    assertNodeCharges(atLeast: visitCount * 10_000, text, as: [Lenient].self)
  }

  /// An object of a class of Foundation's costs what it leads to, however large the graph is, and is made once.
  func testObjectsInGraphs() throws {
    let ticket = try ArchiveNode(encoding: Ticket("a"))
    let unrelated = (0..<100_000).map { ArchiveNode.string("text \($0)") }
    let few = ArchiveNode.graph(
      ArchiveGraph(root: .array([.reference(0), .reference(0)]), objects: [ticket] + unrelated))
    XCTAssertEqual(
      try few.decode([Ticket].self, limits: .init(maximumDecodedSize: 20_000)).map(\.title), ["a", "a"])
    guard case .record(var fields) = ticket else { return XCTFail("\(ticket)") }
    fields["tags"] = .reference(1)
    let many = ArchiveNode.graph(
      ArchiveGraph(
        root: .array(Array(repeating: .reference(0), count: 20)),
        objects: [.record(fields), .array((0..<1000).map { .string("tag \($0)") })]))
    let tickets = try many.decode([Ticket].self, limits: .init(maximumDecodedSize: 200_000))
    XCTAssertEqual(tickets.count, 20)
    XCTAssertTrue(tickets.allSatisfy { $0 === tickets[0] && $0.tags.count == 1000 })
    assertThrows(.limitExceeded) {
      try many.decode([Ticket].self, limits: .init(maximumDecodedSize: 20_000))
    }
  }

  /// Records of an older version in a graph: the objects that they lead to are made trees once for all of them.
  func testUpgradedRecordsInGraphs() throws {
    let names = ArchiveNode.array((0..<1000).map { .string("name \($0)") })
    let count = Thoroughness.isFull ? 1000 : 60
    let parts = (0..<count).map { _ in
      ArchiveNode.record(ArchiveNode.Fields(className: "Test_LenientPart", ["names": .reference(0)]))
    }
    let node = ArchiveNode.graph(ArchiveGraph(root: .array(parts), objects: [names]))
    XCTAssertEqual(try node.decode([LenientPart].self).map(\.count), Array(repeating: 1000, count: count))
  }

  // MARK: Verifying

  /// Objects that all begin at one large array are refused; objects that are apart are looked at once each.
  func testVerifyingOverlappingObjects() throws {
    func archive(_ count: Int, overlapping: Bool) throws -> Data {
      let points = (0..<count).map { Point(x: $0, y: $0) }
      var data = try KeyedArchive.encode(points)
      guard overlapping else { return data }
      // The offset of each object becomes that of the largest, the array of all objects.
      let trailer = data.count - 32
      let (size, table) = (
        Int(data[trailer + 6]), Int(data.suffix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
      )
      let objects = Int(data[(trailer + 8)..<(trailer + 16)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
      let offsets = (0..<objects).map { object in
        data[(table + object * size)..<(table + (object + 1) * size)].reduce(0) { $0 << 8 | Int($1) }
      }
      let largest = offsets.filter { data[$0] >> 4 == 0xA }.max { array(data, $0) < array(data, $1) }!
      for object in 0..<objects where data[offsets[object]] >> 4 == 0x1 {
        data.replaceSubrange(
          (table + object * size)..<(table + (object + 1) * size),
          with: (0..<size).map { UInt8(truncatingIfNeeded: largest >> (8 * (size - 1 - $0))) })
      }
      return data
    }
    func array(_ data: Data, _ offset: Int) -> Int {
      guard data[offset] & 0xF == 15 else { return Int(data[offset] & 0xF) }
      let size = 1 << Int(data[offset + 1] & 0xF)
      return data[(offset + 2)..<(offset + 2 + size)].reduce(0) { $0 << 8 | Int($1) }
    }
    let (small, large) = (try archive(1000, overlapping: false), try archive(2000, overlapping: false))
    XCTAssertEqual(try [small, large].map { try KeyedArchive($0).verify()["Test_Point"] }, [1000, 2000])
    let overlapping = try KeyedArchive(archive(20_000, overlapping: true))
    assertThrows(.limitExceeded) { try overlapping.verify() }
  }
}

/// What does without any of its fields.
@Archivable(className: "Test_Lenient")
struct Lenient: Equatable {
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var number = 0
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var text: String? = nil
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var point: Point? = nil
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var object: LenientObject? = nil
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var family: LenientFamily? = nil
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var upgraded: LenientPart? = nil
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var longName: LongName? = nil

  static func == (left: Lenient, right: Lenient) -> Bool {
    (left.number, left.text, left.point, left.upgraded, left.longName) == (
      right.number, right.text, right.point, right.upgraded, right.longName
    )
      && left.object === right.object && left.family === right.family
  }
}

@Archivable(className: "Test_LongName")
struct LongName: Equatable {
  var aNameWithWhichEachNameIsComparedThatTheRecordHasInstead: Int
}

@ArchivableObject(className: "Test_LenientObject")
final class LenientObject {
  var x = 0
  init() {}
}

@ArchivableObject(className: "Test_LenientFamily")
class LenientFamily {
  var x = 0
  init() {}
  class var archiveSubclasses: [any ArchivableObject.Type] { [LenientMember.self] }
}

@ArchivableObject(className: "Test_LenientMember")
final class LenientMember: LenientFamily {
  var y = 0
  override init() { super.init() }
}

/// A record that has counted names since its second version.
@Archivable(className: "Test_LenientPart", version: 2)
struct LenientPart: Equatable, ArchiveUpgradable {
  var count: Int

  static func upgrade(_ fields: inout ArchiveNode.Fields, from version: Int) throws {
    fields["count"] = .integer(Int64(try fields.decode([String].self, "names").count))
  }
}
