import Foundation
import StructCoding
import XCTest

/// Archives in files.
final class KeyedFileTests: XCTestCase {
  private func temporaryFile() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).archive")
  }

  func testRoundTrip() throws {
    let url = temporaryFile()
    defer { try? FileManager.default.removeItem(at: url) }
    try KeyedArchive.write(["a", "b"], to: url)
    XCTAssertEqual(try KeyedArchive.decode([String].self, contentsOf: url), ["a", "b"])
    XCTAssertEqual(try Data(contentsOf: url), try KeyedArchive.encode(["a", "b"]))
    try KeyedArchive.write(["c"], to: url)
    XCTAssertEqual(try KeyedArchive(contentsOf: url).decode([String].self, forKey: "root"), ["c"])
  }

  func testErrorsNameTheFile() throws {
    let url = temporaryFile()
    defer { try? FileManager.default.removeItem(at: url) }
    try KeyedArchive.write("text", to: url)
    XCTAssertThrowsError(try KeyedArchive.decode([Int].self, contentsOf: url)) { error in
      XCTAssertEqual((error as? ArchiveError)?.file, url.path)
      XCTAssertEqual((error as? ArchiveError)?.code, .typeMismatch)
    }
    try Data("no archive".utf8).write(to: url)
    XCTAssertThrowsError(try KeyedArchive(contentsOf: url)) { error in
      XCTAssertEqual((error as? ArchiveError)?.file, url.path)
    }
    XCTAssertThrowsError(try KeyedArchive.decode(Int.self, contentsOf: url.appendingPathComponent("none"))) {
      error in
      XCTAssertFalse(error is ArchiveError)
    }
  }
}
