import ColumnArchives
import StructCoding
import XCTest

@testable import ArchiveTestSupport

/// Archives in files.
class FileTestCase: FolderTestCase {
  var file: URL { folder.appendingPathComponent("archive") }

}

final class FileTests: FileTestCase {
  private let sessions = (0..<300).map { number in
    Session(
      startTime: Date(timeIntervalSinceReferenceDate: Double(number)), endTime: nil,
      events: [Event(timeStamp: .distantPast, eventTag: "tag \(number % 9)")])
  }

  func testMappedFiles() throws {
    try ColumnArchive.encode(sessions, options: .init(batchSize: 100)).write(to: file)
    let archive = try ColumnArchive(contentsOf: file, alwaysMapped: true)
    XCTAssertEqual(archive.count, 300)
    XCTAssertEqual(archive.batchCount, 3)
    XCTAssertEqual(try archive.elements(of: Session.self, in: 150..<160), Array(sessions[150..<160]))
    XCTAssertEqual(
      try archive.values(at: Session.path.events.eventTag), sessions.flatMap { $0.events.map(\.eventTag) })
    // What was read stays when the file is gone.
    let last = try archive.elements(of: Session.self, in: 290..<300)
    try FileManager.default.removeItem(at: file)
    XCTAssertEqual(last, Array(sessions[290...]))
    XCTAssertEqual(try archive.elements(of: Session.self, in: 0..<300), sessions)
  }

  /// By default an archive has the bytes as they were, whatever another program does to the file.
  func testFilesThatChange() throws {
    try ColumnArchive.encode(sessions, options: .init(batchSize: 100)).write(to: file)
    let archive = try ColumnArchive(contentsOf: file)
    let handle = try FileHandle(forUpdating: file)
    try handle.seek(toOffset: 40)
    try handle.write(contentsOf: Data(repeating: 0xFF, count: 2_000))
    XCTAssertEqual(try archive.elements(of: Session.self, in: 0..<300), sessions)
    try handle.truncate(atOffset: 0)
    try handle.close()
    XCTAssertEqual(try archive.elements(of: Session.self, in: 0..<300), sessions)
  }

  func testMappedData() throws {
    try ColumnArchive.encode(sessions).write(to: file)
    let data = try Data(contentsOf: file, options: .alwaysMapped)
    XCTAssertEqual(try ColumnArchive.decode([Session].self, from: data), sessions)
  }

  func testFilesThatAreNone() throws {
    XCTAssertThrowsError(try ColumnArchive(contentsOf: file)) { XCTAssertFalse($0 is ArchiveError) }
    try Data().write(to: file)
    assertThrows(.truncated) { try ColumnArchive(contentsOf: file) }
    try Data("bplist00 and so on".utf8).write(to: file)
    assertThrows(.malformed, saying: "a column archive", "KeyedArchive") {
      try ColumnArchive(contentsOf: file)
    }
  }

  func testLimits() throws {
    try ColumnArchive.encode(sessions).write(to: file)
    let limits = ArchiveLimits(maximumDecodedSize: 1 << 11)
    let archive = try ColumnArchive(contentsOf: file, options: .init(limits: limits))
    assertThrows(.limitExceeded, saying: "maximumDecodedSize") {
      try archive.elements(of: Session.self, in: 0..<300)
    }
    XCTAssertEqual(try archive.elements(of: Session.self, in: 0..<1), [sessions[0]])
    assertThrows(.limitExceeded) { try archive.values(at: Session.path.events.timeStamp) }
  }
}
