import ArchiveDocuments
import ArchiveTestSupport
import Foundation
import StructCoding
import SystemValues
import XCTest

/// Texts with attributes, and styles of paragraphs: what macOS and iOS archived, and likenesses of it.
final class AttributedTextTests: XCTestCase {
  typealias Item = PlistBuilder.Item
  typealias Text = ArchivedAttributedString

  private func archive(_ objects: Item...) -> Data {
    var builder = PlistBuilder()
    builder.objects = [.null] + objects
    return builder.data()
  }

  /// A text whose runs and dictionaries are given, after which come further objects, from number 8 on.
  private func text(_ string: String, runs: [UInt8], dictionaries: UInt64..., objects: Item...) -> Data {
    var builder = PlistBuilder()
    builder.objects =
      [
        .null,
        .record(class: 6, ["NSString": .uid(2), "NSAttributeInfo": .uid(3), "NSAttributes": .uid(4)]),
        .string(string), .record(class: 5, ["NS.data": .data(runs)]),
        .record(class: 7, ["NS.objects": .array(dictionaries.map { .uid($0) })]),
        .classRecord("NSMutableData", "NSData"), .classRecord("NSAttributedString"),
        .classRecord("NSMutableArray", "NSArray"),
      ] + objects
    return builder.data()
  }

  /// The likeness of a file, and the file itself where it is.
  private func forms(of name: String) throws -> [Data] {
    [try ForeignArchive.likeness(of: name), try? ForeignArchive.file(name)].compactMap { $0 }
  }

  // MARK: Texts and attributes that look like nil

  /// A plain string `$null` would mean `nil`.
  func testTheTextNull() throws {
    let nodes: [ArchiveNode] = [
      .string("$null"), ["$null", "a", "$null"], .dictionary([.init(key: "$null", value: "$null")]),
      .record(ArchiveNode.Fields(className: "A", ["x": "$null", "y": "$null"])),
      .graph(
        ArchiveGraph(root: [.reference(0), .reference(1), .reference(0)], objects: ["$null", "$null"])),
      .graph(ArchiveGraph(root: [.reference(1), "$null"], objects: [.null, "$null"])),
    ]
    for node in nodes {
      for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
        let data = try KeyedArchive.encode(node, options: .init(outputFormat: format))
        assertSameContent(try KeyedArchive(data).node(), node, "\(format)")
        let again = try KeyedArchive.encode(KeyedArchive(data).node())
        XCTAssertEqual(try KeyedArchive(again).tableDifferences(from: KeyedArchive(data)), [])
      }
    }
    var attributes = Text.Attributes()
    attributes["a"] = "$null"
    for text in [Text([("$null", Text.Attributes())]), Text([("$null", attributes), ("b", attributes)])] {
      XCTAssertTrue(text.string.hasPrefix("$null"))
      // XML orders the keys.
      try assertRoundTrip(text, xml: .lossy)
      try assertRoundTrip([text, text], xml: .lossy)
      let node = try ArchiveNode(encoding: text)
      XCTAssertEqual(try ArchiveNode(json: node.jsonData()).decode(Text.self), text)
    }
  }

  /// A collection of another program may refer to `nil`, which is not an `NSNull`.
  func testNilAmongAttributes() throws {
    let data = text(
      "ab", runs: [2, 0], dictionaries: 8,
      objects: .record(
        class: 9,
        [
          "NS.keys": .array([.uid(10), .uid(11), .uid(12)]),
          "NS.objects": .array([.uid(0), .uid(13), .uid(14)]),
        ]), .classRecord("NSDictionary"), .string("a"), .string("b"), .string("c"), .null,
      .record(class: 15, [:]), .classRecord("NSNull"))
    let found = try KeyedArchive.decode(Text.self, from: data)
    let again = try KeyedArchive.encode(found)
    let differences = try KeyedArchive(again).tableDifferences(from: KeyedArchive(data))
    XCTAssertEqual(differences.filter { "\($0)".contains("NSNull") }.count, 0, "\(differences)")
    XCTAssertEqual(try KeyedArchive.decode(Text.self, from: again), found)
    let node = try KeyedArchive(again).node()
    XCTAssertEqual(
      try KeyedArchive(KeyedArchive.encode(node)).tableDifferences(from: KeyedArchive(again)), [])
  }

  // MARK: What others wrote

  func testTextsOfFoundation() throws {
    for (name, kind) in [
      ("foundation/NSAttributedString.archive", "NSAttributedString"),
      ("foundation/NSMutableAttributedString.archive", "NSMutableAttributedString"),
    ] {
      for data in try forms(of: name) {
        let text = try assertSameGraph(Text.self, data)
        XCTAssertEqual(text.object.className, kind)
        XCTAssertEqual(text.string, "0123456789")
        XCTAssertEqual(text.runs.map(\.text), ["0", "1", "2345", "67", "8", "9"])
        XCTAssertEqual(text.runs.map(\.range.location), [0, 1, 2, 6, 8, 9])
        XCTAssertEqual(text.runs[0].attributes.names, [])
        XCTAssertEqual(text.runs[1].attributes.names.sorted(), ["Font", "Size"])
        // Attributes of another program, under names that are not AppKit's.
        XCTAssertEqual(text.runs[1].attributes["Font"], "Helvetica")
        XCTAssertEqual(text.runs[2].attributes["Size"]?.intValue, 456)
        XCTAssertEqual(text.runs[3].attributes, text.runs[1].attributes)
        XCTAssertEqual(text.runs[4].attributes, text.runs[2].attributes)
        XCTAssertNil(try text.runs[1].attributes.font)
      }
    }
  }

  func testTextOfAppKit() throws {
    for data in try forms(of: "rust-nska/NSMutableAttributedString.plist") {
      let text = try assertSameGraph(Text.self, data)
      XCTAssertEqual(text.runs.map(\.text), ["first", "secondthird"])
      let color = try XCTUnwrap(try text.runs[0].attributes.foregroundColor)
      XCTAssertEqual(color.rgb, .init(red: 1, green: 0, blue: 0))
      guard case .profile(let profile) = color.space else { return XCTFail("\(color.space)") }
      XCTAssertTrue(profile.isSRGB)
      XCTAssertNil(try text.runs[1].attributes.foregroundColor)
    }
  }

  /// One run, as class libraries write it: a dictionary, and no bytes of runs.
  func testOneRun() throws {
    let data = archive(
      .record(class: 13, ["NSString": .uid(2), "NSAttributes": .uid(3)]), .string("Testing"),
      .table(class: 12, [4: 7, 5: 8, 6: 10]), .string("NSLigature"), .string("NSFont"),
      .string("NSParagraphStyle"), .integer(0),
      .record(class: 9, ["NSSize": .real(17), "NSfFlags": .integer(16), "NSName": .uid(14)]),
      .classRecord("NSFont"),
      .record(
        class: 11,
        [
          "NSTabStops": .uid(0), "NSAlignment": .integer(4), "NSAllowsTighteningForTruncation": .integer(1),
        ]),
      .classRecord("NSParagraphStyle"), .classRecord("NSDictionary"), .classRecord("NSAttributedString"),
      .string("AmazonEmber-Bold"))
    let text = try assertSameGraph(Text.self, data)
    XCTAssertEqual(text.runs.count, 1)
    XCTAssertEqual(text.runs[0].text, "Testing")
    XCTAssertEqual(text.runs[0].range, NSRange(location: 0, length: 7))
    let attributes = text.runs[0].attributes
    XCTAssertEqual(try attributes.font?.name, "AmazonEmber-Bold")
    XCTAssertEqual(try attributes.paragraphStyle?.alignment, 4)
    XCTAssertNil(try attributes.paragraphStyle?.tabStops)
    XCTAssertEqual(attributes["NSLigature"]?.intValue, 0)

    let plain = try assertSameGraph(
      Text.self,
      archive(.record(class: 3, ["NSString": .uid(2)]), .string("a"), .classRecord("NSAttributedString")))
    XCTAssertEqual(plain.runs.map(\.text), ["a"])
    XCTAssertEqual(plain.runs[0].attributes.names, [])
    let empty = try assertSameGraph(
      Text.self,
      archive(
        .record(class: 3, ["NSString": .uid(2), "NSAttributes": .uid(4)]), .string(""),
        .classRecord("NSTextStorage", "NSMutableAttributedString", "NSAttributedString"),
        .table(class: 5, [:]), .classRecord("NSDictionary")))
    XCTAssertEqual(empty.runs, [])
  }

  /// A font that two runs share, a link, and an object of another program under AppKit's name.
  func testSharedAndUnknownAttributes() throws {
    let data = text(
      "héllo 👋 world", runs: [6, 0, 3, 1, 5, 0], dictionaries: 8, 9,
      objects: .table(class: 14, [10: 11, 12: 13]), .table(class: 14, [10: 11, 15: 16, 17: 18]),
      .string("NSFont"), .record(class: 19, ["NSSize": .real(12), "NSName": .uid(20)]), .string("NSLink"),
      .record(class: 21, ["NS.base": .uid(22), "NS.relative": .uid(23)]), .classRecord("NSDictionary"),
      .string("NSColor"), .record(class: 24, ["name": .uid(20)]), .string("NSKern"), .real(1.5),
      .classRecord("NSFont"), .string("Menlo"), .classRecord("NSURL"),
      .record(class: 21, ["NS.base": .uid(0), "NS.relative": .uid(25)]), .string("b?c"),
      .classRecord("TheirColor"), .string("https://swift.org/a/"))
    let text = try assertSameGraph(Text.self, data)
    XCTAssertEqual(text.runs.map(\.text), ["héllo ", "👋 ", "world"])
    XCTAssertEqual(text.runs[2].range, NSRange(location: 9, length: 5))
    XCTAssertEqual(try text.runs.map { try $0.attributes.font?.name }, ["Menlo", "Menlo", "Menlo"])
    XCTAssertEqual(try text.runs[0].attributes.link, "https://swift.org/a/b?c")
    XCTAssertNil(try text.runs[1].attributes.link)
    XCTAssertNil(try text.runs[1].attributes.foregroundColor)
    XCTAssertEqual(text.runs[1].attributes["NSColor"]?.className, "TheirColor")
    XCTAssertEqual(text.runs[1].attributes["NSKern"]?.doubleValue, 1.5)
    // As a field among others.
    let note = TextNote(title: "t", text: text, more: [text, text], style: nil)
    XCTAssertEqual(try KeyedArchive.decode(TextNote.self, from: KeyedArchive.encode(note)), note)
  }

  func testParagraphStyles() throws {
    let style = try assertSameGraph(
      ArchivedParagraphStyle.self,
      archive(
        .record(
          class: 6,
          [
            "NSTabStops": .uid(2), "NSAlignment": .integer(2), "NSLineBreakMode": .integer(4),
            "NSLineSpacing": .real(1.5), "NSParagraphSpacing": .real(6), "NSParagraphSpacingBefore": .real(7),
            "NSFirstLineHeadIndent": .real(10), "NSHeadIndent": .real(11), "NSTailIndent": .real(-12),
            "NSMinLineHeight": .real(13), "NSMaxLineHeight": .real(14), "NSLineHeightMultiple": .real(1.25),
            "NSTextLists": .uid(7), "NSWritingDirection": .integer(1),
          ]),
        .list(class: 5, 3, 8), .record(class: 4, ["NSLocation": .real(28)]), .classRecord("NSTextTab"),
        .classRecord("NSArray"), .classRecord("NSMutableParagraphStyle", "NSParagraphStyle"),
        .list(class: 5), .record(class: 4, ["NSLocation": .integer(56), "NSTabOptions": .uid(0)])))
    XCTAssertEqual(style.object.className, "NSMutableParagraphStyle")
    XCTAssertEqual(style.alignment, 2)
    XCTAssertEqual(style.lineBreakMode, 4)
    XCTAssertEqual(
      [style.lineSpacing, style.paragraphSpacing, style.paragraphSpacingBefore], [1.5, 6, 7])
    XCTAssertEqual([style.firstLineHeadIndent, style.headIndent, style.tailIndent], [10, 11, -12])
    XCTAssertEqual(
      [style.minimumLineHeight, style.maximumLineHeight, style.lineHeightMultiple], [13, 14, 1.25])
    XCTAssertEqual(style.tabStops, [28, 56])
    XCTAssertEqual(style.object["NSWritingDirection"], 1)
  }

  // MARK: Made here

  private var bold: Text.Attributes {
    Text.Attributes(
      font: ArchivedFont(name: "Helvetica-Bold", size: 12, kit: .appKit),
      foregroundColor: ArchivedColor(red: 1, green: 0.5, blue: 0, kit: .appKit))
  }

  func testMadeTexts() throws {
    var custom = Text.Attributes(
      backgroundColor: ArchivedColor(white: 0.5, kit: .appKit),
      paragraphStyle: ArchivedParagraphStyle(alignment: 1, headIndent: 20, tabStops: [10, 20]),
      link: "https://swift.org")
    custom["com.example.note"] = ["id": 5]
    custom["NSKern"] = 2.0
    XCTAssertEqual(
      custom.names, ["NSBackgroundColor", "NSParagraphStyle", "NSLink", "com.example.note", "NSKern"])
    custom["NSKern"] = nil
    custom["NSKern"] = nil
    let text = Text([("Read ", .init()), ("", custom), ("👋", bold), ("this", custom), ("!", bold)])
    XCTAssertEqual(text.string, "Read 👋this!")
    XCTAssertEqual(text.object["NSAttributeInfo"]?.dataValue, Data([5, 0, 2, 1, 4, 2, 1, 1]))
    XCTAssertEqual(text.runs.map(\.attributes), [.init(), bold, custom, bold])

    let back = try KeyedArchive.decode(Text.self, from: KeyedArchive.encode(text))
    XCTAssertEqual(back, text)
    XCTAssertEqual(back.runs, text.runs)
    XCTAssertEqual(try back.runs[1].attributes.foregroundColor?.components, [1, 0.5, 0])
    XCTAssertEqual(try back.runs[2].attributes.link, "https://swift.org")
    XCTAssertEqual(try back.runs[2].attributes.backgroundColor?.components, [0.5])
    XCTAssertEqual(back.runs[2].attributes["com.example.note"]?.entries?.first?.value.intValue, 5)
    let style = try XCTUnwrap(try back.runs[2].attributes.paragraphStyle)
    XCTAssertEqual(style, ArchivedParagraphStyle(alignment: 1, headIndent: 20, tabStops: [10, 20]))
    XCTAssertEqual(style.tabStops, [10, 20])
    XCTAssertEqual(style.headIndent, 20)
    XCTAssertEqual(style.object.names, ["NSAlignment", "NSHeadIndent", "NSTabStops"])

    for text in [
      Text([]), Text([("a", .init())]), Text([("a", bold)]), Text([("a", bold), ("b", bold)]), text,
    ] {
      try assertRoundTrip(text, xml: .lossy)
      let node = try KeyedArchive(KeyedArchive.encode(text)).node().inlined()
      XCTAssertEqual(try Text(ArchivedObject(node)).runs, text.runs)
    }
    XCTAssertEqual(Text([("a", bold)]).object["NSAttributeInfo"], nil)
    XCTAssertEqual(Text([("a", .init())]).object.names, ["NSString"])
    XCTAssertEqual(Text([("a", bold), ("b", bold), ("c", .init())]).runs.map(\.text), ["ab", "c"])
    XCTAssertEqual(ArchivedParagraphStyle().object.names, ["NSAlignment", "NSTabStops"])
  }

  func testFields() throws {
    let note = TextNote(
      title: "t", text: Text([("a", bold), ("b", .init(link: "x"))]), more: [Text([])],
      style: ArchivedParagraphStyle(lineSpacing: 0.1))
    for road in Road.allCases { XCTAssertEqual(try road.carry(note, to: TextNote.self), note, "\(road)") }
    try assertRoundTrip(note, xml: .lossy)
    try assertCoderRoundTrip(note)
  }

  /// Parts of one text in another, whose objects get other numbers.
  func testPartsOfOtherTexts() throws {
    let data = text(
      "ab", runs: [1, 0, 1, 1], dictionaries: 8, 9, objects: .table(class: 10, [11: 12]),
      .table(class: 10, [11: 12]), .classRecord("NSDictionary"), .string("NSColor"),
      .record(
        class: 13, ["NSRGB": .data(Array("1 0 0".utf8)), "NSColorSpace": .integer(1), "own": .uid(12)]),
      .classRecord("NSColor"))
    let read = try assertSameGraph(Text.self, data)
    let runs = read.runs
    let made = Text([(runs[1].text, runs[1].attributes), ("c", bold), (runs[0].text, runs[0].attributes)])
    let back = try KeyedArchive.decode(Text.self, from: KeyedArchive.encode(made))
    XCTAssertEqual(back, made)
    XCTAssertEqual(back.string, "bca")
    XCTAssertEqual(try back.runs[0].attributes.foregroundColor?.components, [1, 0, 0])
    XCTAssertEqual(try back.runs[1].attributes.font?.name, "Helvetica-Bold")
    XCTAssertEqual(try back.runs[2].attributes.foregroundColor?.object.object("own")?.className, "NSColor")
  }

  // MARK: Where the classes exist

  func testFoundationObjects() throws {
    let text = Text([("a", .init()), ("bc", numbered(5))])
    let object = try text.object.unarchived(as: NSAttributedString.self)
    XCTAssertEqual(object.string, "abc")
    var range = NSRange()
    let found = object.attributes(at: 1, effectiveRange: &range)
    XCTAssertEqual(range, NSRange(location: 1, length: 2))
    XCTAssertEqual(found[NSAttributedString.Key("number")] as? Int, 5)
    let back = try Text(ArchivedObject(archiving: object))
    XCTAssertEqual(back.string, "abc")
    XCTAssertEqual(back.runs.map(\.text), ["a", "bc"])
    XCTAssertEqual(back.runs[1].attributes["number"]?.intValue, 5)
  }

  private func numbered(_ number: Int64) -> Text.Attributes {
    var attributes = Text.Attributes()
    attributes["number"] = .integer(number)
    return attributes
  }

  func testAttributedStrings() throws {
    let text = Text([
      ("a", .init()), ("bc", bold), ("d", .init(link: "https://swift.org")), ("e", numbered(5)),
    ])
    var swift = AttributedString(text)
    XCTAssertEqual(String(swift.characters), "abcde")
    XCTAssertEqual(swift.runs.compactMap(\.link), [URL(string: "https://swift.org")])
    XCTAssertEqual(
      try swift.runs.compactMap { try $0[Text.AttributesKey.self]?.font?.name }, ["Helvetica-Bold"])
    XCTAssertEqual(Text(swift), text)
    // What is changed by Swift's attributes is changed in the archive.
    for run in swift.runs {
      swift[run.range].link = run.link == nil ? URL(string: "https://swift.org/new") : nil
    }
    let changed = Text(swift)
    XCTAssertEqual(
      try changed.runs.map { try $0.attributes.link },
      ["https://swift.org/new", "https://swift.org/new", nil, "https://swift.org/new"])
    XCTAssertEqual(try changed.runs[1].attributes.font?.name, "Helvetica-Bold")
    XCTAssertEqual(changed.runs[3].attributes["number"]?.intValue, 5)
    XCTAssertEqual(AttributedString(Text([])), AttributedString())
    // A link that is no URL stays.
    let odd = Text([("a", .init(link: ""))])
    XCTAssertEqual(Text(AttributedString(odd)), odd)
  }

  // MARK: Damage

  func testWrongTexts() throws {
    func check(_ code: ArchiveError.Code, _ data: Data, at path: String? = nil, line: UInt = #line) {
      assertThrows(code, at: path, line: line) { try KeyedArchive.decode(Text.self, from: data) }
    }
    check(.typeMismatch, archive(.string("a")))
    check(.classMismatch, archive(.record(class: 2, ["NSString": .string("a")]), .classRecord("NSFont")))
    check(.missingField, archive(.record(class: 2, ["x": .integer(1)]), .classRecord("NSAttributedString")))
    check(
      .missingField,
      archive(.record(class: 2, ["NSString": .integer(1)]), .classRecord("NSAttributedString")),
      at: "NSString")
    check(
      .typeMismatch,
      archive(
        .record(class: 2, ["NSString": .uid(3), "NSAttributes": .uid(3)]), .classRecord("NSAttributedString"),
        .string("a")), at: "NSAttributes")
    let dictionaries: [Item] = [.table(class: 9, [:]), .classRecord("NSDictionary")]
    func runs(_ bytes: [UInt8]) -> Data {
      text("abc", runs: bytes, dictionaries: 8, objects: dictionaries[0], dictionaries[1])
    }
    XCTAssertEqual(try KeyedArchive.decode(Text.self, from: runs([3, 0])).runs.count, 1)
    XCTAssertEqual(try KeyedArchive.decode(Text.self, from: runs([0, 0, 3, 0])).runs.count, 1)
    for bytes in [
      [], [3], [3, 1], [2, 0], [4, 0], [3, 0, 1, 0], [3, 0x80], [0xff, 0xff, 0xff, 0xff, 0x7f, 0],
      [UInt8](repeating: 0xff, count: 12), [3, 0xff, 0xff, 0xff, 0xff, 0x7f],
    ] as [[UInt8]] {
      check(.invalidValue, runs(bytes), at: "NSAttributeInfo")
    }
    check(
      .typeMismatch,
      text(
        "abc", runs: [1, 0, 2, 1], dictionaries: 8, 2, objects: dictionaries[0], dictionaries[1]),
      at: "NSAttributes[1]")
    // Several dictionaries, and no runs.
    check(
      .invalidValue,
      archive(
        .record(class: 2, ["NSString": .uid(3), "NSAttributes": .uid(4)]), .classRecord("NSAttributedString"),
        .string("a"), .list(class: 5, 6, 6), .classRecord("NSArray"), .table(class: 7, [:]),
        .classRecord("NSDictionary")), at: "NSAttributeInfo")
  }

  func testWrongAttributes() throws {
    func attributes(_ name: String, _ item: Item, _ type: String) throws -> Text.Attributes {
      let data = text(
        "a", runs: [1, 0], dictionaries: 8, objects: .table(class: 9, [10: 11]), .classRecord("NSDictionary"),
        .string(name), item, .classRecord(type))
      return try XCTUnwrap(try KeyedArchive.decode(Text.self, from: data).runs.first).attributes
    }
    assertThrows(.missingField, at: "[\"NSFont\"].NSSize") {
      try attributes("NSFont", .record(class: 12, ["NSName": .string("Menlo")]), "NSFont").font
    }
    assertThrows(.missingField, at: "[\"NSColor\"].NSRGB") {
      try attributes("NSColor", .record(class: 12, ["NSColorSpace": .integer(1)]), "NSColor").foregroundColor
    }
    assertThrows(.typeMismatch, at: "[\"NSParagraphStyle\"].NSHeadIndent") {
      try attributes(
        "NSParagraphStyle", .record(class: 12, ["NSHeadIndent": .bool(true)]), "NSParagraphStyle"
      ).paragraphStyle
    }
    assertThrows(.typeMismatch, at: "[\"NSParagraphStyle\"].NSTabStops[0]") {
      try attributes(
        "NSParagraphStyle", .record(class: 12, ["NSTabStops": .array([.integer(1)])]), "NSParagraphStyle"
      ).paragraphStyle
    }
    assertThrows(.missingField, at: "[\"NSLink\"].NS.relative") {
      try attributes("NSLink", .record(class: 12, ["x": .integer(1)]), "NSURL").link
    }
    // A URL whose base is itself.
    XCTAssertThrowsError(
      try attributes(
        "NSLink", .record(class: 12, ["NS.base": .uid(11), "NS.relative": .uid(2)]), "NSURL"
      ).link
    ) { XCTAssertEqual(($0 as? ArchiveError)?.code, .cycle) }
    XCTAssertEqual(try attributes("NSLink", .string("x"), "NSURL").link, "x")
    XCTAssertNil(try attributes("NSFont", .string("x"), "NSFont").font)
  }

  func testDamagedArchives() throws {
    var random = SeededGenerator()
    let note = TextNote(
      title: "t", text: Text([("a", bold), ("bé👋", .init(link: "x")), ("c", bold)]), more: [],
      style: ArchivedParagraphStyle(lineSpacing: 0.1, tabStops: [1, 2]))
    let archive = try KeyedArchive.encode(note)
    for round in 0..<Thoroughness.rounds(240, full: 5_000) {
      var data = archive
      for _ in 0...random.below(3) { data[random.below(data.count)] = UInt8(random.below(256)) }
      assertDecodesOrThrows("round \(round), seed \(random.seed)") {
        let read = try KeyedArchive.decode(TextNote.self, from: data)
        XCTAssertEqual(read.text.runs.map(\.text).joined(), read.text.string)
        for run in read.text.runs {
          _ = try (run.attributes.font, run.attributes.foregroundColor, run.attributes.backgroundColor)
          _ = try (run.attributes.link, run.attributes.paragraphStyle)
        }
        _ = AttributedString(read.text)
        // Values that lie inline in damaged objects may be marked so at other places.
        let again = try KeyedArchive.decode(TextNote.self, from: KeyedArchive.encode(read))
        assertSameContent(
          try KeyedArchive(KeyedArchive.encode(again)).node(),
          try KeyedArchive(KeyedArchive.encode(read)).node(),
          "round \(round), seed \(random.seed)")
      }
    }
  }
}

@Archivable(className: "Text_Note")
private struct TextNote: Hashable {
  var title: String
  var text: ArchivedAttributedString
  var more: [ArchivedAttributedString] = []
  var style: ArchivedParagraphStyle?
}
