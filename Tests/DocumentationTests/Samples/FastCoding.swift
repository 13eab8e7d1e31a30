import ArchiveDocuments
import ColumnArchives
import FastCoding
import Foundation
import StructCoding
import XCTest

final class FastCodingSampleTests: PageTests {
  /// Four references to three persons, as FastCoder 3.3 wrote them: the file `persons.fast` of the recorded ones.
  private func recordedFile() throws -> Data {
    try HexDataTransformer().decode(
      """
      54534146030003000500000001000000020000000a000000040000001d506572736f6e00020000006e616d6500667269656e\
      6473001e0008416c000a010000001e0008426f62000002011e0000000200
      """)
  }

  func testLook() throws {
    // SAMPLE look
    XCTAssertEqual(data, try recordedFile())
    // OUTPUT look
  }

  // SAMPLE struct declarations

  func testStruct() throws {
    let data = try recordedFile()
    // SAMPLE struct statements
    // OUTPUT struct
  }

  func testLost() throws {
    let data = try recordedFile()
    let persons = try FastCodingArchive.decode([Person].self, from: data)
    // SAMPLE lost
    // OUTPUT lost
  }

  // SAMPLE class declarations

  func testClass() throws {
    let data = try recordedFile()
    // SAMPLE class statements
    // OUTPUT class
  }

  func testSafe() throws {
    let data = try recordedFile()
    XCTAssertThrowsError(try FastCodingArchive(data).node()) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, .classMismatch)
    }
    XCTAssertEqual(try FastCodingArchive(data, options: .init(classes: .types(Person.self))).node().count, 4)
  }

  func testFolder() throws {
    try recordedFile().write(to: folder.appendingPathComponent("team.fast"))
    try Data("TSAF".utf8).write(to: folder.appendingPathComponent("torn.fast"))
    // SAMPLE folder
    // OUTPUT folder
    let converted = try Data(contentsOf: folder.appendingPathComponent("team.column"))
    XCTAssertEqual(try open(converted), try open(recordedFile()))
  }

  private func open(_ data: Data) throws -> [Person] {
    // SAMPLE opening
    return try openPersons(data)
  }

  func testOpening() throws {
    let persons = try open(recordedFile())
    XCTAssertEqual(try open(KeyedArchive.encode(persons)), persons)
  }

  // SAMPLE back declarations

  func testBack() throws {
    let data = try recordedFile()
    // SAMPLE back statements
    // OUTPUT back
  }
}
