import Foundation

/// What the README shows of the benchmarks: `publish.py` makes it of the figures that are kept in results.json.
struct Publication {
  private let script = "Playground/Benchmarks/publish.py"

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// In the current folder.
  init() throws {
    guard FileManager.default.fileExists(atPath: script) else {
      throw Problem(description: "run it in the folder of the README")
    }
  }

  /// Keeps new figures, and writes tables and chart.
  func keep(_ results: [Result]) throws {
    guard try run("--keep", input: JSONEncoder().encode(results)) == 0 else {
      throw Problem(description: "\(script) did not take the figures")
    }
  }

  /// Throws when tables or chart are others than the kept figures give. Without python3 nothing is compared.
  func verify() throws {
    switch try run("--verify", input: Data()) {
    case 0: return
    case 127: print("python3 is not to be had: tables and chart were not compared")
    default: throw Problem(description: "tables or chart are not what results.json gives")
    }
  }

  /// The status that the script ends with; that of `env` is 127 when there is no python3.
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
