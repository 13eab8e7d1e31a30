import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import StructCoding
import XCTest

/// The same of files that FastCoder wrote.
final class VectorTests: FastCoderFileTests {
  override func files() throws -> [FastCoderFile] { try FastCoderFile.recorded() }

  // SwiftPM finds the tests of a superclass only if there is one here as well.

  /// There is a likeness of each file, which is read or refused as the file is.
  func testLikenesses() throws {
    let likenesses = Dictionary(
      FastCoderFile.likenesses.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    XCTAssertEqual(likenesses.count, FastCoderFile.likenesses.count)
    for file in try files() {
      let likeness = try XCTUnwrap(likenesses[file.name], file.name)
      XCTAssertEqual(likeness.content == nil, file.content == nil, file.name)
      XCTAssertEqual(likeness.isPropertyList, file.isPropertyList, file.name)
      guard file.content != nil else { continue }
      // The values begin with chunks of the same type.
      let start = file.data[4] == 2 ? 12 : 20
      XCTAssertEqual(likeness.data.dropFirst(start).first, file.data.dropFirst(start).first, file.name)
    }
  }
}

/// Every file that is made as FastCoder makes it reads to what FastCoder reads, is refused where FastCoder refuses it,
/// and is written again byte by byte.
class FastCoderFileTests: XCTestCase {
  func files() throws -> [FastCoderFile] { FastCoderFile.likenesses }

  private let everything = FastCodingArchive.DecodingOptions(classes: .all)

  func testContent() throws {
    for file in try files() {
      guard let content = file.content else {
        assertThrowsLocated(file.name) {
          try FastCodingArchive(file.data, options: self.everything).node()
        }
        continue
      }
      for data in [file.data, embedded(file.data)] {
        let node = try FastCodingArchive(data, options: everything).node()
        XCTAssertEqual(node.contentText, content.contentText, file.name)
      }
    }
  }

  func testSafeLoading() throws {
    for file in try files() {
      if file.isPropertyList, let content = file.content {
        XCTAssertEqual(
          try FastCodingArchive(file.data).node().contentText, content.contentText, file.name)
      } else {
        let error = assertThrowsLocated(file.name) { try FastCodingArchive(file.data).node() }
        if file.content != nil {
          XCTAssertEqual(error?.code, .classMismatch, file.name)
          XCTAssertTrue(error?.advice?.description.contains("DecodingOptions") == true, file.name)
        }
      }
    }
  }

  /// The file of a hand-made form, and what is written instead.
  private let exceptions = [
    // Dates are written in the form of FastCoder 3.3.
    "hand_legacy_date",
    // Version 3 is written.
    "hand_v2_object_in_plist_mode",
    // What follows the value is not kept.
    "hand_trailing_garbage",
  ]

  func testWrittenAgain() throws {
    for file in try files() where file.content != nil {
      let node = try FastCodingArchive(file.data, options: everything).node()
      let data = try FastCodingArchive.encode(node)
      if exceptions.contains(file.name) {
        XCTAssertNotEqual(data, file.data, file.name)
        let again = try FastCodingArchive(data, options: everything).node()
        XCTAssertEqual(again.contentText, node.contentText, file.name)
      } else {
        XCTAssertEqual(data, file.data, file.name)
      }
    }
  }

  func testHeaders() throws {
    for file in try files() where file.content != nil {
      let archive = try FastCodingArchive(file.data)
      XCTAssertEqual(archive.minorVersion, 3, file.name)
    }
    let persons = try XCTUnwrap(files().first { $0.name == "persons" })
    let archive = try FastCodingArchive(persons.data)
    XCTAssertEqual(archive.objectCount, 5)
    XCTAssertEqual(archive.classCount, 1)
    XCTAssertEqual(archive.stringCount, 2)
  }

  /// Every prefix of a recorded file is refused, located, and nothing else happens. Where bytes follow the value, they
  /// may be missing.
  func testTruncations() throws {
    for file in try files() where file.content != nil && file.name != "hand_trailing_garbage" {
      let step = file.data.count > 600 ? 37 : 1
      for length in stride(from: 0, to: file.data.count, by: step) {
        assertThrowsLocated("\(file.name), \(length) bytes") {
          try FastCodingArchive(file.data.prefix(length), options: self.everything).node()
        }
      }
    }
  }

  /// Files with some bytes changed give a node or an `ArchiveError`, soon; what they give can be written again.
  func testMutations() throws {
    var generator = SeededGenerator()
    let work = WorkGuard()
    var read = 0
    for file in try files() where !file.data.isEmpty && file.data.count < 1000 {
      for _ in 0..<60 {
        var data = file.data
        for _ in 0...generator.below(3) {
          data[generator.below(data.count)] =
            generator.oneIn(2) ? UInt8(generator.below(49)) : UInt8(generator.below(256))
        }
        let bytes = "\(file.name): \(Array(data))"
        assertDecodesOrThrows(bytes) {
          let node = try FastCodingArchive(data, options: self.everything).node()
          read += 1
          let written = try FastCodingArchive.encode(node)
          let again = try FastCodingArchive(written, options: self.everything).node()
          XCTAssertEqual(try FastCodingArchive.encode(again), written, bytes)
        }
      }
    }
    XCTAssertGreaterThan(read, 100)
    work.assertAtMost()
  }
}

/// The body throws an `ArchiveError` that says where.
@discardableResult
func assertThrowsLocated<Result>(
  _ message: String, file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Result
) -> ArchiveError? {
  do {
    let result = try body()
    XCTFail("no error but \(brief(result)), \(message)", file: file, line: line)
  } catch let error as ArchiveError {
    XCTAssertNotNil(error.offset, "\(message): \(error)", file: file, line: line)
    return error
  } catch {
    XCTFail("\(type(of: error)) escaped: \(error), \(message)", file: file, line: line)
  }
  return nil
}
