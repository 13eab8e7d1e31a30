import ArchiveDocuments
import ArchiveNodes
import ArchiveTestSupport
import StructCoding
import XCTest

@testable import KeyedArchives

/// The reader of XML lists, which makes nodes or the bytes of a binary list: both say the same, and what Foundation reads.
final class XMLParserTests: XCTestCase {
  private let limits = ArchiveLimits()

  private func list(_ content: String) -> Data { Data("<plist version=\"1.0\">\(content)</plist>".utf8) }

  /// The node of a list by way of its binary form.
  private func nodeOfBinary(_ text: Data) throws -> ArchiveNode {
    try BinaryListReader.node(of: XMLListParser.binary(text, limits), limits)
  }

  /// Both forms of a list, which must agree; `nil` if both throw.
  @discardableResult
  private func read(_ text: Data, _ message: String = "", line: UInt = #line) throws -> ArchiveNode? {
    let (node, binary) = (
      Result { try XMLListReader.node(of: text, limits) }, Result { try nodeOfBinary(text) }
    )
    switch (node, binary) {
    case (.success(let node), .success(let binary)):
      assertSameContent(node, binary, message, line: line)
      return node
    case (.failure(let left), .failure(let right)):
      XCTAssertEqual("\(left)", "\(right)", message, line: line)
      XCTAssertNotNil((left as? ArchiveError)?.offset, "\(message): \(left)", line: line)
      return nil
    default:
      XCTFail("\(message): \(node) and \(binary)", line: line)
      return nil
    }
  }

  // MARK: Foundation

  /// The node with keys in an order of their own, since Foundation keeps none.
  private func sorted(_ node: ArchiveNode) -> ArchiveNode {
    switch node {
    case .array(let elements): return .array(elements.map(sorted))
    case .dictionary(let entries):
      func key(_ entry: ArchiveNode.Entry) -> String {
        if case .string(let key) = entry.key { key } else { "" }
      }
      return .dictionary(
        entries.map { .init(key: $0.key, value: sorted($0.value)) }.sorted { key($0) < key($1) })
    default: return node
    }
  }

  func testGeneratedListsAreReadLikeFoundation() throws {
    var random = SeededGenerator()
    for round in 0..<Thoroughness.rounds(150, full: 400) {
      let text = Data(XMLTextGenerator.document(&random).utf8)
      let foundation = try PropertyListSerialization.propertyList(from: text, format: nil)
      let binary = try PropertyListSerialization.data(
        fromPropertyList: foundation, format: .binary, options: 0)
      let what = "round \(round), seed \(random.seed): \(String(decoding: text, as: UTF8.self))"
      XCTAssertEqual(
        try read(text, what).map(sorted), sorted(try BinaryListReader.node(of: binary, limits)), what)
    }
  }

  func testMutationsOfGeneratedLists() throws {
    var random = SeededGenerator()
    let texts = (0..<20).map { _ in Data(XMLTextGenerator.document(&random).utf8) }
    let mutator = ByteMutator(donors: texts)
    let rounds = Thoroughness.rounds(160, full: 4_000)
    for round in 0..<rounds {
      try read(mutator.mutated(texts[round % texts.count], &random), "round \(round), seed \(random.seed)")
    }
  }

  func testEveryPrefixThrows() throws {
    var random = SeededGenerator()
    let texts = (0..<200).map { _ in Data(XMLTextGenerator.document(&random).utf8) }
    for text in texts.sorted(by: { $0.count < $1.count }).filter({ $0.count > 500 })
      .prefix(Thoroughness.rounds(2, full: 20))
    {
      for count in Thoroughness.some(of: 0..<text.count, oneIn: 3) {
        XCTAssertNil(try read(text.prefix(count), "\(count) bytes, seed \(random.seed)"))
      }
    }
    let archive = try KeyedArchive.encode(
      ["é": ["<", "b"]], options: KeyedArchive.EncodingOptions(outputFormat: .xml))
    // The last byte is a line feed, which may be missing.
    for count in 0..<archive.count - 1 {
      XCTAssertThrowsError(try KeyedArchive.decode([String: [String]].self, from: archive.prefix(count)))
    }
  }

  // MARK: Tags

  func testNamesOfElements() throws {
    for name in [
      "strin", "strings", "\0true", "\0\0\0\0true", "aaaastring", "aaaaaaaatrue", "TRUE", "tru e", "", "key",
      "plist",
    ] {
      XCTAssertNil(try read(list("<\(name)/>")), name)
    }
    XCTAssertEqual(try read(list("<true attribute=\"1\" />")), true)
    XCTAssertEqual(try read(list("<string a='b'>x</string  >")), "x")
    for content in [
      "<string>a</strin>", "<string>a</string", "<string>a</", "<string>a<", "<", "</", "<!", "<?", "<!-",
    ] {
      XCTAssertNil(try read(list(content)), content)
      XCTAssertNil(try read(Data(content.utf8)), content)
    }
  }

  func testWhatIsBetweenTags() throws {
    let comments = "<!-- <a> & --><?pi <b> ?>\r\n\t <!---->"
    let content = "\(comments)<array>\(comments)<integer>1</integer>\(comments)</array>\(comments)"
    XCTAssertEqual(try read(list(content)), [1])
    XCTAssertEqual(
      try read(Data("<?xml version=\"1.0\"?><!DOCTYPE plist><plist>\(content)</plist>\(comments)".utf8)), [1])
    for open in ["<!-- ", "<!-- --", "<?pi ?", "<!DOCTYPE plist", "<!DOCTYPE [ ]>", "<!ELEMENT>", "x"] {
      XCTAssertNil(try read(Data("\(open)".utf8) + list("<true/>")), open)
      XCTAssertNil(try read(list("<true/>") + Data(open.utf8)), open)
    }
  }

  // MARK: Text

  func testEntities() throws {
    for (text, expected) in [
      "a&lt;&gt;&amp;&quot;&apos;b": "a<>&\"'b", "&#65;&#x41;&#x1F600;&#128512;": "AA😀😀",
      "&#x00000000041;": nil,
      "&#x000000041;": "A", "&#x0000000041;": "A", "&#0;": "\0", "&amp;lt;": "&lt;",
      "a<![CDATA[&lt;<b>]]]]>c": "a&lt;<b>]]c", "<![CDATA[]]>": "", "a<!-- & -->b": "ab", "é&#233;": "éé",
      "&": nil, "&;": nil, "&lt": nil, "&LT;": nil, "&ltx;": nil, "&#;": nil, "&#x;": nil, "&#xD800;": nil,
      "&#1114112;": nil, "&#+5;": nil, "&#-5;": nil, "&# 5;": nil, "&#5 ;": nil, "&#x00000000412;": nil,
      "&#99999999999;": nil, "&nbsp;": nil, "&lt &gt;": nil, "<![CDATA[": nil, "<![CDATA[a]]": nil,
      "<![cdata[a]]>": nil,
      "<b>": nil, "<!-- a": nil,
    ] as [String: String?] {
      XCTAssertEqual(try read(list("<string>\(text)</string>")), expected.map { .string($0) }, text)
      XCTAssertEqual(
        try read(list("<dict><key>\(text)</key><true/></dict>")), expected.map { [.string($0): true] }, text)
    }
    XCTAssertEqual(try read(list("<integer>&#49;<!-- -->2</integer>")), 12)
  }

  func testBytesThatAreNotUTF8() throws {
    for element in ["string", "integer", "real", "date", "data"] {
      for bytes in [[0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80]] as [[UInt8]] {
        let text = Data("<\(element)>".utf8) + bytes + Data("</\(element)>".utf8)
        XCTAssertNil(try read(text), "\(element) \(bytes)")
      }
    }
    XCTAssertNil(try read(Data("<dict><key>".utf8) + [0xFF] + Data("</key><true/></dict>".utf8)))
  }

  func testNumbers() throws {
    for (text, expected) in [
      "0": 0, "-0": 0, "007": 7, "+5": 5, " \n12\t": 12, "\u{A0}12\u{85}": 12, "-9": -9,
      "999999999999999999": 999_999_999_999_999_999, "-999999999999999999": -999_999_999_999_999_999,
      "9223372036854775807": .integer(.max), "-9223372036854775808": .integer(.min),
      "9223372036854775808": .unsigned(1 << 63), "18446744073709551615": .unsigned(.max),
      "18446744073709551616": nil, "-9223372036854775809": nil, "0x7f": 127, "-0X7F": -127,
      "0xFFFFFFFFFFFFFFFF": .unsigned(.max), "0x10000000000000000": nil,
      "-0x8000000000000000": .integer(.min),
      "0x": nil, "": nil, "-": nil, "+": nil, "--1": nil, "+-1": nil, "1 2": nil, "1e3": nil, "1.0": nil,
      "１": nil,
      "1\0": nil, "00000000000000000000000000000012": 12,
    ] as [String: ArchiveNode?] {
      XCTAssertEqual(try read(list("<integer>\(text)</integer>")), expected, text)
    }
    for (text, expected) in [
      "0": 0, "-0": -0.0, " 1.5\n": 1.5, ".5": 0.5, "5.": 5, "1e300": 1e300, "1e999": .infinity,
      "4.9e-324": .leastNonzeroMagnitude,
      "-infinity": -.infinity, "+infinity": .infinity, "INF": .infinity, "1,5": nil, "": nil, " ": nil,
      "1 2": nil,
      "0.1": 0.1, "9007199254740993": 9_007_199_254_740_992,
    ] as [String: Double?] {
      XCTAssertEqual(try read(list("<real>\(text)</real>")), expected.map { .double($0) }, text)
    }
    guard case .double(let nan)? = try read(list("<real> nan </real>")) else { return XCTFail("no number") }
    XCTAssertTrue(nan.isNaN)
    XCTAssertTrue(try KeyedArchive.decode(Double.self, from: archive("<real>nan</real>")).isNaN)
    XCTAssertEqual(
      try KeyedArchive.decode(UInt64.self, from: archive("<integer>0xFFFFFFFFFFFFFFFF</integer>")), .max)
  }

  /// A keyed archive in XML of one plain value.
  private func archive(_ content: String) -> Data {
    list(
      """
      <dict><key>$version</key><integer>100000</integer><key>$archiver</key><string>NSKeyedArchiver</string>
      <key>$objects</key><array><string>$null</string>\(content)</array>
      <key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict></dict>
      """)
  }

  // MARK: Containers

  func testUIDs() throws {
    for number in [0, 1, 255, 256, 65_535, 65_536, 16_777_216, Int(UInt32.max), Int(UInt32.max) + 1, -1] {
      let reference = "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
      XCTAssertEqual(
        try read(list("<array>\(reference)\(reference)</array>")),
        [["CF$UID": .integer(Int64(number))], ["CF$UID": .integer(Int64(number))]])
    }
    for content in [
      "<dict><key>CF$UID</key><integer>1</integer><key>a</key><integer>1</integer></dict>",
      "<dict><key>a</key><integer>1</integer><key>CF$UID</key><integer>1</integer></dict>",
      "<dict><key>CF$UID</key><real>1</real></dict>", "<dict><key>CF$UID</key><dict/></dict>",
      "<dict><key>CF$UID</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>",
    ] { XCTAssertNotNil(try read(list(content)), content) }
  }

  func testKeysAreUnique() throws {
    for count in [2, 15, 16, 17, 40] {
      let keys = (1..<count).map { "<key>k\($0)</key><dict><key>k1</key><true/></dict>" }.joined()
      XCTAssertNotNil(try read(list("<dict>\(keys)</dict>")))
      for again in [1, count - 1] {
        let text = list("<dict>\(keys)<key>k&#\(48 + again % 10);</key><true/></dict>")
        if again > 9 { continue }
        XCTAssertNil(try read(text))
        let error = assertThrows(.malformed, saying: "each key once", "k\(again)") {
          try XMLListReader.node(of: text, limits)
        }
        XCTAssertEqual(error?.offset, text.count - "<key>k&#49;</key><true/></dict></plist>".utf8.count)
      }
    }
    // Equal to Swift, but not the same bytes.
    XCTAssertNotNil(try read(list("<dict><key>\u{E9}</key><true/><key>e\u{301}</key><true/></dict>")))
  }

  func testErrorsSayWhere() throws {
    let start = "<plist version=\"1.0\"><dict><key>a&amp;b</key><array><true/>\n"
    let text = list(
      "<dict><key>a&amp;b</key><array><true/>\n<dict><key/><integer>x</integer></dict></array></dict>")
    for read in [
      { _ = try XMLListReader.node(of: text, $0) },
      { _ = try KeyedArchive(text, options: .init(limits: $0)) },
    ]
      as [(ArchiveLimits) throws -> Void]
    {
      let error = assertThrows(.invalidValue, saying: "line 2", "“x”") { try read(limits) }
      XCTAssertEqual(error?.path, [.field("a&b"), .index(1), .field("")])
      XCTAssertEqual(error?.offset, start.utf8.count + "<dict><key/>".utf8.count)
    }
  }

  func testDepth() throws {
    func nested(_ depth: Int, _ name: String) -> Data {
      let (start, end) = name == "array" ? ("<array>", "</array>") : ("<dict><key>k</key>", "</dict>")
      return list(
        String(repeating: start, count: depth) + "<true/>" + String(repeating: end, count: depth))
    }
    for name in ["array", "dict"] {
      XCTAssertNotNil(try read(nested(512, name)))
      let error = assertThrows(.limitExceeded) { try XMLListReader.node(of: nested(513, name), limits) }
      XCTAssertEqual(error?.path.count, 512)
      let unlimited = ArchiveLimits(maximumDepth: .max)
      let deep = try XMLListReader.node(of: nested(513, name), unlimited)
      assertThrows(.limitExceeded) { try BinaryListWriter.data(deep, limits) }
      XCTAssertNoThrow(try PlistConversion.binary(nested(520, name), limits))
      // The stack is the limit if no other is set.
      assertThrows(.limitExceeded) { try XMLListReader.node(of: nested(300_000, name), unlimited) }
      assertThrows(.limitExceeded) { try PlistConversion.binary(nested(300_000, name), unlimited) }
    }
  }

  // MARK: Growth

  /// Ten times the text takes about ten times the work, whatever it consists of.
  func testWorkIsLinear() throws {
    for (name, text) in [
      ("text", { String(repeating: "<string>abcdefghijklmnopqrstuvwxyz</string>", count: $0) }),
      (
        "long text",
        { "<string>" + String(repeating: "a<b".prefix(1) + "bcd ", count: 10 * $0) + "</string>" }
      ),
      ("entities", { "<string>" + String(repeating: "&lt;<!-- -->x<![CDATA[y]]>", count: $0) + "</string>" }),
      ("comments", { String(repeating: "<!-- - -- -->", count: 4 * $0) }),
      ("keys", { "<dict>" + (0..<$0).map { "<key>k\($0)</key><integer>1</integer>" }.joined() + "</dict>" }),
      ("shapes", { (0..<$0).map { "<dict><key>k\($0)</key><integer>1</integer></dict>" }.joined() }),
      ("references", { (0..<$0).map { "<dict><key>CF$UID</key><integer>\($0)</integer></dict>" }.joined() }),
    ] as [(String, (Int) -> String)] {
      func time(_ count: Int, times: Int) throws -> Double {
        let data = list("<array>\(text(count))</array>")
        return try (0..<times).map { _ in
          let start = processorTime()
          _ = try PlistConversion.binary(data, limits)
          return processorTime() - start
        }.min()!
      }
      // Once is enough for the large one: a time that is too long by chance has to be so by four times.
      let size = Thoroughness.isFull ? 1_000 : 400
      let small = try time(size, times: 3)
      XCTAssertLessThan(try time(10 * size, times: 1), 40 * max(small, 0.001), name)
    }
  }
}

/// Property lists in XML, written in the ways that the format leaves open.
private enum XMLTextGenerator {
  static func document(_ random: inout SeededGenerator) -> String {
    let head = [
      "", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist>\n", "<?xml version=\"1.0\"?>",
    ]
    return head.randomElement(using: &random)! + "<plist version=\"1.0\">" + gap(&random)
      + value(depth: 0, &random) + gap(&random) + "</plist>"
  }

  private static func value(depth: Int, _ random: inout SeededGenerator) -> String {
    switch random.below(depth < 4 ? 10 : 7) {
    case 0: return random.oneIn(2) ? "<true/>" : "<false></false>"
    case 1:
      return element("integer", "\(Int64.random(in: .min ... .max, using: &random) >> random.below(64))")
    case 2: return element("real", "\(Double.random(in: -1e6...1e6, using: &random))")
    case 3:
      let data = Data((0..<random.below(40)).map { _ in UInt8.random(in: 0...255, using: &random) })
      return element("data", data.base64EncodedString(options: [.lineLength76Characters]))
    case 4:
      return element(
        "date", "20\(10 + random.below(80))-0\(1 + random.below(9))-1\(random.below(10))T10:11:12Z")
    case 5, 6: return element("string", text(&random))
    case 7:
      let elements = (0..<random.below(6)).map { _ in value(depth: depth + 1, &random) + gap(&random) }
      return element("array", gap(&random) + elements.joined())
    default:
      let entries = (0..<random.below(20)).map {
        element("key", text(&random) + "\($0)") + gap(&random) + value(depth: depth + 1, &random)
          + gap(&random)
      }
      return element("dict", gap(&random) + entries.joined())
    }
  }

  private static func element(_ name: String, _ content: String) -> String { "<\(name)>\(content)</\(name)>" }

  private static func gap(_ random: inout SeededGenerator) -> String {
    ["", "\n\t", " ", "\r\n", "<!-- a <b> -->", "<?c d?>"].randomElement(using: &random)!
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let parts = [
      "plain", "two words ", "é", "😀", "&amp;", "&lt;", "&#65;", "&#x1F600;", "<![CDATA[<&>]]>", "\n",
      "CF$UID",
      "a longer text, of more than fifteen bytes",
    ]
    return (0..<random.below(5)).map { _ in parts.randomElement(using: &random)! }.joined()
  }
}
