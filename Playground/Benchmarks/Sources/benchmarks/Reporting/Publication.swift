import Foundation

/// What the README shows of the benchmarks, and the file with the figures that it is made of. Paths are those of a
/// clone.
struct Publication {
  private let root: URL
  private var readme: URL { root.appending(path: "README.md") }
  private var folder: URL { root.appending(path: "Playground/Benchmarks") }
  private var results: URL { folder.appending(path: "results.json") }
  private var chart: URL { folder.appending(path: "speed.svg") }

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// In the current folder.
  init() throws {
    root = URL(filePath: FileManager.default.currentDirectoryPath)
    guard FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) else {
      throw Problem(description: "run it in the folder of the README")
    }
  }

  /// Keeps new figures, next to those that were not measured now; but figures of another machine are not kept.
  ///
  /// - Throws: When the tables need figures that are not there.
  func keep(_ measurements: Measurements) throws {
    var kept = measurements
    if FileManager.default.fileExists(atPath: results.path(percentEncoded: false)) {
      let older = try Measurements(contentsOf: results)
      if older.machine == measurements.machine {
        kept = older
        kept.update(measurements)
      }
    }
    _ = try SpeedTables(measurements: kept).markdown
    try write(kept.json, to: results)
  }

  /// Writes the tables and the chart from the figures that are kept.
  func redraw() throws {
    for (file, text) in try contents() { try write(text, to: file) }
  }

  /// Throws when tables or chart are others than the kept figures give.
  func verify() throws {
    for (file, text) in try contents() where try String(contentsOf: file, encoding: .utf8) != text {
      throw Problem(
        description:
          "\(file.lastPathComponent) is not what results.json gives; run with --redraw to make it so")
    }
  }

  private func contents() throws -> [(file: URL, text: String)] {
    let measurements = try Measurements(contentsOf: results)
    let page = try MarkedText(String(contentsOf: readme, encoding: .utf8), name: "benchmarks")
    return [
      (readme, page.replacing(with: try SpeedTables(measurements: measurements).markdown)),
      (chart, try SpeedChart(measurements).svg),
    ]
  }

  private func write(_ text: String, to file: URL) throws {
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
