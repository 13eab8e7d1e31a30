import ColumnArchives
import StructCoding
import XCTest

/// What the macro tells column archives of the shapes: every position, where it is in memory, and whether that is all.
final class ColumnTests: XCTestCase {
  private func description<Value: Archivable>(of type: Value.Type) -> ColumnDescription<Value> {
    ColumnDescription(of: type)
  }

  private func check<Value: Archivable>(
    _ type: Value.Type, offsets: [Int?], covers: Bool, file: StaticString = #filePath, line: UInt = #line
  ) {
    let columns = description(of: type)
    XCTAssertEqual(columns.fields.map(\.offset), offsets, file: file, line: line)
    XCTAssertEqual(columns.fields.map(\.position), Array(offsets.indices), file: file, line: line)
    XCTAssertEqual(columns.fillsMemory, covers, file: file, line: line)
  }

  private func equal(_ types: [any ArchiveValue.Type], _ expected: any ArchiveValue.Type...) -> Bool {
    types.elementsEqual(expected) { $0 == $1 }
  }

  func testStructs() {
    check(Event.self, offsets: [0, 8], covers: true)
    check(Empty.self, offsets: [], covers: true)
    check(Tuples.self, offsets: [0, 24, 56, 80, 96, 120, 128, 144], covers: true)
    check(Box<String>.self, offsets: [0, 16], covers: true)
    check(Box<String>.Inner.self, offsets: [0], covers: true)
    check(Outer.Inner.self, offsets: [0, 8], covers: true)
  }

  /// What has no address, or is not archived.
  func testStructsThatAreNotFilled() {
    let session = description(of: Session.self)
    XCTAssertNil(session.fields[3].offset, "an observed property")
    XCTAssertFalse(session.fillsMemory)
    XCTAssertFalse(description(of: Wrapped.self).fillsMemory)
    XCTAssert(description(of: ConstantsOnly.self).isEmpty)
  }

  /// The types that fields are stored as.
  func testTypes() {
    XCTAssert(description(of: Inferred.self).fields[7].type == Int?.self, "Int!")
    let parts = description(of: RawParts.self).fields.map(\.type)
    XCTAssert(parts[0] == Mode.self)
    XCTAssert(parts[1] == Mode?.self)
    XCTAssert(parts[2] == [Mode].self)
    XCTAssert(parts[3] == Suit.self)
    XCTAssert(description(of: Tuples.self).fields[0].type == ArchiveTuple<Int, String>.self)
  }

  func testEnumerations() {
    let shape = description(of: Shape.self).cases
    XCTAssertEqual(shape.map(\.position), Array(0...9))
    XCTAssert(equal(shape[1].payloads, Double.self, Double.self))
    XCTAssert(equal(shape[8].payloads, Event.self, [Event].self))
    XCTAssertEqual(shape.map(\.payloads.isEmpty), Shape.archiveSchema.cases.map(\.fields.isEmpty))

    XCTAssertEqual(description(of: Plain.self).cases.map(\.byte), [0, 1])
    XCTAssert(description(of: Suit.self).isEmpty, "stored as its raw value")

    let raw = description(of: RawCases.self).cases.map(\.payloads)
    XCTAssert(equal(raw[0], Mode.self, Int.self))
    XCTAssert(equal(raw[1], Mode?.self, [Mode].self))
  }
}
