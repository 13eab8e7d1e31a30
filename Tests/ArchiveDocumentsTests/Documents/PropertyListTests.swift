import ArchiveDocuments
import ArchiveTestSupport
import StructCoding
import XCTest

final class PropertyListTests: XCTestCase {
  private let sample: ArchiveNode = [
    "text": "a <b> & \"c\"\r\n😀é",
    "numbers": [1, -1, .integer(.max), .integer(.min), .unsigned(.max), .double(0.1)],
    "yes": true, "no": false, "date": .date(Date(timeIntervalSinceReferenceDate: 800_000_000)),
    "data": .data(Data([0, 1, 255])), "empty": [[], [:], "", .data(Data())],
  ]

  /// Foundation reads what is written, and what it writes is read.
  func testFoundation() throws {
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let data = try sample.propertyListData(format: format)
      let list = try XCTUnwrap(
        PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
      XCTAssertEqual(list["text"] as? String, "a <b> & \"c\"\r\n😀é")
      XCTAssertEqual(list["date"] as? Date, Date(timeIntervalSinceReferenceDate: 800_000_000))
      XCTAssertEqual(list["data"] as? Data, Data([0, 1, 255]))
      XCTAssertEqual(list["yes"] as? Bool, true)
      let written = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
      let back = try ArchiveNode(propertyList: written)
      for name in ["text", "yes", "no", "date", "data", "empty"] {
        XCTAssertEqual(back[name], sample[name], name)
      }
    }
  }

  /// Python's `plistlib` reads what is written, and what it writes is read.
  func testPython() throws {
    try Python.require()
    let script = """
      import plistlib, sys
      value = plistlib.load(open(sys.argv[1], 'rb'))
      assert value['numbers'] == [1, -1, 2**63 - 1, -2**63, 2**64 - 1, 0.1], value
      assert list(value) == ['text', 'numbers', 'yes', 'no', 'date', 'data', 'empty'], value
      plistlib.dump(value, open(sys.argv[2], 'wb'), fmt=plistlib.FMT_\u{25}s, sort_keys=False)
      """
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let data = try sample.propertyListData(format: format)
      let name = format == .binary ? "BINARY" : "XML"
      let output = try Python.run(script.replacingOccurrences(of: "%s", with: name), input: data).output
      var back = try ArchiveNode(propertyList: output)
      // Python writes one kind of line break.
      back["text"] = sample["text"]
      XCTAssert(SameMeaning.compare(back, sample), name)
    }
  }

  /// A list that refers to one array twice, or contains itself, is a graph.
  func testSharedContainers() throws {
    // Three objects: an array of the second, twice, and of itself; an array of the third; the number 7.
    let shared = list([[0xA3, 1, 1, 0], [0xA1, 2], [0x10, 7]])
    guard case .graph(let graph) = try ArchiveNode(propertyList: shared) else { return XCTFail() }
    XCTAssert(
      SameMeaning.compare(
        .graph(graph),
        .graph(
          ArchiveGraph(root: .reference(0), objects: [[.reference(1), .reference(1), .reference(0)], [7]]))))
    // A billion laughs.
    var objects: [[UInt8]] = (0..<100).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] }
    objects.append([0x51, 0x61])
    XCTAssertLessThan(try ArchiveNode(propertyList: list(objects)).jsonData().count, 100_000)
    // One long text, very often.
    let text = [0x5F, 0x11, 0x40, 0x00] + [UInt8](repeating: 0x61, count: 0x4000)
    let often = list([[0xAF, 0x11, 0xFF, 0xFF] + [UInt8](repeating: 1, count: 0xFFFF), text])
    assertThrows(.limitExceeded) {
      try ArchiveNode(propertyList: often, limits: ArchiveLimits(maximumDecodedSize: 1 << 20))
    }
  }

  private func list(_ objects: [[UInt8]]) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for offset in offsets { bytes += [UInt8(offset >> 16), UInt8(offset >> 8 & 0xFF), UInt8(offset & 0xFF)] }
    bytes += [0, 0, 0, 0, 0, 0, 3, 1]
    for number in [objects.count, 0, table] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return Data(bytes)
  }

  func testBinaryKinds() throws {
    let cases: [([UInt8], ArchiveNode)] = [
      ([0x00], .null), ([0x08], false), ([0x09], true), ([0x10, 0xFF], 255), ([0x11, 1, 0], 256),
      ([0x13] + [UInt8](repeating: 0xFF, count: 8), -1), ([0x14] + [UInt8](repeating: 0xFF, count: 16), -1),
      ([0x22, 0x3F, 0x80, 0, 0], .float(1)), ([0x80, 5], ["CF$UID": 5]), ([0x81, 1, 0], ["CF$UID": 256]),
      ([0x87] + [UInt8](repeating: 0xFF, count: 8), ["CF$UID": .unsigned(.max)]),
      ([0x61, 0x00, 0xE9], "é"), ([0x72, 0xC3, 0xA9], "é"), ([0xC0], .set([])), ([0xB0], []),
    ]
    for (bytes, node) in cases { XCTAssertEqual(try ArchiveNode(propertyList: list([bytes])), node) }
    let wrong: [[UInt8]] = [
      [0x0F], [0x15], [0x24], [0x51, 0x80], [0x71, 0xFF], [0x5F, 0x51],
      [0x5F, 0x13, 0x7F],
      [0xA1, 9], [0xD1, 0, 0], [0x14, 1] + [UInt8](repeating: 0, count: 15), [0xF0], [0x4F, 0x10, 200],
    ]
    for bytes in wrong {
      XCTAssertThrowsError(try ArchiveNode(propertyList: list([bytes])), "\(bytes)") {
        XCTAssert($0 is ArchiveError)
      }
    }
    // Half of a surrogate pair stays one, in a text of 20 characters as well.
    for bytes in [[0x61, 0xD8, 0x00], [0x6F, 0x10, 20] + [UInt8](repeating: 0xDC, count: 40)] as [[UInt8]] {
      let node = try ArchiveNode(propertyList: list([bytes]))
      guard case .instance(let type, _) = node else { return XCTFail("\(node)") }
      XCTAssertEqual(type, ArchiveClass("$utf16", superclassNames: []))
      let again = try ArchiveNode(propertyList: node.propertyListData())
      XCTAssertEqual(again, node)
      XCTAssertEqual(try ArchiveNode(json: node.jsonData()), node)
      XCTAssertTrue(try node.propertyListData().range(of: Data(bytes.suffix(2))) != nil)
    }
    // A UID stays one.
    XCTAssertEqual(
      try ArchiveNode(propertyList: list([[0x81, 1, 0]])).propertyListData().prefix(11),
      Data("bplist00".utf8) + [0x81, 1, 0])
  }

  func testXML() throws {
    func read(_ body: String) throws -> ArchiveNode { try ArchiveNode(propertyList: Data(body.utf8)) }
    XCTAssertEqual(
      try read(
        """
        <?xml version="1.0"?><!-- a --><!DOCTYPE plist><plist><!-- b --><dict >
        <key>a&lt;&#x41;&#66;&amp;</key> <string><![CDATA[<x>&]]> y<!-- c --></string>
        <key>n</key><array><integer> 0x1F </integer><integer>-5</integer><integer>+5</integer><real>1</real><true/><false></false></array>
        <key>d</key><date>2026-05-01T10:30:00Z</date><key>b</key><data> AQ
        ID </data><key>e</key><string/><key>u</key><dict><key>CF$UID</key><integer>3</integer></dict>
        </dict></plist><!-- d -->
        """),
      [
        "a<AB&": "<x>& y", "n": [31, -5, 5, .double(1), true, false],
        "d": .date(try ISO8601DateTransformer().decode("2026-05-01T10:30:00Z")), "b": .data(Data([1, 2, 3])),
        "e": "",
        "u": ["CF$UID": 3],
      ])
    XCTAssertEqual(try read("<plist><string>\u{1}\u{8}</string></plist>"), "\u{1}\u{8}")
    XCTAssert(SameMeaning.compare(try read("<real>-0.0</real>"), .double(-0.0)))
    let wrong = [
      "<plist>", "<plist></plist>", "<plist><dict><key>a</key></dict></plist>",
      "<plist><array></dict></plist>",
      "<plist><dict><string/></dict></plist>", "<plist><integer>x</integer></plist>",
      "<integer>18446744073709551616</integer>",
      "<integer>-9223372036854775809</integer>", "<integer>--1</integer>", "<real>x</real>",
      "<date>soon</date>",
      "<data>A</data>", "<string>&foo;</string>", "<string>&#xD800;</string>", "<string>&", "<string",
      "<string>a",
      "<foo/>", "<true/><true/>", "<!DOCTYPE plist [<!ENTITY a \"b\">]><true/>", "<!-- x", "<?xml",
      "</plist>",
      "<dict><key>a</key><true/><key>a</key><true/></dict>", "<string><b/></string>",
    ]
    for text in wrong { XCTAssertThrowsError(try read(text), text) { XCTAssert($0 is ArchiveError) } }
    assertThrows(.invalidValue, at: "a[1]", saying: "line 3") {
      try read("<plist><dict><key>a</key><array>\n<true/>\n<integer>x</integer></array></dict></plist>")
    }
  }

  func testNotation() throws {
    let node: ArchiveNode = [
      .null, .set([1]), .float(1), .date(Date(timeIntervalSinceReferenceDate: 0.5)), "\0",
    ]
    let text = String(decoding: try node.propertyListData(format: .xml), as: UTF8.self)
    for word in ["$null", "$set", "$float", "$date", "$text"] {
      XCTAssert(text.contains("<key>\(word)</key>"), word)
    }
    assertThrows(.unsupported) { try node.propertyListData(format: .openStep) }
    assertThrows(.unsupported, saying: "KeyedArchive") {
      try ArchiveNode(propertyList: KeyedArchive.encode("x"))
    }
    XCTAssertEqual(
      try ArchiveNode(propertyList: KeyedArchive.encode("x"), notation: false)["$archiver"], "NSKeyedArchiver"
    )
  }
}
