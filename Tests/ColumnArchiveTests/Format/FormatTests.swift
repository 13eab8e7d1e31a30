import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// The description of the format, held to what is written.
final class FormatTests: XCTestCase {
  private var sessions: [AppSession] {
    [
      AppSession(
        startTime: date(800_000_000), endTime: nil,
        events: [
          AppEvent(timeStamp: date(800_000_002), eventTag: "open"),
          AppEvent(timeStamp: date(800_000_003.5), eventTag: "tap"),
        ]),
      AppSession(
        startTime: date(800_000_100), endTime: date(800_000_160),
        events: [AppEvent(timeStamp: date(800_000_101), eventTag: "tap")]),
    ]
  }

  /// The bytes of an example on the page.
  private func example(_ number: Int = 1) throws -> Data {
    try PageExample.bytes("ColumnArchiveFormat.md", number)
  }

  func testTheExampleIsWhatIsWritten() throws {
    let example = try example()
    XCTAssertEqual(
      try ColumnArchive.encode(sessions).map { String(format: "%02X", $0) },
      example.map { String(format: "%02X", $0) })
  }

  func testTheExampleIsRead() throws {
    XCTAssertEqual(try ColumnArchive.decode([AppSession].self, from: example()), sessions)
    let parts = try ArchiveParts(example())
    XCTAssertEqual(parts.className, "App_Session_Coding")
    XCTAssertEqual(
      parts.schema,
      Format.record([
        "startTime": Format.date, "endTime": Format.optional(Format.date),
        "events": Format.array(Format.record(["timeStamp": Format.date, "eventTag": Format.string])),
      ]))
  }

  private var folder: AppFolder {
    let folder = AppFolder(name: "a")
    folder.children = [AppFolder(name: "b")]
    folder.children[0].parent = folder
    return folder
  }

  func testTheExampleWithInstances() throws {
    let example = try example(2)
    XCTAssertEqual(
      try ColumnArchive.encode(folder).map { String(format: "%02X", $0) },
      example.map { String(format: "%02X", $0) })
    let folder = try ColumnArchive.decode(AppFolder.self, from: example)
    XCTAssertEqual([folder.name, folder.children[0].name], ["a", "b"])
    XCTAssert(folder.children[0].parent === folder)
    XCTAssertEqual(try ArchiveParts(example).schema, Format.instance)
  }

  func testTheExampleWithTrees() throws {
    let links = [
      URL(string: "https://swift.org"), nil, URL(string: "b", relativeTo: URL(string: "https://a")),
    ]
    let example = try example(3)
    XCTAssertEqual(
      try ColumnArchive.encode(links).map { String(format: "%02X", $0) },
      example.map { String(format: "%02X", $0) })
    XCTAssertEqual(try ColumnArchive.decode([URL?].self, from: example), links)
    XCTAssertEqual(try ArchiveParts(example).schema, Format.optional(Format.tree))
  }

  /// The kinds of the table of types.
  func testTypes() throws {
    func check<Value: ArchiveValue>(_ value: Value, _ schema: [UInt8], line: UInt = #line) throws {
      XCTAssertEqual(try ArchiveParts(ColumnArchive.encode([value])).schema, schema, line: line)
    }
    try check(true, Format.bool)
    try check(1, Format.signed)
    try check(1 as Int8, Format.signed)
    try check(1 as UInt64, Format.unsigned)
    try check(1 as Float, Format.float)
    try check(1 as Double, Format.double)
    try check(1 as CGFloat, Format.double)
    try check(date(0), Format.date)
    try check("a", Format.string)
    try check("a" as Substring, Format.string)
    try check("a" as Character, Format.string)
    try check("a" as Unicode.Scalar, Format.string)
    try check(Data(), Format.data)
    try check(UUID(), Format.bytes(16))
    try check(1 as Int?, Format.optional(Format.signed))
    try check([1][...], Format.array(Format.signed))
    try check(Set([1]), Format.set(Format.signed))
    try check([1: "a"], Format.dictionary(Format.record(["key": Format.signed, "value": Format.string])))
    try check([0.5: date(0)], Format.dictionary(Format.record(["key": Format.double, "value": Format.date])))
    try check(
      [0.5: 1.5], Format.dictionary(Format.rawRecord(["key": Format.double, "value": Format.double])))
    try check(1..<2, Format.record(["0": Format.signed, "1": Format.signed]))
    try check(0.5...1, Format.rawRecord(["0": Format.double, "1": Format.double]))
    try check(1..., Format.signed)
    try check(Priority.low, Format.signed)
    try check(Suit.clubs, Format.string)
    try check(Side.left, Format.cases(["left": [:], "right": [:]]))
    try check(
      Chain.link(1, next: nil),
      Format.cases(["link": ["_0": Format.signed, "next": Format.optional(Format.reference(0))]]))
    try check(
      Node(), Format.record(["name": Format.string, "children": Format.array(Format.reference(0))]))
    try check(Kelvin(degrees: 1), Format.double)
    try check(Celsius(degrees: 1), Format.tree)
    try check(URL(string: "a:b")!, Format.tree)
    try check(Decimal(1), Format.tree)
    try check(CGRect.zero, Format.tree)
    try check(Ticket("a"), Format.tree)
    try check(AppFolder(name: "a"), Format.instance)
  }

  /// Nothing that the page does not list is accepted, so that it can never mean something else.
  func testUnlistedBytesAreRefused() throws {
    for kind in 0...255 where !(1...19).contains(kind) {
      let data = ArchiveParts(elements: [UInt8(kind)], count: 1, [0, 0]).data
      assertThrows(.malformed) { try ColumnArchive.decode([Int].self, from: data) }
    }
    for width in 57...255 where width != 64 && width != 65 {
      let data = ArchiveParts(elements: Format.signed, count: 1, [UInt8(width), 0]).data
      assertThrows(.malformed) { try ColumnArchive.decode([Int].self, from: data) }
    }
    let modes: KeyValuePairs<[UInt8], ClosedRange<Int>> = [
      Format.bool: 3...255, Format.optional(Format.signed): 3...255, Format.string: 2...255,
      Format.data: 1...255, Format.double: 4...255,
    ]
    for (schema, bytes) in modes {
      for mode in bytes {
        let data = ArchiveParts(elements: schema, count: 1, [UInt8(mode), 0, 0, 0]).data
        assertThrows(.malformed) { try ColumnArchive(data).values(of: String.self, at: "") }
      }
    }
  }
}

@ArchivableObject(className: "App_Folder_Coding")
private final class AppFolder {
  var name: String
  var children: [AppFolder] = []
  weak var parent: AppFolder?
  init(name: String) { self.name = name }
}
