import ArchiveDocuments
import ColumnArchives
import FastCoding
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Conversions of a few elements at a time: the bytes are those of a conversion in one piece.
final class ElementConversionTests: XCTestCase {
  private static let options: [(format: ArchiveFormat, ArchiveFormat.WritingOptions)] = [
    (.json, .init()), (.json, .init(isPretty: false)), (.columnArchive, .init()), (.keyedArchive, .init()),
    (.keyedArchive, .init(propertyListFormat: .xml)), (.propertyList, .init()), (.fastCoding, .init()),
  ]

  /// Returns the bytes of elements in a format, or the error.
  private func pieces(
    _ elements: ArchiveElements, _ format: ArchiveFormat, _ options: ArchiveFormat.WritingOptions
  ) -> Result<Data, any Error> {
    Result {
      var data = Data()
      try format.encode(elements, options: options) { data += $0 }
      return data
    }
  }

  private func assertSame(
    _ elements: ArchiveElements, _ node: ArchiveNode, _ name: String, file: StaticString = #filePath,
    line: UInt = #line
  ) {
    func check<Output: Equatable>(
      _ new: Result<Output, any Error>, _ old: Result<Output, any Error>, _ name: String
    ) {
      switch (new, old) {
      case (.success(let new), .success(let old)): XCTAssertEqual(new, old, name, file: file, line: line)
      case (.failure(let new), .failure(let old)):
        XCTAssertEqual("\(new)", "\(old)", name, file: file, line: line)
      case (let new, let old): XCTFail("\(name): \(new) instead of \(old)", file: file, line: line)
      }
    }
    for (format, options) in Self.options {
      let whole = Result { try format.encode(ArchiveContent(node), options: options) }
      check(pieces(elements, format, options), whole, "\(name) to \(format), \(options)")
    }
    var plain = Data()
    let losses = Result { try elements.plainJSON { plain += $0 } }
    let whole = Result { try node.plainJSON() }
    check(losses, whole.map(\.losses), "\(name) to plain JSON")
    if case .success(let whole) = whole { XCTAssertEqual(plain, whole.data, name, file: file, line: line) }
  }

  /// The node with a class name for each record, as keyed archives need them.
  private func named(_ node: ArchiveNode) -> ArchiveNode {
    switch node {
    case .array(let elements): return .array(elements.map(named))
    case .set(let elements): return .set(elements.map(named))
    case .dictionary(let entries):
      return .dictionary(entries.map { .init(key: named($0.key), value: named($0.value)) })
    case .instance(let type, let content): return .instance(type, named(content))
    case .record(var fields):
      if fields.className.isEmpty { fields.className = "Unknown" }
      for name in fields.names { fields[name] = fields[name].map(named) }
      return .record(fields)
    default: return node
    }
  }

  func testFixtures() throws {
    let folder = TestFiles.fixtures.appendingPathComponent("column-v1")
    var others: [String] = []
    for (number, path) in try TestFiles.files(below: folder).enumerated() {
      let data = try Data(contentsOf: folder.appendingPathComponent(path))
      guard let elements = try ArchiveInspection(data).elements() else {
        others.append(path)
        continue
      }
      let node = try ArchiveDocument(data).node
      XCTAssertEqual(elements.count, node.elements?.count)
      assertSame(elements, node, path)
      if !Thoroughness.isFull, number % 4 != 0 { continue }
      let namedElements = ArchiveElements(count: elements.count) { body in
        try elements.forEachPiece { try body($0.map(self.named)) }
      }
      assertSame(namedElements, named(node), "\(path), with names")
    }
    // Single values, and elements with instances.
    XCTAssertEqual(
      others,
      [
        "account.bin", "collections.bin", "foundation.bin", "instances.bin", "nodes.bin", "objects.bin",
        "people.bin", "single.bin",
      ])
  }

  func testNodesOfAllKinds() {
    var maker = NodeMaker(SeededGenerator())
    for round in 0..<Thoroughness.rounds(120, full: 300) {
      let model = maker.node()
      // Usually, elements are alike.
      let nodes = (0..<maker.random.below(12)).map { _ in maker.random.oneIn(3) ? maker.node() : model }
      let size = 1 + maker.random.below(4)
      let elements = ArchiveElements(count: nodes.count) { body in
        for start in stride(from: 0, to: nodes.count, by: size) {
          try body(Array(nodes[start..<min(start + size, nodes.count)]))
        }
      }
      assertSame(elements, .array(nodes), "round \(round)")
    }
  }

  func testColumnsOfWhatEarlierElementsDoNotShow() throws {
    func record(_ fields: KeyValuePairs<String, ArchiveNode>) -> ArchiveNode {
      .record(ArchiveNode.Fields(className: "Row", fields))
    }
    let rows: [[ArchiveNode]] = [
      [record(["a": 1, "b": []]), record(["a": 1, "b": [1]])],
      [record(["a": .null, "b": 2]), record(["a": 1, "b": .unsigned(.max)])],
      [record(["a": -1, "b": 2]), record(["a": .unsigned(.max), "b": 2])],
      [record(["a": 1, "b": 2]), record(["b": 1, "a": 2]), record(["a": 1, "b": "text"])],
      [
        .record(.init(className: "Row", caseName: "none")),
        .record(.init(className: "Row", caseName: "some", ["0": 1])),
      ],
      [.record(.init(className: "Row", ["a": 1])), .record(.init(className: "Row", version: 3, ["a": 2]))],
      [record(["a": 1]), record(["b": 1])],
    ]
    for nodes in rows {
      let elements = ArchiveElements(count: nodes.count) { body in for node in nodes { try body([node]) } }
      assertSame(elements, .array(nodes), "\(nodes)")
      var data = Data()
      try ArchiveFormat.columnArchive.encode(elements) { data += $0 }
      XCTAssertEqual(try ArchiveDocument(data).node.elements?.count, nodes.count)
    }
  }

  /// Elements of many batches, of which the second has other bytes.
  func testADamagedBatch() throws {
    let events = (0..<3000).map { Event(timeStamp: date(Double($0)), eventTag: "event \($0 * 7919)") }
    let data = try ColumnArchive.encode(events, options: .init(batchSize: 500))
    let good = try XCTUnwrap(ArchiveInspection(data).elements())
    var (counts, sum) = ([Int](), 0)
    try good.forEachPiece {
      counts.append($0.count)
      sum += $0.count
    }
    XCTAssertEqual(sum, 3000)
    XCTAssertLessThanOrEqual(counts.max() ?? 0, 500)

    var damaged = data
    damaged[damaged.startIndex + data.count / 2] ^= 1
    let elements = try XCTUnwrap(ArchiveInspection(damaged).elements())
    let whole = Result { try ArchiveDocument(damaged) }
    for format in [ArchiveFormat.json, .columnArchive, .keyedArchive] {
      guard case .failure(let error) = pieces(elements, format, .init()), case .failure(let other) = whole
      else {
        return XCTFail("\(format): the batch was read")
      }
      XCTAssertEqual("\(error)", "\(other)", "\(format)")
    }
  }

  func testWhatTheTakerThrows() throws {
    struct Full: Error {}
    let data = try ColumnArchive.encode((0..<5000).map { Event(timeStamp: date(Double($0)), eventTag: "x") })
    let elements = try XCTUnwrap(ArchiveInspection(data).elements())
    for (format, options) in Self.options
    where format != .keyedArchive || options.propertyListFormat == .binary {
      var count = 0
      XCTAssertThrowsError(
        try format.encode(elements, options: options) { piece in
          count += piece.count
          throw Full()
        }
      ) { XCTAssertTrue($0 is Full, "\(format): \($0)") }
      XCTAssertGreaterThan(count, 0)
    }
  }

  /// Large elements are read in smaller pieces, so that a piece takes about the same memory.
  func testPiecesOfLargeElements() throws {
    let events = (0..<2000).map { Event(timeStamp: date(Double($0) * 0.123), eventTag: "event \($0 * 7919)") }
    let sessions = (0..<100).map { Session(startTime: date(Double($0)), endTime: nil, events: events) }
    let elements = try XCTUnwrap(ArchiveInspection(ColumnArchive.encode(sessions)).elements())
    var counts: [Int] = []
    try elements.forEachPiece { counts.append($0.count) }
    XCTAssertEqual(counts.reduce(0, +), 100)
    XCTAssertLessThan(counts.max() ?? 0, 20)
  }

  func testProgress() throws {
    let events = (0..<1000).map { Event(timeStamp: date(Double($0)), eventTag: "x") }
    let data = try ColumnArchive.encode(events, options: .init(batchSize: 100))
    let ends = Ends()
    let elements = try XCTUnwrap(ArchiveInspection(data).elements { ends.list.append($0) })
    try elements.forEachPiece { _ in }
    XCTAssertEqual(ends.list.count, 10)
    XCTAssertEqual(ends.list, ends.list.sorted())
    XCTAssertLessThan(ends.list.last ?? 0, data.count)
  }

  private final class Ends {
    var list: [Int] = []
  }
}
