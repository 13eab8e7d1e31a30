import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import FastCoding
import StructCoding
import XCTest

final class ArchiveDocumentTests: XCTestCase {
  private let voyage = BootVoyage(
    start: Date(timeIntervalSinceReferenceDate: 0.1),
    events: [BootEvent(tag: "open", place: BootPlace(name: "Base", count: 3)), BootEvent(tag: "é")],
    places: ["home": BootPlace(name: "Base")], site: URL(string: "https://example.org/a"),
    photo: Data([1, 2]),
    kinds: ["a"])

  /// A value goes from every format to every other.
  func testConversions() throws {
    var files: [(ArchiveFormat, Data)] = [
      (.keyedArchive, try KeyedArchive.encode(voyage)),
      (.keyedArchive, try KeyedArchive.encode(voyage, options: .init(outputFormat: .xml))),
      (.fastCoding, try FastCodingArchive.encode(voyage)),
    ]
    let node = try ArchiveNode(encoding: voyage)
    files.append((.json, try node.jsonData()))
    files.append((.propertyList, try node.propertyListData()))
    files.append((.propertyList, try node.propertyListData(format: .xml)))
    for (format, data) in files {
      let document = try ArchiveDocument(data, formats: .all)
      XCTAssertEqual(document.format, format)
      for target in [ArchiveFormat].all {
        for list in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
          // The XML of keyed archives is Foundation's, which rounds dates.
          if list == .xml, target == .keyedArchive { continue }
          let written = try document.data(as: target, options: .init(propertyListFormat: list))
          let back = try ArchiveDocument(written, formats: .all)
          XCTAssertEqual(back.format, target)
          XCTAssertEqual(try back.node.decode(BootVoyage.self), voyage, "\(format) to \(target)")
          // FastCoding has no fields that are nil, and column archives no classes inside of others.
          if target == .fastCoding || target == .columnArchive { continue }
          assertSameContent(back.node, document.node, "\(format) to \(target)")
        }
      }
    }
    let column = try ArchiveDocument(ColumnArchive.encode(voyage), formats: .all)
    XCTAssertEqual(column.format, .columnArchive)
    XCTAssertEqual(try column.node.decode(BootVoyage.self), voyage)
    XCTAssertEqual(
      try ArchiveDocument(column.data(as: .json), formats: .all).node.decode(BootVoyage.self), voyage)
  }

  func testFiles() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    assertThrows(.custom) { try ArchiveDocument(contentsOf: url, formats: .all) }
    try Data("[1]".utf8).write(to: url)
    var document = try ArchiveDocument(contentsOf: url, formats: .all)
    XCTAssertEqual(document.format, .json)
    XCTAssertEqual(document.node, [1])
    document.node = [2]
    XCTAssertEqual(try document.data(as: .json, options: .init(isPretty: false)), Data("[2]".utf8))
  }

  /// However much white space is before it, what is found to be a keyed archive in XML is read as one.
  func testSpaceBeforeXML() throws {
    let archive = try KeyedArchive.encode(voyage, options: .init(outputFormat: .xml))
    let data = Data(repeating: 0x0A, count: 300) + archive
    XCTAssertTrue(try ArchiveInspection(data, formats: .all).summary.isXML)
    let document = try ArchiveDocument(data, formats: .all)
    XCTAssertEqual(document.format, .keyedArchive)
    XCTAssertEqual(document.node, try ArchiveDocument(archive, formats: .all).node)
    XCTAssertEqual(try KeyedArchive.decode([Int].self, from: spaced([1, 2])), [1, 2])
  }

  private func spaced<Value: ArchiveValue>(_ value: Value) throws -> Data {
    try Data(repeating: 0x20, count: 300)
      + KeyedArchive.encode(value, options: .init(outputFormat: .xml))
  }

  func testUnknownBytes() {
    let cases: [([UInt8], String)] = [
      ([], "no bytes"), ([0x50, 0x4B, 3, 4], "ZIP"), ([0x1F, 0x8B, 8], "gzip"),
      ([0x89, 0x50, 0x4E, 0x47], "PNG"),
      (Array("%PDF-1.4".utf8), "PDF"), (Array("hello world".utf8), "text that begins “hello world”"),
      (Array("<html></html>".utf8), "HTML"), (Array("bplist15".utf8), "version"),
      ([0, 1, 2, 3, 200], "00 01 02 03"),
      (Array("SQLite format 3\0".utf8), "SQLite"), ([0xFF, 0xFE, 0x5B, 0x00], "UTF-16"),
      ([0x20, 0x20], "text"),
    ]
    for (bytes, words) in cases {
      assertThrows(bytes.isEmpty ? .truncated : .unsupported, saying: words, "a keyed archive") {
        try ArchiveDocument(Data(bytes), formats: .all)
      }
    }
  }

  /// Formats that people try are named before they are refused, with what to do.
  func testFormatsThatAreNamed() {
    func utf16(_ text: String, _ mark: [UInt8] = [], isBig: Bool = false) -> [UInt8] {
      mark
        + text.utf16.flatMap {
          isBig ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
        }
    }
    let strings = "/* A greeting. */\n\"hello\" = \"Hallo\";\n"
    let cases: [([UInt8], String, String)] = [
      ([0x04, 0x0B] + Array("streamtyped".utf8) + [0x81, 0xE8, 0x03], "typedstream", "NSUnarchiver"),
      (
        [0x04, 0x0B] + Array("typedstream".utf8) + [0x81, 0x03, 0xE8], "typedstream, big-endian",
        "NSUnarchiver"
      ),
      (Array("NIBArchive".utf8) + [1, 0, 0, 0], "NIBArchive", "compiled from"),
      ([0, 5, 0x16, 7, 0, 2, 0, 0], "AppleDouble", "the other file"),
      (Array("book".utf8) + [0x7C, 4, 0, 0, 0, 0, 4, 0x10, 0x30, 0, 0, 0], "bookmark", "URL"),
      (Array("SQLite format 3\0".utf8), "SQLite", "cells"),
      (Array("{ a = \"b\"; }".utf8), "OpenStep", "plutil"),
      (Array("{\n  /* c */ \"a\\\"b\" = (1, 2);\n}".utf8), "OpenStep", "plutil"),
      (Array("( a, b )".utf8), "OpenStep", "plutil"), (Array("<0fbd77 1c>\n".utf8), "OpenStep", "plutil"),
      (Array("\"a\" = \"b\";".utf8), "table of strings", "plutil"),
      (Array(strings.utf8), "table of strings", "plutil"),
      (Array("// c\nkey = value;".utf8), "table of strings", "plutil"),
      (utf16(strings, [0xFF, 0xFE]), "table of strings", "plutil"),
      (utf16(strings, [0xFE, 0xFF], isBig: true), "table of strings", "plutil"),
      (utf16("\"a\" = \"b\";"), "table of strings", "plutil"),
      (utf16("{a=b;}", isBig: true), "OpenStep", "plutil"),
    ]
    for (bytes, words, advice) in cases {
      assertThrows(.unsupported, saying: words, advice) { try ArchiveDocument(Data(bytes), formats: .all) }
    }
  }

  /// What only looks similar is not taken for one of them.
  func testFormatsThatAreNotNamed() {
    for text in [
      "{", "{}", "{\"a\": 1}", "{\"a\"", "\"a\"", "\"a = b;\"", "{\"a\" \"=\"}", "[1]", "{\"a=\":{\"b\":[]}}",
    ] {
      XCTAssertEqual(try ArchiveFormat.format(of: Data(text.utf8), among: .all), .json, text)
    }
    for text in [
      "key = value", "a = 1 + 2;", "// only a comment", "<a></a>", "<dd>a</dd>", "(x", "bookkeeping",
      "bookings",
    ] {
      let error = assertThrows(.unsupported) { try ArchiveDocument(Data(text.utf8), formats: .all) }
      for word in ["OpenStep", "bookmark"] {
        XCTAssertFalse("\(String(describing: error))".contains(word), text)
      }
    }
  }

  /// XML in UTF-16 is read with and without a byte order mark.
  func testXMLInUTF16() throws {
    let list =
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist version=\"1.0\"><dict><key>é</key><true/></dict></plist>"
    let archive = String(
      decoding: try KeyedArchive.encode(voyage, options: .init(outputFormat: .xml)), as: UTF8.self)
    for (encoding, mark) in [
      (String.Encoding.utf16LittleEndian, [UInt8]()), (.utf16BigEndian, []),
      (.utf16LittleEndian, [0xFF, 0xFE]),
      (.utf16BigEndian, [0xFE, 0xFF]),
    ] {
      let data = Data(mark) + (try XCTUnwrap(list.data(using: encoding)))
      XCTAssertEqual(try ArchiveDocument(data, formats: .all).node, ["é": true])
      XCTAssertEqual(try ArchiveNode(propertyList: data), ["é": true])
      let keyed = Data(mark) + (try XCTUnwrap(archive.data(using: encoding)))
      XCTAssertEqual(try ArchiveDocument(keyed).format, .keyedArchive)
      XCTAssertNoThrow(try KeyedArchive(keyed).verify())
    }
    assertThrows(.malformed) { try ArchiveNode(propertyList: Data([0x3C, 0, 0x3F, 0, 0, 0xD8])) }
  }

  func testFormats() throws {
    for (text, format) in [
      (" {}", ArchiveFormat.json), ("\u{FEFF}[]", .json), ("-1", .json), ("\"a\"", .json), ("true", .json),
      ("null", .json),
      ("<?xml version=\"1.0\"?><plist><true/></plist>", .propertyList),
      ("<plist><string>$archiver $objects</string></plist>", .propertyList),
    ] {
      XCTAssertEqual(try ArchiveDocument(Data(text.utf8), formats: .all).format, format, text)
    }
  }

  /// Archives of Apple's programs go to JSON and lists, and come back as they are.
  func testForeignArchives() throws { try check(ForeignArchive.made) }

  func testFilesOfOthers() throws { try check(ForeignArchive.files()) }

  private func check(_ archives: [ForeignArchive]) throws {
    for archive in archives {
      let document = try ArchiveDocument(archive.data, formats: .all)
      for (target, list) in [
        (ArchiveFormat.json, PropertyListSerialization.PropertyListFormat.binary), (.propertyList, .binary),
        (.propertyList, .xml),
      ] {
        let written = try document.data(as: target, options: .init(isPretty: false, propertyListFormat: list))
        let back = try ArchiveDocument(written, formats: .all)
        XCTAssertEqual(back.format, target)
        XCTAssert(SameMeaning.compare(document.node, back.node), "\(archive) to \(target)")
        assertSameContent(back.node, document.node, "\(archive)")
      }
    }
    XCTAssertGreaterThan(archives.count, 70)
  }

  // MARK: Hostile bytes

  func testHostileArchives() {
    // A valid one of 100,000 objects takes seconds without optimisation; chains have a test of their own.
    for (number, archive) in HostileArchives.all.enumerated() where archive.name != "19-deep-100k-arrays" {
      if Thoroughness.isFull || number % 2 == 0 {
        assertDecodesOrThrows("\(archive)") {
          try ArchiveDocument(archive.data, formats: .all).data(as: .json)
        }
      }
      if Thoroughness.isFull || number % 2 == 1 {
        assertDecodesOrThrows("\(archive)") {
          try ArchiveNode(propertyList: archive.data, notation: false).propertyListData()
        }
      }
    }
  }

  func testCutAndChangedBytes() throws {
    var maker = NodeMaker(SeededGenerator())
    let part = Thoroughness.isFull ? 100 : 40
    for round in 0..<(Thoroughness.isFull ? 20 : 12) {
      let node = round % 2 == 0 ? maker.node() : maker.graph()
      var files = [try node.jsonData(), try node.propertyListData()]
      do {
        files.append(try node.propertyListData(format: .xml))
      } catch let error as ArchiveError {
        // XML has no words for control characters.
        XCTAssertEqual(error.code, .unsupported, "\(error)")
      }
      for data in files where data.count < 20_000 {
        for length in stride(from: 0, to: data.count, by: 1 + data.count / part) {
          assertDecodesOrThrows("\(length) bytes") { try ArchiveDocument(data.prefix(length), formats: .all) }
        }
        for _ in 0..<part {
          var changed = data
          for _ in 0...maker.random.below(3) {
            changed[maker.random.below(changed.count)] = UInt8.arbitrary(&maker.random)
          }
          assertDecodesOrThrows("round \(round)") {
            try ArchiveDocument(changed, formats: .all).data(as: .json)
          }
          assertDecodesOrThrows("round \(round)") {
            try ArchiveDocument(changed, formats: .all).node.plainJSON()
          }
        }
      }
    }
  }

  /// Deep nesting is an error on a thread with a small stack as well.
  func testDeepNesting() throws {
    try onThread(stackSize: 512 << 10) {
      let count = 100_000
      let limits = ArchiveLimits(maximumDepth: 1_000_000)
      let deep = [
        String(repeating: "[", count: count), String(repeating: "{\"a\":", count: count),
        String(repeating: "{\"$set\":[", count: count),
        "<plist>" + String(repeating: "<array>", count: count),
        "<plist>" + String(repeating: "<dict><key>a</key>", count: count),
        String(repeating: "[", count: count) + String(repeating: "]", count: count),
      ]
      for text in deep {
        assertThrows(.limitExceeded) { try ArchiveDocument(Data(text.utf8), formats: .all) }
        assertThrows(.limitExceeded) {
          try ArchiveDocument(Data(text.utf8), options: .init(limits: limits), formats: .all)
        }
      }
    }
  }
}
