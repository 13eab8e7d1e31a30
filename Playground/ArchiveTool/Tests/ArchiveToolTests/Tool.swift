import Foundation
import XCTest

/// The program under test, run as users run it.
enum Tool {
  struct Outcome {
    let code: Int32
    let output: String
    let errors: String
  }

  /// The program, in the folder of build products: that of the tests, or on Apple platforms the one around their
  /// bundle.
  static var program: URL {
    let bundle = Bundle(for: Anchor.self).bundleURL
    let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
    return folder.appendingPathComponent("archive")
  }

  private final class Anchor {}

  /// Runs the program to its end.
  static func run(_ arguments: String..., input: Data? = nil) throws -> Outcome {
    try run(program, arguments, input: input)
  }

  static func run(_ program: URL, _ arguments: [String], input: Data? = nil) throws -> Outcome {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    // Files take any amount of output, unlike pipes that nobody reads.
    let folder = try TemporaryFolder()
    let (output, errors, standardInput) = (folder["out"], folder["err"], folder["in"])
    for file in [output, errors] { try Data().write(to: file) }
    try (input ?? Data()).write(to: standardInput)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = try FileHandle(forReadingFrom: standardInput)
    try process.start()()
    return Outcome(
      code: process.terminationStatus, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  /// Returns a folder next to the repository with third-party files.
  ///
  /// - Throws: `XCTSkip` if it does not exist.
  static func shared(_ name: String) throws -> URL {
    var repository = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { repository.deleteLastPathComponent() }
    let folder = repository.deletingLastPathComponent().appendingPathComponent("shared/\(name)")
    guard FileManager.default.fileExists(atPath: folder.path) else {
      throw XCTSkip("the folder \(folder.path) is not there")
    }
    return folder
  }
}

/// A folder for the files of a test, which is removed with it.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("archive-tool-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  subscript(name: String) -> URL { url.appendingPathComponent(name) }

  /// Writes a file, and returns its path.
  func write(_ data: Data, as name: String) throws -> String {
    try data.write(to: self[name])
    return self[name].path
  }
}
