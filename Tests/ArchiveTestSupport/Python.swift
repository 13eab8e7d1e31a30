import Foundation
import XCTest

/// Python, as a reader and a writer of archives that is independent of this package.
///
/// `STRUCTCODING_PYTHON` names the interpreter; `python3` on the path is taken otherwise. The modules that tests use and
/// that do not come with Python are listed in `Tests/Fixtures/python/requirements*.txt`.
public enum Python {
  /// Runs a script, which finds `input` in the file that its first argument names, and may write the file that its
  /// second argument names.
  ///
  /// The interpreter ends as soon as the script does, without taking down the libraries that it has loaded: pyarrow's
  /// threads then abort the process now and then, after all was read and printed.
  ///
  /// - Returns: What it printed, but for what went to standard error, and what it wrote.
  /// - Throws: `XCTSkip` when Python or one of the modules that the script imports is missing.
  public static func run(
    _ script: String, input: Data = Data()
  ) throws -> (text: String, output: Data) {
    try require(imports(of: script))
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
  /// error, and for modules that a function of a script imports.
  public static func require(_ modules: [String] = []) throws {
    if let reason = try missing(modules) { throw XCTSkip(reason) }
  }

  /// Returns what is missing of Python and these modules; `nil` if nothing is.
  public static func missing(_ modules: [String]) throws -> String? {
    #if canImport(Darwin) && !os(macOS)
      return "This system does not let a program start another, such as \(interpreter)."
    #else
      guard isThere else { return "\(interpreter) is not there" }
      if let module = try modules.first(where: { try !found.contains($0) }) {
        return "\(interpreter) has no module \(module)"
          + (try list(of: module).map { ": install \($0)" } ?? "")
      }
      return try modules.contains("pyspark") && !hasJava
        ? "Spark needs Java 17 or later, which is not there" : nil
    #endif
  }

  /// Whether the interpreter is there. It is asked once, since each start of it takes a while.
  private static let isThere = (try? execute(["-c", ""]).status) ?? 127 != 127

  /// Returns the modules that a script imports at its left margin: those that it cannot do without.
  public static func imports(of script: String) -> [String] {
    var modules: [String] = []
    for match in script.matches(of: /(?m)(?:^|; *)(?:from +([\w.]+) +import\b|import +([^#;\n]+))/) {
      let names = (match.1 ?? match.2 ?? "").split(separator: ",")
      for name in names {
        // `import a.b as c` needs the package `a`.
        let module = name.split(whereSeparator: { ". \t\r".contains($0) }).first.map(String.init) ?? ""
        if !module.isEmpty, !modules.contains(module) { modules.append(module) }
      }
    }
    return modules
  }

  /// Returns the list that has a module.
  private static func list(of module: String) throws -> String? {
    let folder = TestFiles.fixtures.appendingPathComponent("python")
    let lists = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter {
      $0.hasPrefix("requirements")
    }
    let name = try lists.first { list in
      let text = try String(contentsOf: folder.appendingPathComponent(list), encoding: .utf8)
      return text.split(separator: "\n").contains { $0.hasPrefix("\(module)==") }
    }
    return name.map { "Tests/Fixtures/python/\($0)" }
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

  /// Whether there is a Java that Spark runs in.
  private static var hasJava: Bool {
    get throws {
      let find = """
        import re, subprocess
        text = subprocess.run(["java", "-version"], capture_output=True, text=True).stderr
        assert int(re.search(r'version "(\\d+)', text)[1]) >= 17
        """
      return try execute(["-c", find]).status == 0
    }
  }

  /// A script that failed, with what it printed.
  public struct Failure: Error { public let text: String }

  private static let interpreter = ProcessInfo.processInfo.environment["STRUCTCODING_PYTHON"] ?? "python3"

  private static func execute(
    _ arguments: [String], errors: FileHandle = .nullDevice
  ) throws -> (status: Int32, text: String) {
    #if !canImport(Darwin) || os(macOS)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [interpreter] + arguments
      let pipe = Pipe()
      (process.standardOutput, process.standardError) = (pipe, errors)
      let waitForEnd = try process.start()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      waitForEnd()
      return (process.terminationStatus, text.trimmingCharacters(in: .whitespacesAndNewlines))
    #else
      throw XCTSkip("This system does not let a program start another, such as \(interpreter).")
    #endif
  }
}
