import ArchiveTestSupport
import ColumnArchives
import ParquetExport
import StructCoding
import XCTest

@Archivable
struct Tree: Hashable {
  var name: String
  var children: [Tree]
}

@Archivable
indirect enum Formula: Hashable {
  case number(Double)
  case sum(Formula, Formula)
}

@ArchivableObject
final class Thing {
  var name = ""
  init() {}
}

@Archivable
struct Owner {
  var id: Int
  var things: [Thing]
}

@Archivable
struct Forest: Hashable {
  var area: Double
  var tree: Tree?
}

/// What has no form in Parquet is an error that says where it is, and leaves no file.
final class ParquetRefusalTests: FolderTestCase {
  private var file: URL { folder.appendingPathComponent("out.parquet") }

  private func check<Value: ArchiveValue>(
    _ values: [Value], options: ParquetOptions = ParquetOptions(), _ code: ArchiveError.Code, at path: String,
    _ words: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let archive = try ColumnArchive(ColumnArchive.encode(values))
    for write in [
      { try Parquet.write(values, to: self.file, options: options) },
      { try Parquet.write(archive, to: self.file, options: options) },
    ] {
      XCTAssertThrowsError(try write(), file: file, line: line) { error in
        let error = error as? ArchiveError
        XCTAssertEqual(error?.code, code, file: file, line: line)
        let text = error.map { "\($0)" } ?? ""
        XCTAssertTrue(text.contains(path), text, file: file, line: line)
        XCTAssertTrue(text.contains(words), text, file: file, line: line)
      }
      XCTAssertEqual(
        try FileManager.default.contentsOfDirectory(atPath: folder.path), [], file: file, line: line)
    }
  }

  func testTypesInsideThemselves() throws {
    try check([Forest](), .unsupported, at: "tree.children", "a type inside itself")
    try check([Formula.number(1)], .unsupported, at: "sum._0", "a type inside itself")
  }

  func testInstances() throws {
    try check([Owner(id: 1, things: [Thing()])], .unsupported, at: "things", "instances of a class")
    try check([Owner](), .unsupported, at: "things", "instances of a class")
  }

  func testDatesThatDoNotFit() throws {
    let far = Event(timeStamp: Date(timeIntervalSinceReferenceDate: 1e14), eventTag: "")
    try check([far], .invalidValue, at: "timeStamp", "secondsSince2001")
    let none = Event(timeStamp: Date(timeIntervalSinceReferenceDate: .nan), eventTag: "")
    try check([none], .invalidValue, at: "timeStamp", "secondsSince2001")
    let late = Event(timeStamp: Date(timeIntervalSinceReferenceDate: 1e10), eventTag: "")
    try check([late], options: ParquetOptions(dates: .nanoseconds), .invalidValue, at: "timeStamp", "seconds")
  }

  func testLossIsCountedOrRefused() throws {
    let events = [0, 1e-7, 0.25, 1 / 3.0].map {
      Event(timeStamp: Date(timeIntervalSinceReferenceDate: $0), eventTag: "")
    }
    try check(events, options: ParquetOptions(loss: .refuse), .invalidValue, at: "timeStamp", "2 of them")
    let sessions = [Session(id: UUID(), startTime: Date(timeIntervalSinceReferenceDate: 1), events: events)]
    let report = try Parquet.write(sessions, to: file)
    XCTAssertEqual(report.roundedCounts, ["events.list.element.timeStamp": 2])
    // The double nearest to whole microseconds counts as exact, and a finer unit or the seconds lose nothing.
    let exact = (0..<1000).map { Date(timeIntervalSinceReferenceDate: 7e8 + Double($0) / 1e6) }
    XCTAssertEqual(try Parquet.write(exact, to: file).roundedCounts, [:])
    let doubles = ParquetOptions(dates: .secondsSince2001, loss: .refuse)
    XCTAssertEqual(try Parquet.write(sessions, to: file, options: doubles).roundedCounts, [:])
  }

  /// An archive of a wider type, exported as a narrower one.
  func testIntegersThatDoNotFit() throws {
    let archive = try ColumnArchive(ColumnArchive.encode([1, 300]))
    XCTAssertThrowsError(try Parquet.write(archive, of: Int8.self, to: file)) {
      XCTAssertEqual(($0 as? ArchiveError)?.code, .invalidValue)
    }
    XCTAssertNoThrow(try Parquet.write(archive, of: Int16.self, to: file))
  }

  /// A file that is there stays until the new one is complete.
  func testFailureKeepsTheFile() throws {
    try Parquet.write([1, 2], to: file)
    let before = try Data(contentsOf: file)
    XCTAssertThrowsError(
      try Parquet.write([Date(timeIntervalSinceReferenceDate: .infinity)], to: file))
    XCTAssertEqual(try Data(contentsOf: file), before)
    let writer = try ParquetWriter<Int>(to: file)
    try writer.append(contentsOf: 0..<10_000)
    XCTAssertEqual(try Data(contentsOf: file), before)
    try writer.close()
    XCTAssertNotEqual(try Data(contentsOf: file), before)
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), ["out.parquet"])
  }

  func testWriterWithoutCloseLeavesNothing() throws {
    do {
      let writer = try ParquetWriter<Int>(to: file)
      try writer.append(contentsOf: 0..<10_000)
    }
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), [])
  }

  /// What a writer says after an error, and after it was closed.
  func testAWriterThatHasStopped() throws {
    let writer = try ParquetWriter<Date>(to: file)
    try writer.append(Date(timeIntervalSinceReferenceDate: .infinity))
    XCTAssertThrowsError(try writer.close()) { XCTAssertEqual(($0 as? ArchiveError)?.code, .invalidValue) }
    for stopped in [
      { try writer.append(.now) }, { try writer.append(contentsOf: [.now]) }, { _ = try writer.close() },
    ] {
      XCTAssertThrowsError(try stopped()) { error in
        let error = error as? ArchiveError
        XCTAssertEqual(error?.code, .stopped)
        XCTAssertEqual((error?.underlyingError as? ArchiveError)?.code, .invalidValue)
      }
    }
    let closed = try ParquetWriter<Date>(to: file)
    try closed.close()
    XCTAssertThrowsError(try closed.append(.now)) { XCTAssertEqual(($0 as? ArchiveError)?.code, .stopped) }
    XCTAssertEqual(try closed.close().rowCount, 0)
  }

  func testFolderThatIsNotThere() {
    XCTAssertThrowsError(try Parquet.write([1], to: folder.appendingPathComponent("no/out.parquet")))
  }
}
