import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Trees that no value makes.
final class HostileTreeTests: XCTestCase {
  private func archive(names: [String], _ trees: [[UInt8]]) -> Data {
    let names = Format.varint(names.count) + names.flatMap { Format.name($0) }
    let lengths = Format.integers(trees.map { UInt($0.count) })
    let bytes = trees.flatMap { $0 }
    return ArchiveParts(
      elements: Format.tree, count: trees.count, names + lengths + Format.varint(bytes.count) + bytes
    )
    .data
  }

  private func check<Value: ArchiveValue>(
    _ trees: [UInt8]..., names: [String] = [], as type: Value.Type, _ code: ArchiveError.Code,
    at path: String = "[0]",
    saying words: String..., file: StaticString = #filePath, line: UInt = #line
  ) {
    let data = archive(names: names, trees)
    let error = assertThrows(code, at: path, file: file, line: line) {
      try ColumnArchive.decode([Value].self, from: data)
    }
    for word in words { XCTAssert("\(error!)".contains(word), "\(error!)", file: file, line: line) }
  }

  private enum Tag {
    static let `nil`: UInt8 = 0
    static let `false`: UInt8 = 1
    static let double: UInt8 = 6
    static let string: UInt8 = 8
    static let object: UInt8 = 10
    static let array: UInt8 = 11
    static let set: UInt8 = 12
    static let dictionary: UInt8 = 13
    static let record: UInt8 = 14
    static let `case`: UInt8 = 15
  }

  /// A container: the count of the bytes in four, and these.
  private func container(_ tag: UInt8, _ content: [UInt8], stated: UInt64? = nil) -> [UInt8] {
    [tag] + Format.bytes(stated ?? UInt64(content.count), 4) + content
  }

  func testSoundTrees() throws {
    let record = container(Tag.record, [0, 2, 0, 1, Tag.string, 1, 0x61, 2, Tag.nil])
    XCTAssertEqual(
      try ColumnArchive.decode(
        [InTree<Tagged>].self, from: archive(names: ["Column_Tagged", "text", "stars"], [record])
      ).map(\.value), [Tagged(text: "a", stars: nil)])
  }

  func testTags() {
    for tag in [17, 18, 255] as [UInt8] {
      check([tag], as: Celsius.self, .malformed, saying: "the tag of a value")
    }
    check([], as: Celsius.self, .truncated)
    check([Tag.double], as: Celsius.self, .truncated)
    check([6, 0, 0, 0], as: Celsius.self, .truncated)
    check([6, 0, 0, 0, 0, 0, 0, 0, 0, 1], as: Celsius.self, .malformed, saying: "end of a tree")
    check([Tag.string, 0], as: Celsius.self, .typeMismatch, saying: "a number", "a string")
    check([3] + [UInt8](repeating: 0xFF, count: 11), as: Celsius.self, .malformed)
    check(
      [6, 0, 0, 0, 0, 0, 0, 0, 0], [6, 0, 0, 0, 0, 0, 0, 0, 0], [17], as: Celsius.self, .malformed, at: "[2]")
  }

  func testLengths() {
    let names = ["Column_Tagged", "text", "stars"]
    let fields: [UInt8] = [0, 2, 0, 1, Tag.string, 1, 0x61, 2, Tag.nil]
    for stated in [0, 1, 8, 10, 1 << 20, 0xFFFF_FFFF] as [UInt64] {
      let data = archive(names: names, [container(Tag.record, fields, stated: stated)])
      XCTAssertThrowsError(try ColumnArchive.decode([InTree<Tagged>].self, from: data), "\(stated)") {
        XCTAssert($0 is ArchiveError)
      }
    }
    check([Tag.string, 5, 0x61], as: InTree<String>.self, .truncated)
    check([Tag.string] + Format.varint(1 << 54), as: InTree<String>.self, .truncated)
    check([Tag.string, 1, 0xFF], as: InTree<String>.self, .malformed, saying: "UTF-8")
    check(container(Tag.array, Format.varint(1 << 54)), as: InTree<[Int]>.self, .truncated)
    check(container(Tag.array, [2, 3, 0]), as: InTree<[Int]>.self, .truncated, at: "[0][1]")
    check(container(Tag.record, [0, 0xFF, 0xFF]), names: names, as: InTree<Tagged>.self, .truncated)
    // Lengths of the trees that do not add up to them.
    let lengths = Format.integers([1, 1] as [UInt])
    let data = ArchiveParts(elements: Format.tree, count: 2, [0] + lengths + [3, 1, 1, 1]).data
    assertThrows(.malformed, saying: "add up") { try ColumnArchive.decode([InTree<Bool>].self, from: data) }
    for huge in [1 << 62, 1 << 63, UInt.max] {
      let lengths = Format.integers([huge, 0 &- huge])
      let data = ArchiveParts(elements: Format.tree, count: 2, [0] + lengths + [2, 1, 1]).data
      assertThrows(.truncated) { try ColumnArchive.decode([InTree<Bool>].self, from: data) }
    }
  }

  func testNames() {
    check(
      container(Tag.record, [0, 0, 0]), as: InTree<Tagged>.self, .malformed, saying: "0 names", "number 0")
    check(
      container(Tag.record, [0, 1, 0, 7, 0]), names: ["Column_Tagged"], as: InTree<Tagged>.self, .malformed,
      saying: "1 names")
    check(
      container(Tag.record, [0, 0, 0]), names: ["Other"], as: InTree<Tagged>.self, .classMismatch,
      saying: "Other")
    check(
      container(Tag.record, [0, 0, 0]), names: ["Column_Tagged"], as: InTree<Tagged>.self, .missingField,
      at: "[0].text",
      saying: "text")
    check(
      container(Tag.case, [0, 1, 0, 0]), names: ["Test_Shape", "more"], as: InTree<Shape>.self,
      .invalidValue,
      saying: "more")
    check(container(Tag.record, [0, 0, 0]), names: ["Test_Shape"], as: InTree<Shape>.self, .missingField)
    check(
      container(Tag.case, [0, 0, 0, 0]), names: ["Column_Tagged"], as: InTree<Tagged>.self, .missingField,
      at: "[0].text")
    // A field twice, and fields that nobody has.
    let twice = container(
      Tag.record, [0, 3, 0, 1, Tag.string, 1, 0x61, 1, Tag.string, 1, 0x62, 2, Tag.false])
    XCTAssertNoThrow(
      try ColumnArchive.decode(
        [InTree<Tagged>].self, from: archive(names: ["Column_Tagged", "text", "x"], [twice])))
  }

  func testElementsTwice() {
    check(container(Tag.set, [2, 3, 4, 3, 4]), as: InTree<Set<Int>>.self, .invalidValue)
    check(container(Tag.dictionary, [2, 3, 4, 3, 4, 1, 1]), as: InTree<[Int: Bool]>.self, .invalidValue)
    // A dictionary whose keys and values are one too few.
    check(container(Tag.dictionary, [2, 3, 4, 3, 5, 1]), as: InTree<[Int: Bool]>.self, .truncated)
  }

  /// Each in the one before, as deep as the file is long.
  func testDeepTrees() {
    var tree: [UInt8] = container(Tag.array, [0])
    for _ in 0..<2000 { tree = container(Tag.array, [1] + tree) }
    check(
      tree, as: Nested.self, .limitExceeded,
      at: "[0]" + String(repeating: "[0]", count: 23) + " … " + String(repeating: "[0]", count: 24))
  }

  func testObjects() {
    check([Tag.object, 0], as: Ticket.self, .truncated)
    check([Tag.object, 3, 1, 2, 3], as: Ticket.self, .truncated)
    let other = Array(try! KeyedArchive.encode("no ticket"))
    check([Tag.object] + Format.varint(other.count) + other, as: Ticket.self, .typeMismatch)
  }

  func testTablesOfNames() {
    for count in [1, 1 << 20, 1 << 54, UInt64.max] {
      let data = ArchiveParts(elements: Format.tree, count: 1, Format.varint(count)).data
      XCTAssertThrowsError(try ColumnArchive.decode([Celsius].self, from: data)) {
        XCTAssert($0 is ArchiveError)
      }
    }
    let data = ArchiveParts(elements: Format.tree, count: 1, [1, 1, 0xFF, 0, 0, 1, 1]).data
    assertThrows(.malformed, saying: "UTF-8") { try ColumnArchive.decode([InTree<Bool>].self, from: data) }
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
