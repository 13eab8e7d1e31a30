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

  /// The paths of all files; none if there is no folder yet.
  var allFilesIfThere: [String] {
    get throws { FileManager.default.fileExists(atPath: url.path) ? try allFiles : [] }
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
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("dataset.py")
    let outcome = try Tool.run(URL(fileURLWithPath: "/usr/bin/env"), ["python3", script.path, url.path])
    if outcome.code == 77 || outcome.code == 127 {
      throw XCTSkip(outcome.output.isEmpty ? "python3 is not there" : outcome.output)
    }
    XCTAssertEqual(outcome.code, 0, outcome.errors)
    let found = try XCTUnwrap(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any], outcome.errors)
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

  /// The day at which the session began, in UTC.
  var day: String { String(startTime.formatted(.iso8601).prefix(10)) }
}
