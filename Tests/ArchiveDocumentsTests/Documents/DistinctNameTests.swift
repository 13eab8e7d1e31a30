import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import FastCoding
import StructCoding
import XCTest

/// Two fields whose names differ only in the composition of an accent. Foundation tells them apart; Swift calls them
/// equal.
final class DistinctNameTests: XCTestCase {
  private let composed = "é"
  private let decomposed = "e\u{301}"

  private func archive(of keys: [(String, Int64)], class name: String = "Accents") -> Data {
    PlistBuilder([
      .null,
      .dictionary(keys.map { (.string($0.0), .integer($0.1)) } + [(.string("$class"), .uid(2))]),
      .classRecord(name),
    ]).data()
  }

  private func check(
    _ node: ArchiveNode, _ values: [Int64], _ message: String = "", file: StaticString = #filePath,
    line: UInt = #line
  ) {
    var node = node
    if case .graph(let graph) = node {
      node = ArchiveNode(root: graph.root, objects: graph.objects).inlined()
    }
    guard case .record(let fields) = node else {
      return XCTFail("\(node), \(message)", file: file, line: line)
    }
    let found = zip(fields.names, fields.values).map { "\(Array($0.utf8))=\($1)" }.sorted()
    let names = [composed, decomposed].prefix(values.count)
    XCTAssertEqual(
      found, zip(names, values).map { "\(Array($0.utf8))=\(ArchiveNode.integer($1))" }.sorted(), message,
      file: file, line: line)
  }

  func testEveryFormatKeepsBoth() throws {
    let data = archive(of: [(composed, 1), (decomposed, 2)])
    let node = try KeyedArchive(data).node()
    check(node, [1, 2])
    let keyed = try KeyedArchive.encode(node)
    XCTAssertEqual(try KeyedArchive(keyed).tableDifferences(from: KeyedArchive(data)), [])
    check(
      try KeyedArchive(KeyedArchive.encode(node, options: .init(outputFormat: .xml))).node(), [1, 2], "XML")
    check(try ArchiveNode(json: node.jsonData()), [1, 2], "JSON")
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      check(try ArchiveNode(propertyList: node.propertyListData(format: format)), [1, 2], "\(format)")
    }
    check(try ColumnArchive(ColumnArchive.encode(node)).node(), [1, 2], "columns")
    check(
      try FastCodingArchive(FastCodingArchive.encode(node), options: .init(classes: .all)).node(), [1, 2],
      "FastCoding")
    let document = try ArchiveDocument(data)
    for format in [ArchiveFormat.json, .propertyList, .columnArchive] {
      check(try ArchiveDocument(document.data(as: format)).node, [1, 2], "\(format)")
    }
  }

  /// Records that follow one another, each with another spelling, keep theirs.
  func testRecordsDoNotTakeTheNamesOfOthers() throws {
    let records = [composed, decomposed, composed].map {
      ArchiveNode.record(ArchiveNode.Fields(className: "Accent", [$0: 1]))
    }
    for tree in [ArchiveNode.array(records), .array(records + ["x"])] {
      let archives: [(String, ArchiveNode)] = [
        ("keyed", try KeyedArchive(KeyedArchive.encode(tree)).node()),
        ("columns", try ColumnArchive(ColumnArchive.encode(tree)).node()),
        ("JSON", try ArchiveNode(json: tree.jsonData())),
        (
          "FastCoding",
          try FastCodingArchive(FastCodingArchive.encode(tree), options: .init(classes: .all)).node()
        ),
      ]
      for (name, node) in archives {
        let names = try [0, 1, 2].map { try XCTUnwrap(node.inlinedElements[$0].fields?.names.first) }
        XCTAssertEqual(
          names.map { Array($0.utf8) }, [composed, decomposed, composed].map { Array($0.utf8) }, name)
      }
    }
    let classes = [composed, decomposed].map {
      ArchiveNode.record(ArchiveNode.Fields(className: $0, ["x": 1]))
    }
    let list = try PropertyListSerialization.propertyList(
      from: KeyedArchive.encode(ArchiveNode.array(classes)), format: nil)
    let objects = try XCTUnwrap((list as? [String: Any])?["$objects"] as? [Any])
    let names = objects.compactMap { ($0 as? [String: Any])?["$classname"] as? String }
    XCTAssertTrue(names.contains { Array($0.utf8) == Array(composed.utf8) }, "\(names)")
    XCTAssertTrue(names.contains { Array($0.utf8) == Array(decomposed.utf8) }, "\(names)")
  }

  /// Columns have no such names, so values with them are trees.
  func testCasesAreTreesInColumns() throws {
    let nodes = [composed, decomposed, composed].map {
      ArchiveNode.record(ArchiveNode.Fields(className: "Accent", caseName: $0, ["_0": 1]))
    }
    let found = try ColumnArchive(ColumnArchive.encode(.array(nodes))).node().inlinedElements
    XCTAssertEqual(
      found.map { Array($0.fields?.caseName?.utf8 ?? "".utf8) },
      [composed, decomposed, composed].map { Array($0.utf8) })
  }

  /// A type reads the field of exactly its name; without it, one that Swift calls equal.
  func testTypesReadTheirOwn() throws {
    let both = archive(of: [(composed, 1), (decomposed, 2)], class: "Test_Composed")
    let swapped = archive(of: [(decomposed, 2), (composed, 1)], class: "Test_Composed")
    for data in [both, swapped] {
      XCTAssertEqual(try KeyedArchive.decode(Composed.self, from: data).value, 1)
      XCTAssertEqual(try KeyedArchive(data).node().decode(Composed.self).value, 1)
      let column = try ColumnArchive.encode(KeyedArchive(data).node())
      XCTAssertEqual(try ColumnArchive.decode(Composed.self, from: column).value, 1)
      let object = try KeyedArchive.unarchivedObject(ofClass: Composed.Coding.self, from: data)
      XCTAssertEqual(object?.decoded.value, 1)
      let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
      unarchiver.setClass(AccentObject.self, forClassName: "Test_Composed")
      let read = unarchiver.decodeObject(of: AccentObject.self, forKey: "root")
      XCTAssertEqual(read.map { [$0.composed, $0.decomposed] }, [1, 2])
      try unarchiver.finishDecoding()
    }
    let only = archive(of: [(decomposed, 2)], class: "Test_Composed")
    XCTAssertEqual(try KeyedArchive.decode(Composed.self, from: only).value, 2)
    XCTAssertEqual(try KeyedArchive(only).node().decode(Composed.self).value, 2)
    let value = Accents(composed: 1, decomposed: 2)
    for road in Road.allCases {
      let back = try road.carry(value, to: Accents.self)
      XCTAssertEqual([back.composed, back.decomposed], [1, 2], "\(road)")
    }
  }

  func testTheTopOfAnArchive() throws {
    var builder = PlistBuilder([.null, .string("a"), .string("b")])
    builder.top = .fields([composed: .uid(1), decomposed: .uid(2)])
    let archive = try KeyedArchive(builder.data())
    XCTAssertEqual(try archive.decode(String.self, forKey: composed), "a")
    XCTAssertEqual(try archive.decode(String.self, forKey: decomposed), "b")
    let written = try KeyedArchive(KeyedArchive.encode(archive.node()))
    XCTAssertEqual(try written.tableDifferences(from: archive), [])
  }

  func testFieldsOfARecord() throws {
    var fields = ArchiveNode.Fields(className: "A", [composed: 1, decomposed: 2])
    XCTAssertEqual(fields.names.count, 2)
    XCTAssertEqual([fields[composed], fields[decomposed]], [1, 2])
    fields[decomposed] = 3
    XCTAssertEqual([fields[composed], fields[decomposed]], [1, 3])
    XCTAssertEqual(fields.remove(composed), 1)
    XCTAssertEqual(fields[composed], 3, "the only field with an equal name")
    XCTAssertTrue(fields.rename(decomposed, to: composed))
    XCTAssertEqual(fields.names.map { Array($0.utf8) }, [Array(composed.utf8)])
    let node = ArchiveNode.record(ArchiveNode.Fields(className: "A", [composed: 1, decomposed: 2]))
    let others: [ArchiveNode] = [
      .record(ArchiveNode.Fields(className: "A", [decomposed: 1, composed: 2])),
      .record(ArchiveNode.Fields(className: "A", [composed: 1, "x": 2])),
    ]
    for other in others {
      XCTAssertFalse(node.hasSameContent(as: other))
      XCTAssertNotEqual(node, other)
    }
    assertSameContent(
      node, .record(ArchiveNode.Fields(className: "A", [decomposed: 2, composed: 1])))
  }

  func testADocumentWithSuchFieldsFindsItsAliases() throws {
    let json = #"{"$class":"A","é":{"x":1},"e\u0301":{"y":2},"same":{"$alias":"e\u0301"}}"#
    let node = try ArchiveNode(json: Data(json.utf8))
    guard case .graph(let graph) = node else { return XCTFail("\(node)") }
    let fields = try XCTUnwrap(graph.root.fields)
    assertSameContent(fields["same"], fields[decomposed])
    XCTAssertNotEqual(fields["same"], fields[composed])
  }

  /// A record with many fields is looked through by a table of their names.
  func testTheBootstrapTakesSuchRecords() throws {
    var fields = ArchiveNode.Fields(className: "A", [composed: ["x"], decomposed: ["y"]])
    for number in 0..<10 { fields["f\(number)"] = .integer(Int64(number)) }
    fields["same"] = .dictionary([.init(key: "$alias", value: .string(decomposed))])
    guard case .graph(let graph) = try ArchiveBootstrap(.record(fields)).node else {
      return XCTFail("no graph")
    }
    let made = try XCTUnwrap(graph.root.fields)
    assertSameContent(made["same"], made[decomposed])
    XCTAssertNotEqual(made["same"], made[composed])
    XCTAssertEqual(graph.objects, [["y"]])
  }
}

/// An object whose class is named like the record that stands for the top of an archive.
final class TopClassTests: XCTestCase {
  func testTheObjectStaysAnObject() throws {
    for name in ["$top", "$$top", "$$$top", "$tops", "top"] {
      for root in [PlistBuilder.Item.fields(["root": .uid(1)]), .fields(["a": .uid(1), "b": .uid(1)])] {
        var builder = PlistBuilder([
          .null, .record(class: 2, ["x": .integer(1), "$class$": .integer(2)]), .classRecord(name),
        ])
        builder.top = root
        let data = builder.data()
        let node = try KeyedArchive(data).node()
        let archive = try KeyedArchive(data)
        for written in [
          try KeyedArchive.encode(node), try KeyedArchive.encode(ArchiveNode(json: node.jsonData())),
          try KeyedArchive.encode(ArchiveNode(propertyList: node.propertyListData(format: .binary))),
          try ArchiveDocument(ArchiveDocument(data).data(as: .json)).data(as: .keyedArchive),
          try KeyedArchive.encode(ColumnArchive(ColumnArchive.encode(node)).node()),
        ] {
          XCTAssertEqual(try KeyedArchive(written).keys.sorted(), archive.keys.sorted(), name)
          XCTAssertEqual(try KeyedArchive(written).tableDifferences(from: archive), [], name)
        }
      }
    }
  }
}

private struct Composed: Archivable, Equatable {
  var value: Int

  static let archiveSchema = ArchiveSchema(className: "Test_Composed", fields: ["é"])
  init(fields decoder: inout some FieldDecoder) throws { value = try decoder.decode(at: 0) }
  func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(value, at: 0) }

  final class Coding: CodingObject, ArchiveWrapper {
    typealias Value = Composed
    override class var supportsSecureCoding: Bool { true }
  }
}

private struct Accents: ArchiveStruct {
  var composed: Int
  var decomposed: Int
  static let archiveFields = ArchiveFields<Accents>("Test_Accents", isMemberwise: true) {
    $0.field("é", \.composed)
    $0.field("e\u{301}", \.decomposed)
  }
}

#if canImport(ObjectiveC)
  @objc(AccentObject)
#endif
private final class AccentObject: NSObject, NSSecureCoding {
  let composed: Int
  let decomposed: Int
  static var supportsSecureCoding: Bool { true }
  init?(coder: NSCoder) {
    composed = coder.decodeInteger(forKey: "é")
    decomposed = coder.decodeInteger(forKey: "e\u{301}")
  }
  func encode(with coder: NSCoder) {}
}

extension Accents {
  func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(composed, at: 0)
    try encoder.encode(decomposed, at: 1)
  }

  init(fields decoder: inout some FieldDecoder) throws {
    composed = try decoder.decode(at: 0)
    decomposed = try decoder.decode(at: 1)
  }
}

extension ArchiveNode {
  /// The elements of an array, whose references are followed.
  fileprivate var inlinedElements: [ArchiveNode] {
    var node = self
    if case .graph(let graph) = node {
      node = ArchiveNode(root: graph.root, objects: graph.objects).inlined()
    }
    guard case .array(let elements) = node else { return [] }
    return elements
  }
}
