import ArchiveTestSupport
import Foundation

/// The compiler, as users start it for a program that imports StructCoding, with the macro and the library that this test is
/// built with.
///
/// The tests that use it are Swift Testing's, which runs as many at once as there are cores.
enum ClientCompiler {
  private static let products = Bundle.main.executableURL!.deletingLastPathComponent()
  private static let plugin = products.appendingPathComponent("StructCodingMacros-tool")

  /// Whether this system lets a program start another, and the plugin is beside this program.
  static let isThere: Bool = {
    #if !canImport(Darwin) || os(macOS)
      FileManager.default.isExecutableFile(atPath: plugin.path)
    #else
      false
    #endif
  }()

  /// Runs a program to its end.
  static func run(_ arguments: [String]) throws -> (text: String, status: Int32) {
    #if !canImport(Darwin) || os(macOS)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = arguments
      let pipe = Pipe()
      (process.standardOutput, process.standardError) = (pipe, pipe)
      let wait = try process.start()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      wait()
      return (text, process.terminationStatus)
    #else
      throw CocoaError(.featureUnsupported)
    #endif
  }

  /// Compiles a program, without a trace left.
  ///
  /// - Parameters:
  ///   - mode: The language mode.
  ///   - options: Further options of the compiler.
  ///   - name: The name of the file.
  /// - Returns: The text of the diagnostics; empty when it compiles, unless warnings are asked for.
  static func diagnostics(
    of source: String, mode: Int = 6, options: [String] = [], file name: String = "Client.swift",
    withWarnings: Bool = false
  ) throws -> String {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    var arguments = [
      "swiftc", "-emit-sil", "-o", "/dev/null", "-parse-as-library", "-swift-version", "\(mode)", "-I",
      products.appendingPathComponent("Modules").path,
      "-load-plugin-executable", "\(plugin.path)#StructCodingMacros",
    ]
    for module in ["CStackBounds", "CObjectiveC", "CChecksum", "CZlib"] {
      let map = products.appendingPathComponent("\(module).build/module.modulemap").path
      arguments += ["-Xcc", "-fmodule-map-file=\(map)"]
      arguments += ["-I", sources.appendingPathComponent("\(module)/include").path]
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try "import StructCoding; import LiveValues; import Foundation\n\(source)\n".write(
      to: file, atomically: true, encoding: .utf8)
    let (text, status) = try run(arguments + options + [file.path])
    return status == 0 && !withWarnings ? "" : text
  }

  /// The lines of the source at which the compiler reports errors, and the text. Line 0 is that of the import, and stands
  /// for the inside of an expansion too.
  static func errorLines(
    of source: String, options: [String] = []
  ) throws -> (lines: [Int], text: String) {
    let text = try diagnostics(of: source, options: options)
    let headers = text.split(separator: "\n").filter { $0.contains(": error: ") && !$0.hasPrefix(" ") }
    // The line of the import comes first.
    let lines = headers.filter { !$0.contains(" |") && !$0.hasPrefix("|") }.map { header -> Int in
      guard let range = header.range(of: #"\.swift:[0-9]+:"#, options: .regularExpression) else { return 0 }
      return (Int(header[range].dropFirst(7).dropLast()) ?? 0) - 1
    }
    return (lines, text)
  }
}
