import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// The layout is that of Apple's archiver, as other parsers of property lists see it.
final class KeyedLayoutTests: XCTestCase {
  private let session = Session(
    startTime: Date(timeIntervalSinceReferenceDate: 0.5), endTime: nil,
    events: [
      Event(timeStamp: Date(timeIntervalSinceReferenceDate: 1.5), eventTag: "start"),
      Event(timeStamp: Date(timeIntervalSinceReferenceDate: -2), eventTag: "start"),
    ])

  func testTopLevel() throws {
    let archive = try Layout(KeyedArchive.encode(session))
    XCTAssertEqual(Set(archive.list.keys), ["$archiver", "$objects", "$top", "$version"])
    XCTAssertEqual(archive.list["$archiver"] as? String, "NSKeyedArchiver")
    XCTAssertEqual(archive.list["$version"] as? Int, 100_000)
    XCTAssertEqual(archive.objects[0] as? String, "$null")
    XCTAssertEqual(archive.top.keys.map { $0 }, ["root"])
    XCTAssertEqual(Layout.uid(archive.top["root"]), 1)
  }

  /// Foundation refuses references of one byte in a file of 256 objects, though the largest is 255; and so on.
  func testFoundationReadsFilesAtTheBoundsOfReferenceSizes() throws {
    func archive(integers: Int, dates: Int) throws -> Data {
      let archiver = KeyedArchiver(requiringSecureCoding: true)
      archiver.encode((0..<integers).map { $0 + 1000 }, forKey: "integers")
      archiver.encode((0..<dates).map { Date(timeIntervalSinceReferenceDate: Double($0)) }, forKey: "dates")
      return try archiver.finishEncoding()
    }
    func objectCount(_ data: Data) -> Int { data.suffix(24).prefix(8).reduce(0) { $0 << 8 | Int($1) } }

    for bound in [256, 65_536] {
      for count in [bound - 1, bound, bound + 1] {
        // Each integer adds two objects of the property list, so the dates are needed for odd numbers.
        let data = try (0..<3).compactMap { dates -> Data? in
          let missing = count - objectCount(try archive(integers: 20, dates: dates))
          return missing % 2 == 0 ? try archive(integers: 20 + missing / 2, dates: dates) : nil
        }.first
        let archive = try XCTUnwrap(data)
        XCTAssertEqual(objectCount(archive), count)
        XCTAssertNoThrow(try PropertyListSerialization.propertyList(from: archive, options: [], format: nil))
      }
    }
  }

  func testRecords() throws {
    let archive = try Layout(KeyedArchive.encode(session))
    let root = try XCTUnwrap(archive.root)
    XCTAssertEqual(Set(root.keys), ["startTime", "endTime", "events", "$class"])
    XCTAssertEqual(Layout.uid(root["endTime"]), 0)
    let record = try XCTUnwrap(archive.object(at: root["$class"]) as? [String: Any])
    XCTAssertEqual(record["$classname"] as? String, "Test_Session")
    XCTAssertEqual(record["$classes"] as? [String], ["Test_Session", "NSObject"])
    XCTAssertEqual(Set(record.keys), ["$classname", "$classes"])

    let start = try XCTUnwrap(archive.object(at: root["startTime"]) as? [String: Any])
    XCTAssertEqual(start["NS.time"] as? Double, 0.5)
    XCTAssertEqual(archive.className(of: start), "NSDate")

    let events = try XCTUnwrap(archive.object(at: root["events"]) as? [String: Any])
    XCTAssertEqual(archive.className(of: events), "NSArray")
    XCTAssertEqual((events["NS.objects"] as? [Any])?.count, 2)
    let tags = archive.objects(ofClass: "Test_Event").map { Layout.uid($0["eventTag"]) }
    XCTAssertEqual(tags.count, 2)
    XCTAssertEqual(tags[0], tags[1])
  }

  func testNumbersInFieldsAndAsObjects() throws {
    let archive = try Layout(KeyedArchive.encode(Point(x: 3, y: -4)))
    XCTAssertEqual(archive.root?["x"] as? Int, 3)
    XCTAssertEqual(archive.root?["y"] as? Int, -4)
    let optional = try Layout(KeyedArchive.encode(Box<Int?>(content: 3)))
    XCTAssertEqual(optional.object(at: optional.root?["content"]) as? Int, 3)
  }

  func testCollections() throws {
    let dictionary = try Layout(KeyedArchive.encode(["b": 2, "a": 1]))
    XCTAssertEqual(dictionary.className(of: dictionary.root), "NSDictionary")
    let keys = try XCTUnwrap(dictionary.root?["NS.keys"] as? [Any]).map {
      dictionary.object(at: $0) as? String
    }
    let values = try XCTUnwrap(dictionary.root?["NS.objects"] as? [Any]).map {
      dictionary.object(at: $0) as? Int
    }
    XCTAssertEqual(keys, ["a", "b"])
    XCTAssertEqual(values, [1, 2])
    let set = try Layout(KeyedArchive.encode(Set([1])))
    XCTAssertEqual(set.className(of: set.root), "NSSet")
    let missing = try Layout(KeyedArchive.encode([nil, 1] as [Int?]))
    XCTAssertEqual(missing.objects(ofClass: "NSNull").count, 1)
  }

  func testFoundationLayouts() throws {
    let url = try Layout(KeyedArchive.encode(URL(string: "b", relativeTo: URL(string: "http://a/"))!))
    XCTAssertEqual(url.objects(ofClass: "NSURL").count, 2)
    XCTAssertEqual(url.object(at: url.root?["NS.relative"]) as? String, "b")
    let uuid = UUID()
    let id = try Layout(KeyedArchive.encode(uuid))
    XCTAssertEqual(id.root?["NS.uuidbytes"] as? Data, withUnsafeBytes(of: uuid.uuid) { Data($0) })
    let data = try Layout(KeyedArchive.encode(Data([1, 2])))
    XCTAssertEqual(data.objects[1] as? Data, Data([1, 2]))
    let decimal = try Layout(KeyedArchive.encode(Decimal(5)))
    let names = decimal.object(at: decimal.root?["$class"]) as? [String: Any]
    XCTAssertEqual(names?["$classes"] as? [String], ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"])
    let rect = try Layout(KeyedArchive.encode(CGRect(x: 1, y: 2, width: 3.5, height: 4)))
    XCTAssertEqual(rect.object(at: rect.root?["NS.rectval"]) as? String, "{{1, 2}, {3.5, 4}}")
    XCTAssertEqual(rect.root?["NS.special"] as? Int, 3)
  }

  func testEnumerations() throws {
    let plain = try Layout(KeyedArchive.encode(Direction.east))
    XCTAssertEqual(plain.objects[1] as? String, "east")
    let full = try Layout(KeyedArchive.encode(Shape.label("text", at: nil)))
    XCTAssertEqual(full.object(at: full.root?["enum.case"]) as? String, "label")
    XCTAssertEqual(full.object(at: full.root?["_0"]) as? String, "text")
    XCTAssertEqual(Layout.uid(full.root?["at"]), 0)
    let raw = try Layout(KeyedArchive.encode(Priority.high))
    XCTAssertEqual(raw.objects[1] as? Int, 1000)
  }

  func testXMLForm() throws {
    let text = String(
      decoding: try KeyedArchive.encode(session, options: .init(outputFormat: .xml)), as: UTF8.self)
    XCTAssertTrue(text.hasPrefix("<?xml"))
    XCTAssertTrue(text.contains("<key>CF$UID</key>"))
    XCTAssertTrue(text.contains("<key>eventTag</key>"))
    XCTAssertEqual(
      try Layout(Data(text.utf8)).objects.count, try Layout(KeyedArchive.encode(session)).objects.count)
    assertThrows(.unsupported) { try KeyedArchive.encode(1, options: .init(outputFormat: .openStep)) }
  }
}
