import ArchiveTestSupport
import StructCoding
import XCTest

/// Tables of fields written by hand.
final class FieldTableTests: XCTestCase {
  fileprivate struct Box<Content: ArchiveValue>: ArchiveStruct {
    var content: Content

    static var archiveFields: ArchiveFields<Self> {
      .shared("Box_\(Content.archiveName)", isMemberwise: true) { $0.field("content", \.content) }
    }

    init(content: Content) { self.content = content }
    func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(content, at: 0) }
    init(fields decoder: inout some FieldDecoder) throws { content = try decoder.decode(at: 0) }
  }

  func testGenericTypesKeepATable() throws {
    XCTAssert(Box<Int>.archiveFields === Box<Int>.archiveFields)
    XCTAssertEqual(Box<Int>.archiveSchema.className, "Box_Int")
    XCTAssertEqual(Box<[Bool]>.archiveSchema.className, "Box_Array_Bool")
    let boxes = Box(content: [Box(content: 1), Box(content: 2)])
    let copy = try KeyedArchive.decode(Box<[Box<Int>]>.self, from: KeyedArchive.encode(boxes))
    XCTAssertEqual(copy.content.map(\.content), [1, 2])
  }

  /// A generic type with a property that is not archived.
  fileprivate struct Crate<Content: ArchiveValue>: ArchiveStruct {
    var content: Content
    var weight = 7

    static var archiveFields: ArchiveFields<Self> {
      .shared("Crate_\(Content.archiveName)") { $0.field("content", \.content) }
    }

    init(content: Content) { self.content = content }
    func encodeFields(to encoder: inout some FieldEncoder) throws { try encoder.encode(content, at: 0) }
    init(fields decoder: inout some FieldDecoder) throws { content = try decoder.decode(at: 0) }
  }

  func testGenericTypesKeepATableOfSomeProperties() throws {
    XCTAssert(Crate<Int>.archiveFields === Crate<Int>.archiveFields)
    var crate = Crate(content: "tea")
    crate.weight = 1
    let copy = try KeyedArchive.decode(Crate<String>.self, from: KeyedArchive.encode(crate))
    XCTAssertEqual(copy.content, "tea")
    XCTAssertEqual(copy.weight, 7)
  }

  /// Without a word about versions, there is only the first.
  func testTablesRefuseNewerVersions() throws {
    func check<Record: ArchiveStruct>(_ type: Record.Type) {
      let name = Record.archiveSchema.className
      func decode(version: Int) throws -> Record {
        try ArchiveNode.record(.init(className: name, version: version, ["content": 1])).decode(type)
      }
      XCTAssertNoThrow(try decode(version: 1), name)
      assertThrows(.newerVersion) { try decode(version: 2) }
    }
    check(Crate<Int>.self)
    check(Box<Int>.self)
  }
}
