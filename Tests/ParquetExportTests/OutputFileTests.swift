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
    try file.complete()
    try file.place()
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
          try file.complete()
          try file.place()
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

  private let events = (0..<9).map { number in
    Event(timeStamp: Date(timeIntervalSinceReferenceDate: 0), eventTag: ["a", "A", "b"][number % 3])
  }

  /// Each call that a data set makes fails once: it gets all of its files, or none but for the last wait.
  func testFailuresOfDataSets() throws {
    let archive = try ColumnArchive(ColumnArchive.encode(events))
    let byTag = try XCTUnwrap(ParquetPartitioning("eventTag"))
    let calls = ListedCalls()
    let whole = folder.appendingPathComponent("whole")
    let parts = try Parquet.write(archive, byTag, "x", to: whole, ParquetOptions(), calls)
    XCTAssertEqual(parts.map(\.path), ["a", "A", "b"].map { "eventTag=\($0)/x.parquet" })
    // All files are complete before one gets its name, in a folder that is on the disk.
    let names = calls.names
    XCTAssertLessThan(
      try XCTUnwrap(names.lastIndex(of: "sync")), try XCTUnwrap(names.firstIndex(of: "rename")))
    XCTAssertLessThan(
      try XCTUnwrap(names.lastIndex(of: "makeFolder")), try XCTUnwrap(names.firstIndex(of: "write")))
    let firstRename = try XCTUnwrap(names.firstIndex(of: "rename"))
    for number in names.indices where names[number] != "close" {
      let folder = folder.appendingPathComponent("\(number)")
      let failing = ListedCalls(failingAt: number)
      XCTAssertThrowsError(
        try Parquet.write(archive, byTag, "x", to: folder, ParquetOptions(), failing), names[number]
      ) { XCTAssertEqual(($0 as? ArchiveError)?.code, .fileSystem) }
      let left = (FileManager.default.subpaths(atPath: folder.path) ?? []).filter { $0.contains(".parquet") }
      XCTAssertFalse(left.contains { $0.hasSuffix(".part") }, "\(number) \(names[number])")
      XCTAssertEqual(left.isEmpty, number <= firstRename, "\(number) \(names[number])")
    }
  }

  /// A program that is stopped removes what it writes, and begins nothing more.
  func testUnfinishedFilesAreRemoved() throws {
    let unfinished = UnfinishedFiles()
    let others = ["placed", "discarded"].map { folder.appendingPathComponent($0) }
    let placed = try OutputFile(others[0], SystemFileCalls(), unfinished)
    try placed.complete()
    try placed.place()
    let discarded = try OutputFile(others[1], SystemFileCalls(), unfinished)
    discarded.discard()
    let open = try OutputFile(url, SystemFileCalls(), unfinished)
    try open.write([1])
    let complete = try OutputFile(url, SystemFileCalls(), unfinished)
    try complete.complete()
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
    try open.complete()
    for file in [open, complete] {
      XCTAssertThrowsError(try file.place()) { XCTAssertEqual(($0 as? ArchiveError)?.code, .fileSystem) }
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
    let archive = try ColumnArchive(ColumnArchive.encode(events))
    let byTag = try XCTUnwrap(ParquetPartitioning("eventTag"))
    for part in try Parquet.write(archive, partitionedBy: byTag, to: folder) {
      XCTAssertEqual(
        try Parquet.checksum(of: folder.appendingPathComponent(part.path)), part.report.checksum)
    }
  }

  func testADiskWithoutCase() throws {
    let archive = try ColumnArchive(ColumnArchive.encode(events))
    let byTag = try XCTUnwrap(ParquetPartitioning("eventTag"))
    XCTAssertThrowsError(
      try Parquet.write(
        archive, byTag, "x", to: folder, ParquetOptions(), ListedCalls(knowsCase: false))
    ) { error in
      XCTAssertEqual((error as? ArchiveError)?.code, .unsupported)
      XCTAssert("\(error)".contains("eventTag=A"), "\(error)")
    }
    let left = try XCTUnwrap(FileManager.default.subpaths(atPath: folder.path))
    XCTAssertFalse(left.contains { $0.contains(".parquet") })
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

/// The calls of the system, whose names are listed, and one of which may fail.
private final class ListedCalls: WatchedCalls {
  private let failing: String?
  private let failingNumber: Int?
  private let knowsCase: Bool
  private let lock = NSLock()
  private nonisolated(unsafe) var listed: [String] = []

  /// - Parameters:
  ///   - failing: The name of calls that fail.
  ///   - number: The number of a call that fails, among all.
  ///   - knowsCase: Whether folders tell names apart that differ in case.
  init(failing: String? = nil, failingAt number: Int? = nil, knowsCase: Bool = true) {
    (self.failing, failingNumber, self.knowsCase) = (failing, number, knowsCase)
  }

  var names: [String] { lock.withLock { listed } }

  /// What only reads and clears away is not listed.
  func willCall(_ name: String) throws(FileCallFailure) {
    if ["size", "read", "truncate", "lock", "remove"].contains(name) { return }
    let number = lock.withLock {
      listed.append(name)
      return listed.count - 1
    }
    if name == failing || number == failingNumber { throw FileCallFailure(name, code: EIO) }
  }

  func close(_ descriptor: Int32) {
    lock.withLock { listed.append("close") }
    SystemFileCalls().close(descriptor)
  }

  func names(in folder: String) throws(FileCallFailure) -> [String] {
    try willCall("names")
    let names = try SystemFileCalls().names(in: folder)
    return knowsCase ? names : names.filter { !$0.hasSuffix("=A") }
  }
}
