import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import FastCoding
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
  var name: String
  var moments: [InspectedMoment]
  var counts: [String: Int]
  var mood: InspectedMood
}

@Archivable
private enum InspectedMood: Equatable {
  case calm
  case busy(calls: Int, note: String)
}

@Archivable
private struct InspectedPixel: Equatable {
  var x: Double
  var y: Double
  var level: Float
  var shade: Float
}

@Archivable
private final class InspectedNode {
  var name: String
  var next: InspectedNode?

  init(name: String, next: InspectedNode?) { (self.name, self.next) = (name, next) }
}

/// Where the bytes are: the parts are the right ones, and together they are the whole file.
final class ByteMapTests: XCTestCase {
  private static let days: [InspectedDay] = (0..<300).map { number in
    let start = Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
    return InspectedDay(
      start: start, name: "day \(number)",
      moments: (0..<(number % 4)).map {
        InspectedMoment(timeStamp: start + Double($0), tag: "tag \($0)", weight: $0 == 1 ? nil : 1.5)
      },
      counts: ["a": number, "b": -number],
      mood: number % 3 == 0 ? .calm : .busy(calls: number, note: "\(number)"))
  }

  /// The map of an archive in XML is that of its text.
  func testKeyedArchiveInXML() throws {
    let days = Self.days
    let data = try KeyedArchive.encode(days, options: .init(outputFormat: .xml))
    _ = try check(data)
    let inspection = try ArchiveInspection(data)
    let map = try inspection.byteMap()
    XCTAssertEqual(map.bytes, data.count)
    for name in ["offset table", "header and trailer", "references"] { XCTAssertNil(map[name], name) }
    let classes = inspection.classes(in: map)
    XCTAssertEqual(
      classes.first { $0.name == InspectedDay.archiveSchema.className }?.count, days.count)
    // The objects of a class take as many bytes as their elements have in the text.
    let text = String(decoding: data, as: UTF8.self)
    let strings = try XCTUnwrap(map["strings"])
    XCTAssertGreaterThan(strings.bytes, strings.count * "<string></string>".utf8.count)
    XCTAssertEqual(strings.count, text.components(separatedBy: "\n\t\t<string>").count - 1)
    let date = try XCTUnwrap(classes.first { $0.name == "NSDate" })
    XCTAssertGreaterThan(date["NS.time"]?.bytes ?? 0, date.count * "<key>NS.time</key>".utf8.count)
  }

  /// Every part has what its children have, and its own bytes; the whole has all bytes of the file.
  private func check(_ data: Data, file: StaticString = #filePath, line: UInt = #line) throws
    -> ArchiveByteMap
  {
    let map = try ArchiveInspection(data, formats: .all).byteMap()
    func check(_ map: ArchiveByteMap) {
      XCTAssertGreaterThanOrEqual(map.ownBytes, 0, map.name, file: file, line: line)
      for child in map.children { check(child) }
    }
    check(map)
    XCTAssertEqual(map.bytes, data.count, file: file, line: line)
    XCTAssertEqual(map.ownBytes, 0, "every byte of the file is in a part", file: file, line: line)
    return map
  }

  func testColumnArchivesAreMappedByField() throws {
    let data = try ColumnArchive.encode(Self.days, options: .init(batchSize: 64))
    let map = try check(data)
    XCTAssertEqual(map.children.map(\.name), ["header", "schema", "columns", "directories", "batches"])
    let columns = try XCTUnwrap(map["columns"])
    XCTAssertEqual(columns.count, 300)
    XCTAssertEqual(columns.children.map(\.name), ["start", "name", "moments", "counts", "mood"])
    XCTAssertEqual(columns["start"]?.kind, "date")
    XCTAssertEqual(columns["start"]?.count, 300)
    // A byte that says that all differ, and eight a date, in five batches.
    XCTAssertEqual(columns["start"]?.bytes, 5 + 300 * 8)
    XCTAssertEqual(columns["moments"]?.kind, "array of record")
    XCTAssertEqual(columns["moments"]?.children.map(\.name), ["timeStamp", "tag", "weight"])
    XCTAssertEqual(columns["moments"]?["weight"]?.kind, "optional double")
    XCTAssertEqual(columns["counts"]?.children.map(\.name), ["key", "value"])
    XCTAssertEqual(columns["mood"]?["busy"]?.children.map(\.name), ["calls", "note"])
    XCTAssertEqual(columns["mood"]?["busy"]?["note"]?.kind, "string")
  }

  func testFieldsOfRawRecordsTakeTheirWidth() throws {
    let pixels: [InspectedPixel] = (0..<100).map { number in
      let (x, level) = (Double(number), Float(number))
      return InspectedPixel(x: x, y: x * x, level: level, shade: level * level)
    }
    let columns: ArchiveByteMap = try XCTUnwrap(try check(try ColumnArchive.encode(pixels))["columns"])
    XCTAssertEqual(columns.kind, "raw record")
    XCTAssertEqual(columns.children.map(\.bytes), [800, 800, 400, 400])
    XCTAssertEqual(columns.children.map(\.name), ["x", "y", "level", "shade"])
  }

  func testFieldsWithoutValuesAreNamed() throws {
    let columns = try XCTUnwrap(try check(try ColumnArchive.encode([InspectedDay]()))["columns"])
    XCTAssertEqual(columns["moments"]?.children.map(\.name), ["timeStamp", "tag", "weight"])
    XCTAssertEqual(columns.bytes, 0)
  }

  func testInstancesAreMappedByClass() throws {
    let last = InspectedNode(name: "last", next: nil)
    let nodes: [InspectedNode] = (0..<10).map { InspectedNode(name: "node \($0)", next: last) }
    let (column, keyed) = (try ColumnArchive.encode(nodes), try KeyedArchive.encode(nodes))
    for data in [column, keyed] {
      let classes = try ArchiveInspection(data, formats: .all).classes(in: try check(data))
      XCTAssertEqual(classes.first { $0.name.contains("InspectedNode") }?.count, 11)
    }
  }

  func testKeyedArchivesAreMappedByClass() throws {
    let data = try KeyedArchive.encode(Self.days)
    let map = try check(data)
    let classes = try ArchiveInspection(data, formats: .all).classes(in: map)
    let counts = Dictionary(uniqueKeysWithValues: classes.map { ($0.name, $0.count) })
    XCTAssertEqual(counts.first { $0.key.contains("InspectedDay") }?.value, 300)
    XCTAssertEqual(
      counts.first { $0.key.contains("InspectedMoment") }?.value,
      Self.days.reduce(0) { $0 + $1.moments.count })
    for part in ["strings", "keys", "references", "offset table", "class records", "header and trailer"] {
      XCTAssertGreaterThan(map[part]?.bytes ?? 0, 0, part)
    }
    XCTAssertEqual(map["header and trailer"]?.bytes, 40)
    XCTAssertEqual(map.children.map(\.bytes), map.children.map(\.bytes).sorted(by: >))
    // An XML archive is mapped in its binary form.
    let xml = try ArchiveInspection(
      KeyedArchive.encode(Self.days, options: .init(outputFormat: .xml)), formats: .all)
    XCTAssertTrue(xml.summary.isXML)
    XCTAssertEqual(try xml.byteMap()["objects"]?.children.count, map["objects"]?.children.count)
  }

  /// What objects hold without a reference counts for their fields; class records have none.
  func testKeyedArchivesAreMappedByField() throws {
    let pixels: [InspectedPixel] = (0..<100).map { number in
      InspectedPixel(x: Double(number) + 0.1, y: Double(number) + 0.2, level: 0.5, shade: 0.25)
    }
    let map = try check(try KeyedArchive.encode(pixels))
    let pixel = try XCTUnwrap(map["objects"]?.children.first { $0.name.contains("InspectedPixel") })
    XCTAssertEqual(pixel.children.map(\.name).sorted(), ["level", "shade", "x", "y"])
    XCTAssertEqual([pixel["x"]?.bytes, pixel["y"]?.bytes], [900, 900])
    XCTAssertEqual(map["class records"]?.children.map(\.name), [])
  }

  /// Bytes between the last object and the table of offsets belong to nothing.
  func testUnusedBytes() throws {
    for data in [try KeyedArchive.encode(Self.days), try Self.plainList()] {
      XCTAssertNil(try check(data)["unused"])
      let table = Int(data.suffix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
      var changed = data.prefix(table) + Data(count: 5) + data[table...].dropLast(8)
      for shift in stride(from: 56, through: 0, by: -8) {
        changed.append(UInt8(truncatingIfNeeded: (table + 5) >> shift))
      }
      XCTAssertEqual(try check(changed)["unused"]?.bytes, 5)
    }
  }

  private static func plainList() throws -> Data {
    try PropertyListSerialization.data(
      fromPropertyList: ["a": [1, 2], "b": "text"], format: .binary, options: 0)
  }

  func testFastCodingFilesAreMappedByChunk() throws {
    let data = try FastCodingArchive.encode(Self.days)
    let map = try check(data)
    let classes = try ArchiveInspection(data, formats: .all).classes(in: map)
    XCTAssertEqual(classes.first { $0.name.contains("InspectedDay") }?.count, 300)
    XCTAssertEqual(map["header"]?.bytes, 20)
    XCTAssertNil(map["unused"])
    XCTAssertEqual(try ArchiveInspection(data + Data(count: 5), formats: .all).byteMap()["unused"]?.bytes, 5)
  }

  func testJSONIsMappedByKey() throws {
    let text =
      #"{"days": [{"tag": "a\"}b", "on": true}, {"tag": "c", "on": false}], "e\u0021": {"x": -1.5e3}}"#
    let map = try ArchiveInspection(Data(text.utf8), formats: .all).byteMap()
    XCTAssertEqual(map.bytes, text.utf8.count)
    XCTAssertEqual(map.children.map(\.name), ["days", "e!"])
    XCTAssertEqual(map["days"]?["tag"]?.count, 2)
    XCTAssertEqual(map["days"]?["tag"]?.bytes, #""tag""a\"}b""tag""c""#.utf8.count)
    XCTAssertEqual(map["days"]?["on"]?.bytes, #""on"true"on"false"#.utf8.count)
    XCTAssertEqual(map["e!"]?["x"]?.bytes, #""x"-1.5e3"#.utf8.count)
    XCTAssertThrowsError(try ArchiveInspection(Data(#"{"days": ]"#.utf8)).byteMap()) { error in
      XCTAssertEqual((error as? ArchiveError)?.offset, 9)
    }
  }

  func testPropertyListsAreMappedByKey() throws {
    let list: [String: Any] = [
      "name": "x", "points": [["x": 1.5, "y": 2], ["x": 3.5, "y": 4]], "blob": Data(count: 50),
    ]
    let binary = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    let map = try check(binary)
    XCTAssertEqual(map["content"]?["blob"]?.bytes, 53)
    XCTAssertEqual(map["content"]?["points"]?["x"]?.bytes, 18)
    XCTAssertEqual(Set(map["content"]?.children.map(\.name) ?? []), ["name", "points", "blob"])

    let xml = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
    let text = try ArchiveInspection(xml, formats: .all).byteMap()
    XCTAssertEqual(text.bytes, xml.count)
    XCTAssertEqual(Set(text.children.map(\.name)), ["name", "points", "blob"])
    XCTAssertEqual(text["points"]?["y"]?.count, 2)
    let wide =
      Data([0xFF, 0xFE])
      + String(decoding: xml, as: UTF8.self).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    XCTAssertEqual(try ArchiveInspection(wide).byteMap().bytes, wide.count)
  }

  func testShortenedMapsKeepTheirBytes() throws {
    let map = ArchiveByteMap(
      name: "all", bytes: 1_000,
      children: (0..<50).map {
        ArchiveByteMap(
          name: "\($0)", bytes: $0,
          children: [
            ArchiveByteMap(name: "inner", bytes: $0 / 2)
          ])
      })
    let short = map.shortened(to: 10)
    XCTAssertEqual(short.children.count, 10)
    XCTAssertEqual(short.bytes, 1_000)
    XCTAssertEqual(short.ownBytes, map.ownBytes)
    XCTAssertEqual(short.children.last?.name, "41 others")
    XCTAssertEqual(map.shortened(to: 10, depth: 1).children.first?.children, [])
  }
}
