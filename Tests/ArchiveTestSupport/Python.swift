import Foundation
import XCTest

/// Python, as a reader and a writer of archives that is independent of this package.
///
/// `STRUCTCODING_PYTHON` names the interpreter; `python3` on the path is taken otherwise. The modules that tests use
/// are listed in `Tests/Fixtures/python/requirements.txt`.
public enum Python {
  /// Runs a script, which finds `input` in the file that its first argument names, and may write the file that its
  /// second argument names.
  ///
  /// The interpreter ends as soon as the script does, without taking down the libraries that it has loaded: pyarrow's
  /// threads then abort the process now and then, after all was read and printed.
  ///
  /// - Returns: What it printed, but for what went to standard error, and what it wrote.
  /// - Throws: `XCTSkip` when Python or one of the modules is missing.
  public static func run(
    _ script: String, input: Data = Data(), modules: [String] = []
  ) throws -> (text: String, output: Data) {
    try require(modules)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (inputFile, outputFile) = (folder.appendingPathComponent("in"), folder.appendingPathComponent("out"))
    try input.write(to: inputFile)
    let ending = "\nimport os, sys\nsys.stdout.flush()\nos._exit(0)\n"
    let errorFile = folder.appendingPathComponent("errors")
    try Data().write(to: errorFile)
    let errors = try FileHandle(forWritingTo: errorFile)
    defer { try? errors.close() }
    let result = try execute(["-c", script + ending, inputFile.path, outputFile.path], errors: errors)
    guard result.status == 0 else {
      throw Failure(text: result.text + "\n" + (try String(contentsOf: errorFile, encoding: .utf8)))
    }
    return (result.text, (try? Data(contentsOf: outputFile)) ?? Data())
  }

  /// Skips the test unless Python and these modules are there. Call it before assertions, which take a skip for an
  /// error.
  ///
  /// - Parameter list: The file that lists them.
  public static func require(_ modules: [String] = [], listedIn list: String = "requirements.txt") throws {
    for module in ["plistlib"] + modules where try !found.contains(module) {
      throw XCTSkip("\(interpreter) has no module \(module): install Tests/Fixtures/python/\(list)")
    }
  }

  /// The modules that were asked for before, since asking starts an interpreter.
  private static let found = FoundModules { module in
    let find = "import importlib.util, sys; sys.exit(importlib.util.find_spec('\(module)') is None)"
    return try execute(["-c", find]).status == 0
  }

  private final class FoundModules: @unchecked Sendable {
    private let find: @Sendable (String) throws -> Bool
    private let lock = NSLock()
    private var known: [String: Bool] = [:]

    init(_ find: @escaping @Sendable (String) throws -> Bool) { self.find = find }

    func contains(_ module: String) throws -> Bool {
      try lock.withLock {
        if let isThere = known[module] { return isThere }
        let isThere = try find(module)
        known[module] = isThere
        return isThere
      }
    }
  }

  /// Skips the test unless pyspark and the Java that it runs in are there.
  public static func requireSpark() throws {
    try require(["pyspark"], listedIn: "requirements-engines.txt")
    let found = try execute([
      "-c",
      """
      import re, subprocess
      text = subprocess.run(["java", "-version"], capture_output=True, text=True).stderr
      assert int(re.search(r'version "(\\d+)', text)[1]) >= 17
      """,
    ])
    if found.status != 0 { throw XCTSkip("Spark needs Java 17 or later, which is not there") }
  }

  /// A script that failed, with what it printed.
  public struct Failure: Error { public let text: String }

  private static let interpreter = ProcessInfo.processInfo.environment["STRUCTCODING_PYTHON"] ?? "python3"

  private static func execute(
    _ arguments: [String], errors: FileHandle = .nullDevice
  ) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [interpreter] + arguments
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, errors)
    let waitForEnd = try process.start()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    waitForEnd()
    guard process.terminationStatus != 127 else { throw XCTSkip("\(interpreter) is not there") }
    return (process.terminationStatus, text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
