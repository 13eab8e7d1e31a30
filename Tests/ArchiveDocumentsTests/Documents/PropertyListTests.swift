import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import FastCoding
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

  /// A list that refers to one array twice has it twice. The limits bound what that costs, and a list that contains itself.
  func testSharedContainers() throws {
    // Three objects: an array of the second, twice; an array of the third; the number 7.
    XCTAssertEqual(try ArchiveNode(propertyList: list([[0xA2, 1, 1], [0xA1, 2], [0x10, 7]])), [[7], [7]])
    assertThrows(.limitExceeded, saying: "nest") { try ArchiveNode(propertyList: list([[0xA1, 0]])) }
    // A billion laughs.
    var objects: [[UInt8]] = (0..<100).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] }
    objects.append([0x51, 0x61])
    assertThrows(.limitExceeded) {
      try ArchiveNode(propertyList: list(objects), limits: ArchiveLimits(maximumDecodedSize: 1 << 20))
    }
    // One long text, very often.
    let text = [0x5F, 0x11, 0x40, 0x00] + [UInt8](repeating: 0x61, count: 0x4000)
    let often = list([[0xAF, 0x11, 0xFF, 0xFF] + [UInt8](repeating: 1, count: 0xFFFF), text])
    assertThrows(.limitExceeded) {
      try ArchiveNode(propertyList: often, limits: ArchiveLimits(maximumDecodedSize: 1 << 20))
    }
  }

  private func read(_ list: Data) throws -> Any {
    try PropertyListSerialization.propertyList(from: list, format: nil)
  }

  /// A list with an array or a dictionary at several places is the same list for every other program, in each form that
  /// it is written in and through each format that it goes through.
  func testSharedContainersAreWritten() throws {
    let lists: [(Data, [String: Any])] = [
      // {a: x, b: x}, where x is one empty array.
      (
        list([[0xD2, 1, 2, 3, 3], [0x51, 0x61], [0x51, 0x62], [0xA0]]), ["a": [String](), "b": [String]()]
      ),
      // {a: [x, x], b: x}, where x is one dictionary {c: [y, y]}, and y an array [c].
      (
        list([
          [0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x51, 0x62], [0xA2, 4, 4], [0xD1, 5, 6], [0x51, 0x63],
          [0xA2, 7, 7],
          [0xA1, 5],
        ]),
        [
          "a": [["c": [["c"], ["c"]]], ["c": [["c"], ["c"]]]] as [Any], "b": ["c": [["c"], ["c"]]],
        ]
      ),
    ]
    let formats = [ArchiveFormat.propertyList, .json, .fastCoding, .columnArchive, .keyedArchive]
    for (bytes, content) in lists {
      let document = try ArchiveDocument(bytes, formats: .all)
      XCTAssertEqual(try read(bytes) as? NSDictionary, content as NSDictionary)
      for form in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
        for format in formats {
          let between = try document.data(as: format, options: .init(propertyListFormat: form))
          let back = try ArchiveDocument(between, formats: .all)
          assertSameContent(back.node, document.node, format.name)
          let again = try back.data(as: .propertyList, options: .init(propertyListFormat: form))
          // A keyed archive gives each of its objects an identity, which its list has to keep.
          guard format != .keyedArchive else { continue }
          XCTAssertEqual(try read(again) as? NSDictionary, content as NSDictionary, "\(format) \(form)")
        }
      }
      // A part of a list is one too, whether or not it was shared.
      for key in ["a", "b"] {
        let part = try XCTUnwrap(document.node[key])
        for form in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
          let list = try read(part.propertyListData(format: form))
          XCTAssertEqual(list as? NSObject, content[key].map { $0 as? NSObject } ?? nil, key)
        }
      }
    }
  }

  /// Objects of keyed archives keep their identity, in both forms.
  func testObjectsOfKeyedArchivesStayAliases() throws {
    let shared: ArchiveNode = .instance(
      ArchiveClass("NSMutableArray", superclassNames: ["NSArray", "NSObject"]), ["x"])
    let node = ArchiveNode.graph(
      ArchiveGraph(root: ["a": .reference(0), "b": .reference(0)], objects: [shared]))
    let archive = try ArchiveDocument(node, format: .json).data(as: .keyedArchive)
    for form in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let data = try ArchiveDocument(archive).data(
        as: .propertyList, options: .init(propertyListFormat: form))
      XCTAssertEqual(try ArchiveDocument(data).data(as: .keyedArchive), archive)
    }
  }

  /// Also if there is nothing else in them.
  func testEmptyObjectsOfKeyedArchives() throws {
    let node = ArchiveNode.graph(ArchiveGraph(root: [.reference(0), .reference(0)], objects: [[]]))
    let archive = try ArchiveDocument(node, format: .json).data(as: .keyedArchive)
    for form in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let data = try ArchiveDocument(archive).data(
        as: .propertyList, options: .init(propertyListFormat: form))
      XCTAssertEqual(try ArchiveDocument(data).data(as: .keyedArchive), archive)
    }
  }

  /// GNUstep and Python write other values than texts as keys.
  func testOtherKeys() throws {
    // {1: 2, "a": {date: true}}
    let bytes = list([
      [0xD2, 1, 2, 3, 4], [0x10, 1], [0x51, 0x61], [0x10, 2], [0xD1, 5, 6], [0x33, 0, 0, 0, 0, 0, 0, 0, 0],
      [0x09],
    ])
    let node: ArchiveNode = .dictionary([
      .init(key: 1, value: 2),
      .init(
        key: "a",
        value: .dictionary([.init(key: .date(Date(timeIntervalSinceReferenceDate: 0)), value: true)])),
    ])
    XCTAssertEqual(try ArchiveNode(propertyList: bytes), node)
    XCTAssertEqual(try ArchiveDocument(bytes).format, .propertyList)
    // The binary form keeps them, and the others have a keyword for them.
    let binary = try node.propertyListData()
    XCTAssertNil(binary.range(of: Data("$entries".utf8)))
    XCTAssertEqual(try ArchiveNode(propertyList: binary), node)
    for data in [try node.propertyListData(format: .xml), try node.jsonData()] {
      XCTAssertNotNil(data.range(of: Data("$entries".utf8)))
    }
    XCTAssertEqual(try ArchiveNode(propertyList: node.propertyListData(format: .xml)), node)
    XCTAssertEqual(try ArchiveNode(json: node.jsonData()), node)

    assertThrows(.unsupported, saying: "found an array") {
      try ArchiveNode(propertyList: list([[0xD1, 1, 2], [0xA0], [0x09]]))
    }
    assertThrows(.malformed, saying: "each key once", "the key “1” again") {
      try ArchiveNode(propertyList: list([[0xD2, 1, 1, 2, 2], [0x10, 1], [0x09]]))
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
