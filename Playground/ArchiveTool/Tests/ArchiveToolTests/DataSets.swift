import Foundation
import XCTest

/// A folder that `archive export` has written.
struct ExportedFolder {
  let url: URL

  /// The paths of all files in the folder, sorted; without the records of archives.
  var files: [String] {
    get throws { try allFiles.filter { !$0.hasPrefix("_exported/") } }
  }

  /// The paths of all files, sorted.
  var allFiles: [String] {
    get throws {
      let paths = try XCTUnwrap(FileManager.default.subpaths(atPath: url.path))
      return paths.filter { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(
          atPath: url.appendingPathComponent(path).path, isDirectory: &isFolder) && !isFolder.boolValue
      }.sorted()
    }
  }

  /// The contents of the Parquet files, by their paths.
  func allContents() throws -> [String: Data] {
    Dictionary(
      uniqueKeysWithValues: try files.map { ($0, try Data(contentsOf: url.appendingPathComponent($0))) })
  }

  /// How many files there are while the program writes. It may remove a folder that is being listed: then none.
  var fileCount: Int {
    let paths = FileManager.default.subpaths(atPath: url.path) ?? []
    return paths.count { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(
        atPath: url.appendingPathComponent(path).path, isDirectory: &isFolder) && !isFolder.boolValue
    }
  }

  /// When each Parquet file was written, which is another file if it was replaced.
  func versions() throws -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: try files.map { path in
        let attributes = try FileManager.default.attributesOfItem(
          atPath: url.appendingPathComponent(path).path)
        let number = attributes[.systemFileNumber] as? UInt64 ?? 0
        return (path, "\(number) \(attributes[.modificationDate] as? Date ?? .distantPast)")
      })
  }

  /// The rows of the data set as each engine reads them.
  ///
  /// - Throws: `XCTSkip` if the engines are not there.
  func rows() throws -> [(engine: String, rows: [[String: Any]])] {
    let answer = try Engines.shared.get().answer(to: url.path)
    let found = try XCTUnwrap(JSONSerialization.jsonObject(with: answer) as? [String: Any])
    return found.sorted { $0.key < $1.key }.compactMap { engine, rows in
      guard let rows = rows as? [[String: Any]] else {
        XCTFail("\(engine): \(rows)")
        return nil
      }
      return (engine, rows)
    }
  }

  /// Checks that every engine reads these rows, in any order.
  func assertRows(
    _ expected: [[String: Any]], _ message: String = "", file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let expected = try expected.map(Self.text).sorted()
    for (engine, rows) in try rows() {
      let found = try rows.map(Self.text).sorted()
      guard found != expected else { continue }
      let first = zip(found, expected).first { $0 != $1 }
      XCTFail(
        "\(message) \(engine): \(found.count) rows, not \(expected.count); \(first.map { "\($0) instead of \($1)" } ?? "")",
        file: file, line: line)
    }
  }

  private static func text(_ row: [String: Any]) throws -> String {
    String(
      decoding: try JSONSerialization.data(
        withJSONObject: row, options: [.sortedKeys, .withoutEscapingSlashes]),
      as: UTF8.self)
  }
}

/// The engines, in one process for all tests: to load them takes longer than what a test asks of them.
private final class Engines: @unchecked Sendable {
  static let shared = Result { try Engines() }

  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())

  /// - Throws: `XCTSkip` if Python or an engine is not there.
  private init() throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("dataset.py")
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script.path]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    guard let line = line() else { throw XCTSkip("python3 is not there") }
    if line != Data("ready".utf8) { throw XCTSkip(String(decoding: line, as: UTF8.self)) }
  }

  /// The line that the script prints for a line.
  func answer(to question: String) throws -> Data {
    XCTAssertTrue(process.isRunning, "dataset.py has ended")
    guard process.isRunning else { return Data() }
    try input.fileHandleForWriting.write(contentsOf: Data((question + "\n").utf8))
    return try XCTUnwrap(line(), "dataset.py has ended without an answer")
  }

  /// The next line of the output; `nil` at its end. No more than that is printed before the next question.
  private func line() -> Data? {
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      line += more
    }
    return line.dropLast()
  }
}

extension Date {
  /// Microseconds since 1970.
  var microseconds: Int { Int((timeIntervalSince1970 * 1e6).rounded()) }
}

extension ToolSession {
  /// The session as a row of a data set.
  var row: [String: Any] {
    [
      "startTime": startTime.microseconds, "device": device,
      "counts": counts.sorted { $0.key < $1.key }.map { [$0.key, $0.value] as [Any] },
      "events": events.map { event in
        [
          "timeStamp": event.timeStamp.microseconds, "eventTag": event.eventTag,
          "value": event.value as Any? ?? NSNull(),
        ] as [String: Any]
      },
    ]
  }
}
