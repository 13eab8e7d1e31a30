import ArchiveDocuments
import ColumnArchives
import StructCoding
import XCTest

@Archivable
private struct InspectedMoment: Equatable {
  var timeStamp: Date
  var tag: String
  var weight: Double?
}

@Archivable
private struct InspectedDay: Equatable {
  var start: Date
  var moments: [InspectedMoment]
  var counts: [String: Int]
}

@Archivable
private struct InspectedPixel: Equatable {
  var x: Double
  var y: Double
  var level: Float
  var shade: Float
}

@ArchivableObject
private final class InspectedNode {
  var name: String
  var next: InspectedNode?

  init(name: String, next: InspectedNode?) { (self.name, self.next) = (name, next) }
}

/// The classes and columns of a file, with their numbers and bytes.
final class PartTests: XCTestCase {
  private static let days: [InspectedDay] = (0..<300).map { number in
    let start = Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
    return InspectedDay(
      start: start,
      moments: (0..<(number % 4)).map {
        InspectedMoment(timeStamp: start + Double($0), tag: "tag \($0)", weight: $0 == 1 ? nil : 1.5)
      },
      counts: ["a": number, "b": -number])
  }

  func testColumns() throws {
    let data = try ColumnArchive.encode(Self.days, options: .init(batchSize: 64))
    let parts = try ArchiveInspection(data).parts()
    XCTAssertEqual(
      parts.map(\.name),
      [
        "", "start", "moments", "moments.timeStamp", "moments.tag", "moments.weight", "counts", "counts.key",
        "counts.value",
      ])
    XCTAssertEqual(parts[0].count, 300)
    XCTAssertEqual(
      [parts[1].kind, parts[2].kind, parts[5].kind], ["date", "array of record", "optional double"])
    XCTAssertEqual(parts[3].count, Self.days.reduce(0) { $0 + $1.moments.count })
    XCTAssertGreaterThan(parts[3].byteCount, 8 * parts[3].count / 2)
    XCTAssertLessThan(parts.reduce(0) { $0 + $1.byteCount }, data.count)
    let empty = try ArchiveInspection(ColumnArchive.encode([InspectedDay]())).parts()
    XCTAssertEqual(empty.map(\.name), parts.map(\.name))
  }

  func testFieldsOfRawRecordsTakeTheirWidth() throws {
    let pixels: [InspectedPixel] = (0..<100).map { number in
      let (x, level) = (Double(number), Float(number))
      return InspectedPixel(x: x, y: x * x, level: level, shade: level * level)
    }
    let parts = try ArchiveInspection(ColumnArchive.encode(pixels)).parts()
    XCTAssertEqual(parts.map(\.byteCount), [0, 800, 800, 400, 400])
  }

  func testInstancesCountByClass() throws {
    let last = InspectedNode(name: "last", next: nil)
    let nodes: [InspectedNode] = (0..<10).map { InspectedNode(name: "node \($0)", next: last) }
    for data in [try ColumnArchive.encode(nodes), try KeyedArchive.encode(nodes)] {
      let parts = try ArchiveInspection(data).parts()
      XCTAssertEqual(parts.first { $0.name.contains("InspectedNode") }?.count, 11)
    }
  }

  func testClassesOfKeyedArchives() throws {
    let data = try KeyedArchive.encode(Self.days)
    let parts = try ArchiveInspection(data).parts()
    func part(_ name: String) throws -> ArchivePart { try XCTUnwrap(parts.first { $0.name.contains(name) }) }
    XCTAssertEqual(try part("InspectedDay").count, 300)
    XCTAssertEqual(
      try part("InspectedMoment").count, Self.days.reduce(0) { $0 + $1.moments.count })
    // The seconds of each date lie inline.
    XCTAssertGreaterThan(try part("NSDate").byteCount, 9 * 300)
    XCTAssertGreaterThan(try part("(texts)").byteCount, 0)
    XCTAssertEqual(parts.map(\.byteCount), parts.map(\.byteCount).sorted(by: >))
    XCTAssertLessThan(parts.reduce(0) { $0 + $1.byteCount }, data.count)
    let xml = try ArchiveInspection(KeyedArchive.encode(Self.days, options: .init(outputFormat: .xml)))
    XCTAssertTrue(xml.summary.isXML)
    let counts = { (parts: [ArchivePart]) in
      Dictionary(uniqueKeysWithValues: parts.map { ($0.name, $0.count) })
    }
    XCTAssertEqual(counts(try xml.parts()), counts(parts))
    XCTAssertEqual(try ArchiveInspection(Data("[1]".utf8)).parts(), [])
  }
}
