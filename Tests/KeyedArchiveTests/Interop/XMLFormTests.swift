import ArchiveDocuments
import StructCoding
import XCTest

@testable import ArchiveTestSupport
@testable import KeyedArchives

/// XML archives are read and written by readers of our own, which agree with Foundation's on what the text means.
final class XMLFormTests: XCTestCase {
  /// The nodes of a list by our reader, and by Foundation's.
  private func compare(_ text: Data, _ what: String, line: UInt = #line) throws {
    let list = try PropertyListSerialization.propertyList(from: text, options: [], format: nil)
    let binary = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    let limits = ArchiveLimits()
    XCTAssertEqual(
      try XMLListReader.node(of: text, limits), try BinaryListReader.node(of: binary, limits), what,
      line: line)
  }

  private func list(_ content: String, _ start: String = "<plist version=\"1.0\">") -> Data {
    Data((start + content + "</plist>").utf8)
  }

  func testWhatFoundationReads() throws {
    for content in [
      "<string>a\u{1}\u{8}\u{1b}b\r\nc\rd\u{7f}\u{85}</string>",
      "<string>&lt;&#13;&#x41;&apos;&quot;&gt;&amp;&#1;</string>",
      "<string><![CDATA[<a>&]]>x</string>", "<array><!-- c --><string>a</string><?foo bar?></array>",
      "<string></string>", "<string/>", "<string> a\n</string>", "<string a=\"b\">x</string>",
      "<string>é😀</string>",
      "<integer>0xFF</integer>", "<integer>-0xFF</integer>", "<integer>+5</integer>", "<integer>-5</integer>",
      "<integer>18446744073709551615</integer>", "<integer>-9223372036854775808</integer>",
      "<integer>9223372036854775807</integer>", "<integer>007</integer>",
      "<real>+infinity</real>", "<real>infinity</real>", "<real>-infinity</real>", "<real>inf</real>",
      "<real>-inf</real>", "<real>1.</real>", "<real>.5</real>", "<real>1e300</real>", "<real>5</real>",
      "<real>0.10000000149011612</real>", "<real>1.0000000000000001e+300</real>", "<real>-1.5E-7</real>",
      "<date>2001-01-01T00:00:00Z</date>", "<date>0001-01-01T00:00:00Z</date>",
      "<date>1500-02-28T23:59:59Z</date>",
      "<date>4001-01-01T00:00:00Z</date>",
      "<data> AAEC\n\tAwQ= </data>", "<data></data>", "<data>\n</data>", "<true/>", "<false />",
      "<true></true>",
      "<dict><key/><integer>1</integer><key> a</key><true/></dict>", "<dict/>", "<array></array>",
      "<dict><key>CF$UID</key><integer>3</integer></dict>",
      "<dict><key>CF$UID</key><string>3</string></dict>",
    ] {
      try compare(list(content), content)
    }
    try compare(Data("<string>a</string>".utf8), "no plist")
    try compare(Data("\n <plist><string>a</string></plist><!-- c -->\n".utf8), "space around")
    let nan = try XMLListReader.node(of: list("<real>nan</real>"), ArchiveLimits())
    guard case .double(let number) = nan else { return XCTFail("\(nan)") }
    XCTAssertTrue(number.isNaN)
  }

  func testEncodings() throws {
    let content = "<plist version=\"1.0\"><string>aé😀</string></plist>"
    for text in [
      content, "<?xml version=\"1.0\"?>" + content, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n" + content,
    ] {
      try compare(Data(text.utf8), text)
      try compare(Data([0xEF, 0xBB, 0xBF] + text.utf8), text)
    }
    for (mark, encoding) in [
      ([0xFF, 0xFE], String.Encoding.utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
    ] as [([UInt8], String.Encoding)] {
      try compare(Data(mark) + XCTUnwrap(content.data(using: encoding)), "\(encoding)")
      let archive = try XCTUnwrap(
        String(decoding: KeyedArchive.encode("é", options: .init(outputFormat: .xml)), as: UTF8.self)
          .data(using: encoding))
      XCTAssertEqual(try KeyedArchive.decode(String.self, from: Data(mark) + archive), "é")
    }
    let latin =
      Data("<?xml version='1.0' encoding='ISO-8859-1'?><plist><string>".utf8) + [0xE9]
      + Data("</string></plist>".utf8)
    try compare(latin, "Latin-1")
    assertThrows(.unsupported, saying: "UTF-8") {
      try KeyedArchive(Data("<?xml version=\"1.0\" encoding=\"Shift_JIS\"?><plist><true/></plist>".utf8))
    }
  }

  func testWhatFoundationRefuses() {
    for content in [
      "<string>&foo;</string>", "<integer></integer>", "<integer/>", "<integer>1.5</integer>",
      "<integer>18446744073709551616</integer>", "<integer>-9223372036854775809</integer>",
      "<real>1,5</real>",
      "<real></real>", "<real>1.5abc</real>", "<dict><integer>1</integer></dict>",
      "<dict><key>a</key></dict>",
      "<string>a</string><string>b</string>", "<array>junk<string>a</string></array>", "<STRING>a</STRING>",
      "",
      "<array><string>a</string>",
    ] {
      XCTAssertThrowsError(try XMLListReader.node(of: list(content), ArchiveLimits()), content)
    }
    let entity = "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>"
    assertThrows(.unsupported) { try XMLListReader.node(of: Data(entity.utf8), ArchiveLimits()) }
  }

  /// All XML archives among the samples give the same contents by both readers.
  func testSamples() throws {
    let samples =
      ForeignArchive.made.map { ($0.name, $0.data) } + HostileArchives.all.map { ($0.name, $0.data) }
    var count = 0
    for (name, data) in samples where try compareArchives(data, name) { count += 1 }
    XCTAssertGreaterThan(count, 10)
  }

  /// So do files of others.
  func testSharedFiles() throws {
    var count = 0
    for folder in ["keyed-archives", "hostile", "hostile-more"] {
      let root = try TestFiles.shared(folder)
      for file in try TestFiles.files(below: root) {
        if let data = try? Data(contentsOf: root.appendingPathComponent(file)),
          try compareArchives(data, file)
        {
          count += 1
        }
      }
    }
    XCTAssertGreaterThan(count, 10)
  }

  /// Returns whether the archive is XML that Foundation reads.
  private func compareArchives(_ data: Data, _ name: String) throws -> Bool {
    guard data.beginsAsXML,
      let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    else { return false }
    let binary = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    func node(_ data: Data) -> Result<ArchiveNode, ArchiveError> {
      Result { try KeyedArchive(data, options: .init(archivers: nil)).node() }.mapError {
        $0 as! ArchiveError
      }
    }
    switch (node(data), node(binary)) {
    case (.success(let ours), .success(let theirs)): assertSameContent(ours, theirs, name)
    case (.failure, .failure): break
    case (let ours, let theirs): XCTFail("\(name): \(brief(ours)) and \(brief(theirs))")
    }
    return true
  }

  // MARK: Writing

  /// White space that parsers of XML change is written as a reference, which all of them read.
  func testReturns() throws {
    let text = "a\rb\r\nc\td\n"
    let archive = try KeyedArchive.encode([text: text], options: .init(outputFormat: .xml))
    XCTAssertFalse(archive.contains(0x0D))
    XCTAssertEqual(try KeyedArchive.decode([String: String].self, from: archive), [text: text])
    let list = try PropertyListSerialization.propertyList(from: archive, options: [], format: nil)
    let objects = try XCTUnwrap((list as? [String: Any])?["$objects"] as? [Any])
    XCTAssertTrue(objects.contains { $0 as? String == text })
  }

  /// What XML cannot say is refused, with the place of it and the way out.
  func testControlCharacters() throws {
    for text in ["a\u{1}b", "\u{8}", "\u{1b}[0m", "\0", "\u{FFFE}", "\u{FFFF}"] {
      let error = assertThrows(.unsupported, saying: "control characters", "binary") {
        try KeyedArchive.encode(
          Event(timeStamp: .distantPast, eventTag: text), options: .init(outputFormat: .xml))
      }
      XCTAssertEqual(error?.path.first, .field("$objects"))
      XCTAssertEqual(
        try KeyedArchive.decode(String.self, from: KeyedArchive.encode(text)), text)
      assertThrows(.unsupported) { try KeyedArchive.encode([text: 1], options: .init(outputFormat: .xml)) }
      let node = ArchiveNode.record(ArchiveNode.Fields(className: "C", [text: 1]))
      assertThrows(.unsupported) { try KeyedArchive.encode(node, options: .init(outputFormat: .xml)) }
      let archiver = KeyedArchiver(requiringSecureCoding: true)
      archiver.outputFormat = .xml
      archiver.encode(text as NSString, forKey: "root")
      assertThrows(.unsupported) { try archiver.finishEncoding() }
    }
  }

  /// Foundation reads what is written as the same.
  func testFoundationReadsWhatIsWritten() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20 {
      let binary = try KeyedArchive.encode(FoundationValues.arbitrary(&random))
      guard let text = try? PlistConversion.convert(binary, to: .xml, ArchiveLimits()) else { continue }
      let list = try PropertyListSerialization.propertyList(from: text, options: [], format: nil)
      let again = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
      assertSameContent(try KeyedArchive(again).node(), try KeyedArchive(text).node())
    }
  }
}
