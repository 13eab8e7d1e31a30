import ArchiveFiles
import ArchiveTestSupport
import ColumnArchives
import Foundation
import StructCoding
import XCTest

@testable import ParquetExport

/// A file has its name only when all of it is on the disk, and leaves nothing behind otherwise.
final class OutputFileTests: FolderTestCase {
  private var url: URL { folder.appendingPathComponent("out.parquet") }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
  }

  func testTheOrderOfCalls() throws {
    let calls = ListedCalls()
    let file = try OutputFile(url, calls)
    try file.write([1, 2])
    try file.write([3])
    XCTAssertEqual(try names.count, 1)
    XCTAssertNotEqual(try names, ["out.parquet"])
    try file.finish()
    file.discard()
    XCTAssertEqual(
      calls.names, ["open", "write", "write", "sync", "close", "rename", "open", "syncFolder", "close"])
    XCTAssertEqual(try Data(contentsOf: url), Data([1, 2, 3]))
    XCTAssertEqual(try names, ["out.parquet"])
  }

  /// Each call fails once: the file of before stays, unless only the last wait fails, and nothing else is left.
  func testFailures() throws {
    for failing in ["open", "write", "sync", "rename", "syncFolder"] {
      try Data("before".utf8).write(to: url)
      let calls = ListedCalls(failing: failing)
      XCTAssertThrowsError(
        try {
          let file = try OutputFile(url, calls)
          try file.write([1])
          try file.finish()
        }(), failing
      ) { error in
        let error = error as? ArchiveError
        XCTAssertEqual(error?.code, .fileSystem, failing)
        XCTAssert(error?.file?.contains(folder.path) ?? false, failing)
      }
      XCTAssertEqual(try names, ["out.parquet"], failing)
      let expected = failing == "syncFolder" ? Data([1]) : Data("before".utf8)
      XCTAssertEqual(try Data(contentsOf: url), expected, failing)
    }
  }

  /// A program that is stopped removes what it writes, and begins nothing more.
  func testUnfinishedFilesAreRemoved() throws {
    let unfinished = UnfinishedFiles()
    let others = ["placed", "discarded"].map { folder.appendingPathComponent($0) }
    let placed = try OutputFile(others[0], SystemFileCalls(), unfinished)
    try placed.finish()
    let discarded = try OutputFile(others[1], SystemFileCalls(), unfinished)
    discarded.discard()
    let open = try OutputFile(url, SystemFileCalls(), unfinished)
    try open.write([1])
    let other = try OutputFile(url, SystemFileCalls(), unfinished)
    XCTAssertEqual(try names.count, 3)
    var removed: [String] = []
    unfinished.stop { path in
      removed.append(path)
      try? FileManager.default.removeItem(atPath: path)
    }
    XCTAssertEqual(removed.count, 2)
    XCTAssertEqual(try names, ["placed"])
    XCTAssertThrowsError(try OutputFile(url, SystemFileCalls(), unfinished)) {
      XCTAssertEqual(($0 as? ArchiveError)?.code, .stopped)
    }
    try open.write([2])
    for file in [open, other] {
      XCTAssertThrowsError(try file.finish()) { XCTAssertEqual(($0 as? ArchiveError)?.code, .fileSystem) }
    }
    XCTAssertEqual(try names, ["placed"])
  }

  /// The report has the checksum of what is in the file, and a file that has changed another.
  func testChecksums() throws {
    // More than is read at a time.
    let numbers = (0..<150_000).map { Double($0) / 10 }
    let report = try Parquet.write(numbers, to: url, options: ParquetOptions(compression: .none))
    XCTAssertGreaterThan(report.byteCount, 1 << 20)
    XCTAssertEqual(try Parquet.checksum(of: url), report.checksum)
    try Data("123456789".utf8).write(to: url)
    XCTAssertEqual(try Parquet.checksum(of: url), 0xE306_9283)
    XCTAssertThrowsError(try Parquet.checksum(of: folder.appendingPathComponent("none")))
  }

  func testAnErrorOfTheFileSystemNamesTheFile() {
    let missing = folder.appendingPathComponent("no/out.parquet")
    XCTAssertThrowsError(try Parquet.write([1], to: missing)) { error in
      let error = error as? ArchiveError
      XCTAssertEqual(error?.code, .fileSystem)
      XCTAssert(
        error?.file?.hasPrefix(missing.deletingLastPathComponent().path) ?? false, "\(error?.file ?? "")")
    }
  }
}

/// The calls of the system, whose names are listed, and some of which may fail.
private final class ListedCalls: WatchedCalls {
  private let failing: String?
  private let lock = NSLock()
  private nonisolated(unsafe) var listed: [String] = []

  /// - Parameter failing: The name of calls that fail.
  init(failing: String? = nil) { self.failing = failing }

  var names: [String] { lock.withLock { listed } }

  /// What only reads and clears away is not listed.
  func willCall(_ name: String) throws(FileCallFailure) {
    if ["size", "read", "truncate", "lock", "remove"].contains(name) { return }
    lock.withLock { listed.append(name) }
    if name == failing { throw FileCallFailure(name, code: EIO) }
  }

  func close(_ descriptor: Int32) {
    lock.withLock { listed.append("close") }
    SystemFileCalls().close(descriptor)
  }
}
