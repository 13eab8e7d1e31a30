import Foundation

/// The figures of the page Speed and of the README: `publish.py` generates them from results.json.
struct Publication {
  private let script = "Playground/Benchmarks/publish.py"

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// Uses the current folder.
  init() throws {
    guard FileManager.default.fileExists(atPath: script) else {
      throw Problem(description: "run it in the root folder of the repository")
    }
  }

  /// Stores new figures, and updates tables and chart.
  func keep(_ results: [Result]) throws {
    guard try run("--keep", input: JSONEncoder().encode(results)) == 0 else {
      throw Problem(description: "\(script) did not take the figures")
    }
  }

  /// Throws if tables or chart do not match the stored figures. Compares nothing if python3 is missing.
  func verify() throws {
    switch try run("--verify", input: Data()) {
    case 0: return
    case 127: print("python3 is not to be had: tables and chart were not compared")
    default: throw Problem(description: "tables or chart are not what results.json gives")
    }
  }

  /// Runs the script, and returns its exit status; the status of `env` is 127 if python3 is missing.
  private func run(_ option: String, input: Data) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script, option]
    let pipe = Pipe()
    process.standardInput = pipe
    try process.run()
    try pipe.fileHandleForWriting.write(contentsOf: input)
    try pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
