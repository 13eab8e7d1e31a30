import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Fields that came, went, or changed places.
final class FieldTests: XCTestCase {
  private let first = VisitV1(place: "home", minutes: 5)

  func testAddedFields() throws {
    try assertReads(
      first, as: VisitV2(minutes: 5, rating: 3, place: "home", note: nil, tags: ["new"], kind: .once))
  }

  func testRemovedFields() throws {
    let second = VisitV2(minutes: 7, rating: 1, place: "x", note: "n", tags: [], kind: .often(times: 3))
    try assertReads(second, as: VisitV1(place: "x", minutes: 7))
  }

  func testFieldsWithoutADefault() throws {
    try assertRefuses(
      [first, first], as: VisitV3.self, .missingField, at: "[0].author", saying: "author", "initial value")
    let visits = try ColumnArchive.encode(Both(first: 1, second: [first]) as Both<Int, [VisitV1]>?)
    assertThrows(.missingField, at: "second[0].author") {
      try ColumnArchive.decode(Both<Int, [VisitV3]>?.self, from: visits)
    }
  }

  /// Columns of every kind are passed over when nobody asks for them.
  func testRemovedFieldsOfEveryKind() throws {
    var random = SeededGenerator()
    for count in [1, 3, 40] {
      let values = (0..<count).map { number in
        Everything(
          first: number, numbers: .arbitrary(&random), texts: .arbitrary(&random),
          values: .arbitrary(&random),
          collections: .arbitrary(&random), shapes: .arbitrary(&random), expression: .arbitrary(&random),
          mesh: .arbitrary(&random), remark: .arbitrary(&random), empty: Empty(),
          direction: .arbitrary(&random),
          nested: .arbitrary(&random), last: "\(number)")
      }
      let data = try ColumnArchive.encode(values, options: .init(batchSize: 16))
      let back = try ColumnArchive.decode([Nothing].self, from: data)
      XCTAssertEqual(back, (0..<count).map { Nothing(last: "\($0)", first: $0) }, "seed \(random.seed)")
      let archive = try ColumnArchive(data)
      XCTAssertEqual(try archive.elements(of: Nothing.self, in: (count - 1)..<count), [back[count - 1]])
      // And they all come back when they are asked for.
      XCTAssertEqual(
        try archive.elements(of: Everything.self, in: (count / 2)..<count), Array(values[(count / 2)...]))
    }
  }

  func testRawRecords() throws {
    try assertReads(
      Vertex2(y: 2, x: 1), as: Vertex3(x: 1, y: 2, z: -1, name: nil))
    try assertReads(Vertex3(x: 1, y: 2, z: 3, name: "n"), as: Vertex2(y: 2, x: 1))
    try assertReads(Edge2(from: Vertex2(y: 2, x: 1), to: Vertex2(y: 4, x: 3)), as: Edge1(to: Vertex1(x: 3)))
    try assertRefuses(
      [Edge1(to: Vertex1(x: 3))], as: Edge3.self, .missingField, at: "[0].from", saying: "from")
    // Wider numbers, and more of them than there were.
    try assertReads(Pixel(red: 1, green: 255), as: WidePixel(green: 255, red: 1, blue: 9))
    assertThrows(.invalidValue, at: "[1].red", saying: "256") {
      try ColumnArchive.decode(
        [Pixel].self,
        from: ColumnArchive.encode([
          WidePixel(green: 1, red: 255, blue: 0), WidePixel(green: 1, red: 256, blue: 0),
        ]))
    }
  }

  /// What made the types different is gone: the columns are the same again, and so is what is read.
  func testSameSchemaIsReadTheSameWay() throws {
    let events = (0..<40).map {
      Event(timeStamp: Date(timeIntervalSinceReferenceDate: Double($0)), eventTag: "\($0)")
    }
    let data = try ColumnArchive.encode(events)
    var parts = try ArchiveParts(data)
    // The same names and kinds, in a schema of other bytes: an entry that takes more of them than it needs.
    XCTAssertEqual(parts.schema[1], 2)
    parts.schema.replaceSubrange(1..<2, with: [0x82, 0])
    XCTAssertEqual(try ColumnArchive.decode([Event].self, from: parts.data), events)
    parts.className = "Test_Event"
    XCTAssertNotEqual(parts.data, data)
    // Two types of one shape are written in full; a reader with one type for both takes them.
    let twins = try ColumnArchive.encode([[Twins(first: Vertex1(x: 1), second: OtherVertex(x: 2))]])
    let same = try ColumnArchive.encode([[Same(first: Vertex1(x: 1), second: Vertex1(x: 2))]])
    XCTAssertNotEqual(twins, same)
    XCTAssertEqual(
      try ColumnArchive.decode([[Same]].self, from: twins),
      [[Same(first: Vertex1(x: 1), second: Vertex1(x: 2))]])
    XCTAssertEqual(
      try ColumnArchive.decode([[Twins]].self, from: same),
      [[Twins(first: Vertex1(x: 1), second: OtherVertex(x: 2))]])
  }

  /// What `init(fields:)` throws is located.
  func testInitializersThatThrow() throws {
    let data = try ColumnArchive.encode(
      [[1, 2], [3]].map { $0.map { Positive.Loose(number: $0, more: nil) } })
    XCTAssertEqual(try ColumnArchive.decode([[Positive]].self, from: data).map(\.count), [2, 1])
    let wrong = try ColumnArchive.encode(
      [[1, 2], [3, -3]].map { $0.map { Positive.Loose(number: $0, more: nil) } })
    let error = assertThrows(.custom, at: "[1][1]", saying: "NotPositive") {
      try ColumnArchive.decode([[Positive]].self, from: wrong)
    }
    XCTAssert(error?.underlyingError is Positive.NotPositive)
  }
}

@Archivable(className: "Column_VisitV1", formerly: ["Column_VisitV2"])
private struct VisitV1: Equatable {
  var place: String
  var minutes: Int
}

@Archivable(className: "Column_VisitV2", formerly: ["Column_VisitV1"])
private struct VisitV2: Equatable {
  var minutes: Int
  var rating = 3
  var place: String
  var note: String?
  var tags: [String] = ["new"]
  var kind = Kind.once

  @Archivable(className: "Column_VisitKind")
  enum Kind: Equatable {
    case once
    case often(times: Int)
  }
}

@Archivable(className: "Column_VisitV3", formerly: ["Column_VisitV1", "Column_VisitV2"])
private struct VisitV3: Equatable {
  var place: String
  var author: String
}

@Archivable(className: "Column_Everything")
private struct Everything: Equatable {
  var first: Int
  var numbers: Numbers
  var texts: Texts
  var values: FoundationValues
  var collections: Collections
  var shapes: [String: Shape]
  var expression: Expression?
  var mesh: [Triangle]
  var remark: Remark
  var empty: Empty
  var direction: Direction
  var nested: [[Session?]]
  var last: String
}

@Archivable(className: "Column_Nothing", formerly: ["Column_Everything"])
private struct Nothing: Equatable {
  var last: String
  var first: Int
}

@Archivable(className: "Column_Vertex1")
private struct Vertex1: Equatable { var x: Double }
@Archivable(className: "Column_OtherVertex")
private struct OtherVertex: Equatable { var x: Double }
@Archivable(className: "Column_Vertex2", formerly: ["Column_Vertex3"])
private struct Vertex2: Equatable { var y, x: Double }
@Archivable(className: "Column_Vertex3", formerly: ["Column_Vertex2"])
private struct Vertex3: Equatable {
  var x, y: Double
  var z: Double = -1
  var name: String?
}
@Archivable(className: "Column_Edge1", formerly: ["Column_Edge2"])
private struct Edge1: Equatable { var to: Vertex1 }
@Archivable(className: "Column_Edge2", formerly: ["Column_Edge1"])
private struct Edge2: Equatable { var from, to: Vertex2 }
@Archivable(className: "Column_Edge3", formerly: ["Column_Edge1"])
private struct Edge3: Equatable { var from, to: Vertex1 }

@Archivable(className: "Column_Pixel", formerly: ["Column_WidePixel"])
private struct Pixel: Equatable { var red, green: UInt8 }
@Archivable(className: "Column_WidePixel", formerly: ["Column_Pixel"])
private struct WidePixel: Equatable {
  var green, red: Int
  var blue = 9
}

@Archivable(className: "Column_Twins")
private struct Twins: Equatable {
  var first: Vertex1
  var second: OtherVertex
}
@Archivable(className: "Column_Same")
private struct Same: Equatable { var first, second: Vertex1 }

/// A struct that is made by its initialiser, since a field may be missing, and that is particular.
private struct Positive: ArchiveStruct {
  var number: Int
  var more: Int

  struct NotPositive: Error {}

  @Archivable(className: "Column_Positive")
  fileprivate struct Loose {
    var number: Int
    var more: Int?
  }

  static let archiveFields = ArchiveFields<Positive>("Column_Positive") { fields in
    fields.field("number", \.number)
    fields.field("less", \.more)
  }

  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(number, at: 0)
    try encoder.encode(more, at: 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    number = try decoder.decode(at: 0)
    more = decoder.hasField(at: 1) ? try decoder.decode(at: 1) : 0
    guard number > 0 else { throw NotPositive() }
  }
}
