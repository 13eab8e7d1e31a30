import ArchiveLogs
import ColumnArchives
import StructCoding
import XCTest

/// A log with three segments of three batches with two records each, and what can happen to its bytes.
class InspectionTestCase: LogTestCase {
  static let count = 18

  /// The content of the folder, by the names of the files.
  typealias Files = [String: Data]

  var log: ArchiveLogFolder { ArchiveLogFolder(folder) }

  /// Returns the files of the log.
  ///
  /// - Parameter isClosed: Whether the last segment has its footer.
  func makeLog(isClosed: Bool = true) async throws -> Files {
    for segment in 0..<3 {
      let log = try ArchiveLog<Record>(in: folder)
      for batch in 0..<3 {
        let first = segment * 6 + batch * 2
        try await log.append(contentsOf: [Record(first), Record(first + 1)], until: .synced)
      }
      if !isClosed, segment == 2 {
        let files = try files()
        try await log.close()
        return files
      }
      try await log.close()
    }
    return try files()
  }

  func files() throws -> Files {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "lock" }
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) })
  }

  /// The names of the segments, in order.
  static func segments(_ files: Files) -> [String] { files.keys.filter { $0.hasSuffix(".column") }.sorted() }

  func restore(_ files: Files) throws {
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    for (name, data) in files { try data.write(to: folder.appendingPathComponent(name)) }
  }

  /// Writes what the lock's file says after a sync.
  func noteSynced(_ count: UInt64, inSegment segment: UInt64) throws {
    var bytes = Data()
    for number in [segment, count] {
      bytes.append(contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
    }
    let checksum = CRC32C.checksum(of: bytes)
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }
    let url = folder.appendingPathComponent("lock")
    let lock = (try? Data(contentsOf: url)) ?? Data()
    try (lock.prefix(64) + Data(count: max(64 - lock.count, 0)) + bytes).write(to: url)
  }

  /// Returns where the parts of a file of the log are.
  func parts(_ data: Data) throws -> (header: Int, batches: [Range<Int>]) {
    (try SequenceHeader(of: data).byteCount, try SequenceParts(ofFile: data).frames.map(\.range))
  }

  /// The records of all segments; each must have the number that the name of its segment gives it.
  func numberedRecords(file: StaticString = #filePath, line: UInt = #line) throws -> [Int] {
    try segments.flatMap { url in
      let first = Int(url.deletingPathExtension().lastPathComponent.split(separator: "-")[1])!
      let records = try ColumnArchive(contentsOf: url).elements(of: Record.self)
      XCTAssertEqual(
        records, records.indices.map { Record(first + $0) }, url.lastPathComponent, file: file, line: line)
      return records.map(\.number)
    }
  }

  /// Opens the log, and appends.
  ///
  /// - Returns: The number of the record that was appended.
  func goOn() async throws -> Int {
    let log = try ArchiveLog<Record>(in: folder, options: ArchiveLogOptions(), calls: StoppingCalls())
    XCTAssertNil(log.recovery)
    try await log.append(Record(log.countWhenOpened))
    try await log.close()
    return log.countWhenOpened
  }
}
