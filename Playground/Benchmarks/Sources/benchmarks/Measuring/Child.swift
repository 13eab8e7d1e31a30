import Foundation

/// Runs this program again, for measurements that need a process of their own.
enum Child {
  /// Returns what the process writes to its standard output.
  static func output(_ arguments: [String]) throws -> Data {
    let child = Process()
    child.executableURL = Bundle.main.executableURL
    child.arguments = arguments
    let output = Pipe()
    child.standardOutput = output
    try child.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    child.waitUntilExit()
    guard child.terminationStatus == 0 else { throw Failure(arguments: arguments) }
    return data
  }

  struct Failure: Error, CustomStringConvertible {
    let arguments: [String]
    var description: String { "a process of its own failed: \(arguments.joined(separator: " "))" }
  }
}
