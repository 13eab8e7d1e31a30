import ArchiveTestSupport
import Foundation
import XCTest

/// The engines that read what was written. Tests are skipped without them.
enum Engines {
  static let modules = ["pyarrow", "duckdb", "polars"]

  static func require() throws {
    try Python.require(modules)
  }

  /// What an engine read.
  struct Found {
    let file: String
    let engine: String
    /// The rows, or the text of an error.
    let rows: Any
  }

  /// Reads files with engines.
  static func read(_ files: [URL], _ engines: [String] = modules) throws -> [Found] {
    let script = TestFiles.fixtures.appendingPathComponent("python/parquet_rows.py")
    let input = try JSONSerialization.data(
      withJSONObject: files.map { ["path": $0.path, "engines": engines] as [String: Any] })
    let output = try Python.run(
      String(contentsOf: script, encoding: .utf8), input: input
    ).output
    let found = try XCTUnwrap(JSONSerialization.jsonObject(with: output) as? [[String: Any]])
    return zip(files, found).flatMap { file, found in
      found.map { Found(file: file.lastPathComponent, engine: $0.key, rows: $0.value) }
    }
  }

  /// A folder for the files of a test.
  static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parquet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
