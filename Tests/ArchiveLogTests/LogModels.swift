import ArchiveLogs
import ColumnArchives
import Foundation
import StructCoding
import XCTest

/// What the tests append: the number tells where an element belongs.
@Archivable(className: "LogRecord")
struct Record: Equatable, Sendable {
  var number: Int
  var time = Date(timeIntervalSinceReferenceDate: 800_000_000)
  var name = ""
}

extension Record {
  init(_ number: Int) {
    self.init(
      number: number, time: Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number)),
      name: "record \(number)")
  }
}

/// A folder for one test, which is removed afterwards.
class LogTestCase: XCTestCase {
  // Each test has an instance of its class.
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)")

  override func tearDownWithError() throws { try? FileManager.default.removeItem(at: folder) }

  /// The files of the segments, in order.
  var segments: [URL] {
    get throws {
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "column" }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
  }

  /// The records of all segments.
  func records() throws -> [Record] {
    try segments.flatMap { try ColumnArchive(contentsOf: $0).elements(of: Record.self) }
  }

  /// The error that something ends with, which must not succeed.
  func error(_ body: () async throws -> Void) async throws -> ArchiveError {
    do {
      try await body()
    } catch {
      return try XCTUnwrap(error as? ArchiveError)
    }
    XCTFail("no error")
    throw CancellationError()
  }
}

/// A number, which cannot be archived if it is negative.
struct Fussy: ArchiveRepresentable, Equatable, Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }

  var archiveForm: Int {
    get throws {
      guard number >= 0 else {
        throw ArchiveError(.invalidValue, expected: "a number that is not negative", found: "\(number)")
      }
      return number
    }
  }

  init(archiveForm: Int) { number = archiveForm }
}

extension SequenceParts {
  /// The parts of a file whose header is undamaged.
  init(ofFile data: Data, _ extent: FrameSequence.Extent = .unknown) throws {
    let header = try SequenceHeader(of: data)
    try self.init(FrameSequence(data, from: header.byteCount, salt: header.origin?.salt ?? 0, extent))
  }
}
