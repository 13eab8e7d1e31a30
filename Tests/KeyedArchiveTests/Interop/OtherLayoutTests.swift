import ArchiveDocuments
import ArchiveTestSupport
import StructCoding
import XCTest

/// The keys under which Foundation's classes store their content if the archiver is not an `NSKeyedArchiver` itself, as the
/// subclasses of Notability and SceneKit are not: `NS.bytes`, `NS.object.0`, `NS.key.0` …
final class OtherLayoutTests: XCTestCase {
  private typealias Item = PlistBuilder.Item

  private func archive(_ objects: [Item], by archiver: String = "GLKeyedArchiver") -> Data {
    var builder = PlistBuilder([.null] + objects)
    builder.archiver = .string(archiver)
    return builder.data()
  }

  private let all = KeyedArchive.DecodingOptions(archivers: nil)

  private static let note: [UInt8] = Array("note 1, é".utf8)
  /// A note: a dictionary with a text, data, an array, a set and an empty dictionary.
  private let objects: [Item] = [
    .record(
      class: 2,
      [
        "NS.key.0": .uid(3), "NS.object.0": .uid(4), "NS.object.1": .uid(7), "NS.key.1": .uid(6),
        "NS.key.2": .uid(9), "NS.object.2": .uid(10),
      ]),
    .classRecord("NSMutableDictionary", "NSDictionary"),
    .string("title"),
    .record(class: 5, ["NS.bytes": .data(note)]), .classRecord("NSMutableString", "NSString"),
    .string("pages"),
    .record(class: 8, ["NS.object.0": .uid(3), "NS.object.1": .uid(6)]), .classRecord("NSArray"),
    .string("image"),
    .record(class: 11, ["NS.bytes": .data([1, 2, 3])]), .classRecord("NSData"),
  ]

  func testTypes() throws {
    for archiver in ["GLKeyedArchiver", "NSKeyedArchiver"] {
      func read<Value: ArchiveValue>(_ type: Value.Type, _ objects: [Item]) throws -> Value {
        try KeyedArchive.decode(type, from: archive(objects, by: archiver), options: all)
      }
      let text = [Item.record(class: 2, ["NS.bytes": .data(Self.note)]), .classRecord("NSString")]
      XCTAssertEqual(try read(String.self, text), "note 1, é")
      XCTAssertEqual(
        try read(
          Data.self, [.record(class: 2, ["NS.bytes": .data([7])]), .classRecord("NSMutableData", "NSData")]),
        Data([7]))
      XCTAssertEqual(
        try read(Data.self, [.record(class: 2, ["NS.bytes": .data([])]), .classRecord("NSData")]), Data())
      let list: [Item] = [
        .record(class: 2, ["NS.object.1": .uid(4), "NS.object.0": .uid(3)]), .classRecord("NSArray"),
        .string("a"), .string("b"),
      ]
      XCTAssertEqual(try read([String].self, list), ["a", "b"])
      XCTAssertEqual(
        try read(Set<String>.self, [list[0], .classRecord("NSSet")] + list[2...]), ["a", "b"])
      XCTAssertEqual(
        try read(
          [String: String].self,
          [
            .record(
              class: 2,
              [
                "NS.key.0": .uid(3), "NS.key.1": .uid(4), "NS.object.0": .uid(4), "NS.object.1": .uid(3),
              ]),
            .classRecord("NSDictionary"), .string("a"), .string("b"),
          ]), ["a": "b", "b": "a"])
      XCTAssertEqual(
        try read([String: Int].self, [.record(class: 2, [:]), .classRecord("NSDictionary")]), [:])
    }
  }

  func testObjects() throws {
    let classes = [NSDictionary.self, NSString.self, NSArray.self, NSData.self]
    let note =
      try KeyedArchive.unarchivedObject(ofClasses: classes, from: archive(objects, by: "NSKeyedArchiver"))
      as? NSDictionary
    XCTAssertEqual(note?["title"] as? NSString, "note 1, é")
    XCTAssertEqual(note?["pages"] as? NSArray, ["title", "pages"])
    XCTAssertEqual(note?["image"] as? NSData, NSData(data: Data([1, 2, 3])))
  }

  func testWhatIsNotWhole() {
    func refuse(
      _ code: ArchiveError.Code, _ words: String, _ fields: KeyValuePairs<String, Item>, line: UInt = #line
    ) {
      assertThrows(code, saying: words, line: line) {
        try KeyedArchive.decode(
          [String: String].self,
          from: archive([.record(class: 2, fields), .classRecord("NSDictionary"), .string("a")]), options: all
        )
      }
    }
    refuse(.malformed, "a value for each of 1 keys", ["NS.key.0": .uid(3)])
    refuse(.malformed, "a key NS.key.1", ["NS.key.0": .uid(3), "NS.key.2": .uid(3)])
    refuse(.typeMismatch, "NS.keys", ["NS.objects": .array([.uid(3)])])
    refuse(.typeMismatch, "NS.keys", ["NS.object.0": .uid(3)])
    assertThrows(.malformed, saying: "UTF-8") {
      try KeyedArchive.decode(
        String.self,
        from: archive([.record(class: 2, ["NS.bytes": .data([0xFF])]), .classRecord("NSString")]),
        options: all)
    }
    assertThrows(.typeMismatch) {
      try KeyedArchive.decode(
        Data.self, from: archive([.record(class: 2, ["NS.bytes": .integer(1)]), .classRecord("NSData")]),
        options: all)
    }
    // A shared text is charged each time that it is read.
    let text = [Item.record(class: 3, ["NS.bytes": .data([UInt8](repeating: 0x61, count: 1000))])]
    assertThrows(.limitExceeded) {
      try KeyedArchive.decode(
        [String].self,
        from: archive(
          [.record(class: 4, ["NS.objects": .array(Array(repeating: .uid(2), count: 1000))])] + text
            + [.classRecord("NSString"), .classRecord("NSArray")]),
        options: .init(archivers: nil, limits: .init(maximumDecodedSize: 100_000)))
    }
  }

  /// Nodes have the content, whatever the keys, and what is written again has the usual keys.
  func testNodes() throws {
    let data = archive(objects)
    let document = try ArchiveDocument(data)
    XCTAssertEqual(document.node["title"]?.stringValue, "note 1, é")
    XCTAssertEqual(document.node["pages"]?.count, 2)
    XCTAssertEqual(document.node["image"]?.dataValue, Data([1, 2, 3]))
    XCTAssertEqual(document.node["title"]?.description, #"NSMutableString "note 1, é""#)
    XCTAssertEqual(document.archiver, "GLKeyedArchiver")

    let copy = try document.data(as: .keyedArchive)
    XCTAssertTrue(try ArchiveDocument(copy).node.hasSameContent(as: document.node))
    let differences = try KeyedArchive(copy, options: all).tableDifferences(
      from: KeyedArchive(data, options: all))
    XCTAssertFalse(differences.isEmpty)
    XCTAssertTrue(differences.contains { $0.description.contains("NS.key.0") }, "\(differences)")
    // The second time, nothing changes.
    XCTAssertEqual(try ArchiveDocument(copy).data(as: .keyedArchive), copy)
    for format in [ArchiveFormat.json, .propertyList] {
      assertSameContent(try ArchiveDocument(document.data(as: format)).node, document.node, format.name)
    }
  }

  /// What only looks similar stays a record with its fields.
  func testOtherRecords() throws {
    let records: [(KeyValuePairs<String, Item>, String)] = [
      (["NS.bytes": .data([0xFF])], "NSString"), (["NS.bytes": .uid(1)], "NSString"),
      (["NS.bytes": .data([1]), "more": .integer(1)], "NSData"),
      (["NS.object.0": .uid(1), "NS.object.2": .uid(1)], "NSArray"), (["NS.key.0": .uid(1)], "NSDictionary"),
      (["NS.object0": .uid(1), "NS.count0": .integer(2), "NS.count": .integer(1)], "NSCountedSet"),
    ]
    for (fields, name) in records {
      let data = archive([.record(class: 2, fields), .classRecord(name)])
      let document = try ArchiveDocument(data)
      XCTAssertEqual(document.node.fields?.names.count, fields.count, name)
      let copy = try KeyedArchive(document.data(as: .keyedArchive), options: all)
      XCTAssertEqual(try copy.tableDifferences(from: KeyedArchive(data, options: all)), [], name)
    }
    // A class of its own that stores nothing is no empty collection.
    let own = try ArchiveDocument(archive([.record(class: 2, [:]), .classRecord("Shelf", "NSArray")]))
    XCTAssertEqual(own.node.fields?.className, "Shelf")
  }
}
