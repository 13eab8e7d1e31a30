import ArchiveDocuments
import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Keyed archives after columns that no value makes.
final class HostileTreeTests: XCTestCase {
  private typealias Item = PlistBuilder.Item

  private let tagged: [Item] = [
    .record(class: 4, ["text": .uid(5), "stars": .integer(2)]), .classRecord("Column_Tagged"), .string("a"),
  ]

  private func check<Value: ArchiveValue>(
    _ trees: TreeParts, as type: Value.Type, _ code: ArchiveError.Code, at path: String = "[0]",
    saying words: String..., file: StaticString = #filePath, line: UInt = #line
  ) {
    check(trees.data(), as: type, code, at: path, saying: words, file: file, line: line)
  }

  private func check<Value: ArchiveValue>(
    _ data: Data, as type: Value.Type, _ code: ArchiveError.Code, at path: String,
    saying words: [String] = [], file: StaticString = #filePath, line: UInt = #line
  ) {
    let error = assertThrows(code, at: path, file: file, line: line) {
      try ColumnArchive.decode([Value].self, from: data)
    }
    for word in words {
      XCTAssert(
        "\(String(describing: error))".contains(word), "\(String(describing: error))", file: file, line: line)
    }
    assertDecodesOrThrows("nodes", file: file, line: line) { try ColumnArchive(data).node() }
    assertDecodesOrThrows("parts", file: file, line: line) {
      try ColumnArchive(data).elements(of: Value.self, in: 0..<1)
    }
  }

  func testSoundTrees() throws {
    let trees = TreeParts(values: [3, 3], objects: tagged)
    let value = Tagged(text: "a", stars: 2)
    XCTAssertEqual(
      try ColumnArchive.decode([InTree<Tagged>].self, from: trees.data()).map(\.value), [value, value])
    XCTAssertEqual(try ColumnArchive.decode([Tagged].self, from: trees.data()), [value, value])
    let node = ArchiveNode.record(ArchiveNode.Fields(className: "Column_Tagged", ["text": "a", "stars": 2]))
    assertSameContent(try ColumnArchive(trees.data()).node(), [node, node])
  }

  func testArchives() {
    var trees = TreeParts(values: [3], objects: tagged)
    let sound = trees.bytes
    for count in [0, 1, 8, sound.count - 1] {
      trees.archive = Array(sound.prefix(count))
      XCTAssertThrowsError(try ColumnArchive.decode([InTree<Tagged>].self, from: trees.data()), "\(count)") {
        XCTAssert($0 is ArchiveError)
      }
    }
    trees.archive = []
    check(trees, as: InTree<Tagged>.self, .malformed, at: "the root", saying: "values of trees")
    // Bytes behind it.
    for more in [[0], [1, 2, 3], [UInt8](repeating: 0, count: 512)] as [[UInt8]] {
      trees.archive = sound + more
      XCTAssertThrowsError(try ColumnArchive.decode([InTree<Tagged>].self, from: trees.data()))
    }
    // One where nothing can refer to it.
    let needless = ArchiveParts(elements: Format.signed, count: 1, [0, 0] + sound).data
    check(needless, as: Int.self, .malformed, at: "the root", saying: ["end of the columns"])
    // A list that is none.
    trees.archive = [UInt8](PlistBuilder([.null, .string("no list")]).data())
    check(trees, as: InTree<Tagged>.self, .typeMismatch, at: "the root", saying: "an array")
    trees.archive = [UInt8](
      PlistBuilder([.null, .record(class: 2, ["NS.object.0": .uid(1)]), .classRecord("NSArray")]).data())
    check(trees, as: InTree<Tagged>.self, .typeMismatch, at: "the root", saying: "values")
  }

  func testPositions() throws {
    var trees = TreeParts(values: [3, 3], objects: tagged)
    for position in [2, 3, 1 << 20, 1 << 54] as [UInt64] {
      trees.position = position
      XCTAssertThrowsError(try ColumnArchive.decode([InTree<Tagged>].self, from: trees.data())) {
        XCTAssertEqual(($0 as? ArchiveError)?.code, .malformed, "\($0)")
      }
      assertThrows(.malformed) { try ColumnArchive(trees.data()).node() }
      assertThrows(.malformed) { try ArchiveInspection(trees.data()).verify() }
    }
    trees.position = .max
    check(trees, as: InTree<Tagged>.self, .malformed, at: "the root", saying: "a count")
    // A graph is the only value.
    trees.position = 0
    check(trees, as: InTree<Tagged>.self, .malformed, at: "the root", saying: "position")
    // More rows than values.
    trees.position = 1
    for count in [3, 1 << 20, 1 << 40] {
      let work = WorkGuard()
      assertDecodesOrThrows("\(count)") {
        try ColumnArchive.decode([InTree<Tagged>].self, from: trees.data(count: count))
      }
      XCTAssertThrowsError(try ColumnArchive.decode([InTree<Tagged>].self, from: trees.data(count: count)))
      XCTAssertThrowsError(try ColumnArchive(trees.data(count: count)).node())
      work.assertAtMost()
    }
  }

  func testValues() {
    func check<Value: ArchiveValue>(
      _ objects: [Item], as type: Value.Type, _ code: ArchiveError.Code, at path: String = "[0]",
      _ words: String..., line: UInt = #line
    ) {
      self.check(
        TreeParts(values: [3], objects: objects).data(), as: type, code, at: path, saying: words, line: line)
    }
    check([.string("")], as: Celsius.self, .typeMismatch, "a number", "a string")
    check([.record(class: 4, [:]), .classRecord("Other")], as: InTree<Tagged>.self, .classMismatch, "Other")
    check(
      [.record(class: 4, [:]), .classRecord("Column_Tagged")], as: InTree<Tagged>.self, .missingField,
      at: "[0].text", "text")
    check(
      [.record(class: 4, ["text": .uid(99)]), .classRecord("Column_Tagged")], as: InTree<Tagged>.self,
      .malformed, at: "[0].text", "objects")
    check([.record(class: 99, [:])], as: InTree<Tagged>.self, .malformed)
    check(
      [
        .record(class: 4, ["NS.objects": .array([.uid(5), .uid(5)])]), .classRecord("NSSet"), .integer(2),
      ], as: InTree<Set<Int>>.self, .invalidValue)
    check(
      [
        .record(class: 4, ["NS.keys": .array([.uid(3)]), "NS.objects": .array([])]),
        .classRecord("NSDictionary"),
      ],
      as: InTree<[Int: Bool]>.self, .malformed)
    check([.classRecord("Ticket")], as: Ticket.self, .malformed)
  }

  /// Errors say where in the file they are.
  func testOffsets() throws {
    let trees = TreeParts(values: [3, 5], objects: tagged)
    let data = trees.data()
    let error = assertThrows(.typeMismatch, at: "[1]") {
      try ColumnArchive.decode([InTree<Tagged>].self, from: data)
    }
    let text = try XCTUnwrap(data.range(of: Data([0x51, 0x61])))
    XCTAssertEqual(error?.offset, text.lowerBound)
  }

  /// Each in the one before, as deep as the limit and deeper.
  func testDeepTrees() {
    let lists = (0..<2000).map { Item.list(class: 2003, UInt64($0) + 4) }
    let trees = TreeParts(values: [3], objects: lists + [.classRecord("NSArray")])
    check(
      trees, as: Nested.self, .limitExceeded,
      at: "[0]" + String(repeating: "[0]", count: 23) + " … " + String(repeating: "[0]", count: 24))
    // In itself.
    let circle = TreeParts(values: [3], objects: [.list(class: 2, 3)])
    XCTAssertThrowsError(try ColumnArchive.decode([Nested].self, from: circle.data())) {
      XCTAssertEqual(($0 as? ArchiveError)?.code, .cycle, "\($0)")
    }
  }

  /// Few bytes that stand for very much.
  func testBombs() {
    let lists = (0..<60).map { Item.list(class: 2, UInt64($0) + 4, UInt64($0) + 4) }
    let trees = TreeParts(values: [3], objects: lists + [.list(class: 2)])
    let limits = ArchiveLimits(maximumDecodedSize: 4 << 20)
    let work = WorkGuard()
    assertThrows(.limitExceeded) {
      try ColumnArchive.decode([Nested].self, from: trees.data(), options: .init(limits: limits))
    }
    assertDecodesOrThrows("nodes") { try ColumnArchive(trees.data(), options: .init(limits: limits)).node() }
    work.assertAtMost()
  }

  func testVerification() throws {
    let sound = TreeParts(values: [3], objects: tagged)
    try ArchiveInspection(sound.data()).verify()
    let broken = TreeParts(values: [3], objects: tagged + [.record(class: 99, [:])])
    assertThrows(.malformed) { try ArchiveInspection(broken.data()).verify() }
  }
}

@Archivable(className: "Column_Tagged")
private struct Tagged: Equatable {
  var text: String
  var stars: Int?
}

/// Lists of lists of lists, all the way down.
private struct Nested: ArchiveValue {
  var lists: [Nested]
  func encodeValue(to encoder: inout some ValueEncoder) throws { try lists.encodeValue(to: &encoder) }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Nested {
    Nested(lists: try [Nested].decodeValue(from: &decoder))
  }
}
