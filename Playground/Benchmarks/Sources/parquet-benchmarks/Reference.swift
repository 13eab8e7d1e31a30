import Foundation

/// pyarrow, in a process that keeps the table in memory between rounds.
final class Reference {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())

  init() throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "reference.py")
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      ProcessInfo.processInfo.environment["STRUCTCODING_PYTHON"] ?? "python3", script.path,
    ]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Writes the table of a Parquet file to another one.
  ///
  /// - Returns: The processor time in milliseconds, and the size of the file.
  func write(_ source: URL, to target: URL, _ compression: String) throws -> (time: Double, byteCount: Int) {
    var request = try JSONSerialization.data(withJSONObject: [source.path, target.path, compression])
    request.append(UInt8(ascii: "\n"))
    try input.fileHandleForWriting.write(contentsOf: request)
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { throw CocoaError(.fileReadUnknown) }
      line += part
    }
    let answer = try JSONDecoder().decode([Double].self, from: line)
    return (answer[0], Int(answer[1]))
  }
}
