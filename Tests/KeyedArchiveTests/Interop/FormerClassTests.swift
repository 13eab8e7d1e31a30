import ArchiveTestSupport
import StructCoding
import XCTest

/// Archives of older classes, and of older versions of a type.
final class FormerClassTests: XCTestCase {
  private func archive(_ name: String, _ fields: KeyValuePairs<String, PlistBuilder.Item>) -> Data {
    PlistBuilder([.null, .record(class: 2, fields), .classRecord(name), .string("text"), .integer(7)]).data()
  }

  func testFormerNamesAreRead() throws {
    for name in ["OLDDocument", "Document", "Test_Document"] {
      let value = try KeyedArchive.decode(
        Document.self, from: archive(name, ["title": .uid(3), "pages": .integer(7)]))
      XCTAssertEqual(value, Document(title: "text", pages: 7, note: nil, isDraft: true))
      let object = try KeyedArchive.unarchivedObject(
        ofClass: Document.Coding.self, from: archive(name, ["title": .uid(3), "pages": .integer(7)]))
      XCTAssertEqual(object?.decoded, value)
    }
  }

  /// What was written is under the new name only.
  func testNewNameIsWritten() throws {
    let archive = try Layout(KeyedArchive.encode(Document(title: "", pages: 0, note: nil, isDraft: false)))
    XCTAssertEqual(archive.className(of: archive.root), "Test_Document")
  }

  func testOtherClassesAreRefused() throws {
    let data = archive("SomeoneElse", ["title": .uid(3), "pages": .integer(7)])
    assertThrows(
      .classMismatch, at: "the root", saying: "Test_Document", "SomeoneElse", "formerly: [\"SomeoneElse\"]"
    ) {
      try KeyedArchive.decode(Document.self, from: data)
    }
    assertThrows(.classMismatch, saying: "SomeoneElse") {
      try KeyedArchive.unarchivedObject(ofClass: Document.Coding.self, from: data)
    }
  }

  func testAddedAndRemovedFields() throws {
    let more = archive(
      "Document",
      ["gone": .uid(3), "title": .uid(3), "alsoGone": .array([.uid(9)]), "pages": .uid(4), "note": .uid(0)])
    XCTAssertEqual(
      try KeyedArchive.decode(Document.self, from: more),
      Document(title: "text", pages: 7, note: nil, isDraft: true))
    let fewer = archive("Document", ["pages": .integer(7)])
    assertThrows(.missingField, at: "title", saying: "“title”", "initial value") {
      try KeyedArchive.decode(Document.self, from: fewer)
    }
  }

  /// Numbers may be stored in place or as objects; Apple's archiver does both.
  func testNumbersAsObjects() throws {
    let data = archive("Document", ["title": .uid(3), "pages": .uid(4), "isDraft": .uid(4)])
    assertThrows(.invalidValue, at: "isDraft", saying: "true or false", "7") {
      try KeyedArchive.decode(Document.self, from: data)
    }
  }

  /// Objects of one class in several shapes, in turn.
  func testShapesAlternate() throws {
    var objects: [PlistBuilder.Item] = [.null]
    objects.append(.record(class: 2, ["NS.objects": .array((0..<90).map { .uid(UInt64(4 + $0)) })]))
    objects += [.classRecord("NSArray"), .classRecord("Document")]
    for number in 0..<90 {
      let extra = PlistBuilder.Item.string("extra\(number % 70)")
      objects.append(
        .dictionary([
          (extra, .integer(0)), (.string("title"), .uid(94)), (.string("pages"), .integer(Int64(number))),
          (.string("$class"), .uid(3)),
        ]))
    }
    objects.append(.string("text"))
    let back = try KeyedArchive.decode([Document].self, from: PlistBuilder(objects).data())
    XCTAssertEqual(back.map(\.pages), Array(0..<90))
  }

  func testForeignArchivers() throws {
    var builder = PlistBuilder([.null, .string("text")])
    builder.archiver = .string("SCNKeyedArchiver")
    let data = builder.data()
    assertThrows(.foreignArchiver, saying: "NSKeyedArchiver", "SCNKeyedArchiver", "archivers") {
      try KeyedArchive.decode(String.self, from: data)
    }
    assertThrows(.foreignArchiver) { try KeyedArchive(data) }
    assertThrows(.foreignArchiver) { try KeyedUnarchiver(forReadingFrom: data) }
    XCTAssertEqual(try KeyedArchive.decode(String.self, from: data, options: .init(archivers: nil)), "text")
    XCTAssertEqual(
      try KeyedArchive.decode(String.self, from: data, options: .init(archivers: ["SCNKeyedArchiver"])),
      "text")
    XCTAssertEqual(try KeyedArchive(data, options: .init(archivers: nil)).archiver, "SCNKeyedArchiver")
  }

  /// Some writers give `$top` values in place, and more than one `"$null"`.
  func testOddTables() throws {
    var builder = PlistBuilder([.null, .string("$null"), .array([.uid(1), .uid(0), .uid(3)]), .integer(5)])
    builder.top = .fields(["root": .integer(3), "null": .uid(1), "list": .uid(2)])
    let archive = try KeyedArchive(builder.data())
    XCTAssertEqual(try archive.decode(Int.self), 3)
    XCTAssertNil(try archive.decode(String?.self, forKey: "null"))
    XCTAssertEqual(try archive.decode([Int?].self, forKey: "list"), [nil, nil, 5])
  }

  /// Integers of sixteen bytes, reals of four, UTF-8 where ASCII is stated, plain dates.
  func testOddObjects() throws {
    func read<Value: ArchiveValue>(_ bytes: [UInt8], as type: Value.Type) throws -> Value {
      try KeyedArchive.decode(type, from: PlistBuilder([.null, .raw(bytes)]).data())
    }
    let (zeros, ones) = ([UInt8](repeating: 0, count: 8), [UInt8](repeating: 0xFF, count: 8))
    XCTAssertEqual(try read([0x14] + zeros + ones, as: UInt64.self), .max)
    XCTAssertEqual(try read([0x14] + ones + ones, as: Int.self), -1)
    assertThrows(.invalidValue) { try read([0x14] + [UInt8](repeating: 1, count: 16), as: Int.self) }
    XCTAssertEqual(try read([0x10, 0xFF], as: Int.self), 255)
    XCTAssertEqual(try read([0x11, 0xFF, 0xFF], as: Int.self), 65_535)
    XCTAssertEqual(try read([0x12, 0xFF, 0xFF, 0xFF, 0xFF], as: Int.self), 4_294_967_295)
    XCTAssertEqual(try read([0x22, 0x3F, 0, 0, 0], as: Double.self), 0.5)
    XCTAssertEqual(try read([0x52, 0xC3, 0xA9], as: String.self), "é")
    XCTAssertEqual(
      try read([0x33, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0], as: Date.self), Date(timeIntervalSinceReferenceDate: 1))
  }

  /// Wider offsets and references than are needed.
  func testWidths() throws {
    for width: UInt8 in 1...8 {
      var builder = PlistBuilder([
        .null, .record(class: 2, ["NS.objects": .array([.uid(3), .uid(3)])]), .classRecord("NSArray"),
        .string("text"),
      ])
      builder.referenceSize = width
      builder.offsetSize = max(width, 2)
      XCTAssertEqual(try KeyedArchive.decode([String].self, from: builder.data()), ["text", "text"])
    }
  }
}

@Archivable(className: "Test_Document", formerly: ["OLDDocument", "Document"])
private struct Document: Equatable {
  var title: String
  var pages: Int
  var note: String?
  var isDraft = true
}
