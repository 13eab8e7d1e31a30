import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// The class name of the value, or of the elements.
final class ColumnClassNameTests: XCTestCase {
  private let old = try! ColumnArchive.encode(OldName(text: "t"))
  private let many = try! ColumnArchive.encode([OldName(text: "t"), OldName(text: "u")])

  func testFormerNames() throws {
    XCTAssertEqual(try ColumnArchive.decode(NewName.self, from: old), NewName(text: "t"))
    XCTAssertEqual(
      try ColumnArchive.decode([NewName].self, from: many), [NewName(text: "t"), NewName(text: "u")])
    XCTAssertEqual(try ArchiveParts(ColumnArchive.encode(NewName(text: ""))).className, "Column_NewName")
  }

  func testOtherNamesAreRefused() throws {
    let new = try ColumnArchive.encode(NewName(text: "t"))
    assertThrows(
      .classMismatch, at: "the root", saying: "Column_OldName", "Column_NewName", "formerly", "byte 6"
    ) {
      try ColumnArchive.decode(OldName.self, from: new)
    }
    assertThrows(.classMismatch, saying: "Column_OldName", "Test_Event") {
      try ColumnArchive.decode([Event].self, from: many)
    }
    assertThrows(.classMismatch) { try ColumnArchive(many).elements(of: Event.self, in: 0..<1) }
  }

  /// Collections and optionals have no class name; what is in them is matched by its fields.
  func testTypesWithoutAName() throws {
    let optional = try ColumnArchive.encode(OldName(text: "t") as OldName?)
    XCTAssertEqual(try ArchiveParts(optional).className, "")
    XCTAssertEqual(try ColumnArchive.decode(NewName?.self, from: optional), NewName(text: "t"))
    XCTAssertEqual(try ColumnArchive.decode(NewName.self, from: optional), NewName(text: "t"))
    XCTAssertEqual(try ColumnArchive.decode(NewName?.self, from: old), NewName(text: "t"))
    let lists = try ColumnArchive.encode([[OldName(text: "t")]])
    XCTAssertEqual(try ColumnArchive.decode([[NewName]].self, from: lists), [[NewName(text: "t")]])
    let byName = try ColumnArchive.encode(["a": OldName(text: "t")])
    XCTAssertEqual(try ColumnArchive.decode([String: NewName].self, from: byName), ["a": NewName(text: "t")])
  }

  func testOneAndMany() throws {
    assertThrows(.typeMismatch, saying: "one value", "a sequence") {
      try ColumnArchive.decode(OldName.self, from: many)
    }
    assertThrows(.typeMismatch, saying: "an array") { try ColumnArchive.decode([OldName].self, from: old) }
    assertThrows(.typeMismatch) { try ColumnArchive.decode(Int.self, from: ColumnArchive.encode([1])) }
    assertThrows(.typeMismatch) { try ColumnArchive.decode([Int].self, from: ColumnArchive.encode(1)) }
  }
}

@Archivable(className: "Column_OldName")
private struct OldName: Equatable { var text: String }

@Archivable(className: "Column_NewName", formerly: ["Column_OldName"])
private struct NewName: Equatable { var text: String }
