import ArchiveTestSupport
import Foundation
import StructCoding
import XCTest

/// What the program `log-writer` appends.
@Archivable(className: "LogStep")
struct Step: Equatable, Sendable {
  var task: Int
  var number: Int
  var text: String

  init(task: Int, number: Int) {
    (self.task, self.number) = (task, number)
    text = String(repeating: "task \(task), number \(number). ", count: 1 + number % 5)
  }
}

#if !canImport(Darwin) || os(macOS)
  /// A running `log-writer`. What it prints goes to a file, which stays when it is killed.
  final class WriterProcess {
    private let process = Process()
    private let output: URL

    /// Starts the program.
    ///
    /// - Parameter next: The next number of each task.
    init(in folder: URL, printingTo output: URL, seed: UInt64, next: [Int]) throws {
      self.output = output
      try Data().write(to: output)
      process.executableURL = try Self.program()
      process.arguments = [folder.path, "\(seed)"] + next.map { "\($0)" }
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.environment = ["SWIFT_BACKTRACE": "enable=no"]
      try process.run()
    }

    deinit {
      if process.isRunning { send(SIGKILL) }
    }

    var identifier: Int32 { process.processIdentifier }

    /// The program is built next to the tests.
    private static func program() throws -> URL {
      let tests = Bundle(for: WriterProcess.self).bundleURL
      let folder = tests.pathExtension == "xctest" ? tests.deletingLastPathComponent() : tests
      let program = folder.appendingPathComponent("log-writer")
      guard FileManager.default.isExecutableFile(atPath: program.path) else {
        throw NSError(domain: "there is no \(program.path)", code: 0)
      }
      return program
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits until so many lines are printed.
    func wait(forLines count: Int) throws {
      while try lines().count < count {
        guard process.isRunning else {
          return XCTFail("log-writer has ended with status \(process.terminationStatus)")
        }
        usleep(200)
      }
    }

    /// Kills the program.
    ///
    /// - Returns: The next number of each task that was acknowledged, by the number of the task.
    func end() throws -> [Int: Int] {
      send(SIGKILL)
      process.waitUntilExit()
      XCTAssertEqual(process.terminationReason, .uncaughtSignal)
      XCTAssertEqual(process.terminationStatus, SIGKILL)
      var acknowledged: [Int: Int] = [:]
      for line in try lines() where line != "opened" {
        let numbers = line.split(separator: " ").compactMap { Int($0) }
        XCTAssertEqual(numbers.count, 2, "\(line)")
        acknowledged[numbers[0]] = numbers[1]
      }
      return acknowledged
    }

    /// The lines that are complete.
    private func lines() throws -> [Substring] {
      let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
      return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }
  }
#endif
