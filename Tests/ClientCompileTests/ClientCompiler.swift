import Foundation
import XCTest

/// The compiler, as users start it for a program that imports StructCoding, with the macro and the library that this test is
/// built with.
enum ClientCompiler {
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
    let products = Bundle.main.executableURL!.deletingLastPathComponent()
    let plugin = products.appendingPathComponent("StructCodingMacros-tool")
    guard FileManager.default.isExecutableFile(atPath: plugin.path) else {
      throw XCTSkip("no compiler plugin in \(products.path)")
    }
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
    #if !canImport(Darwin) || os(macOS)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = arguments + options + [file.path]
      let pipe = Pipe()
      (process.standardOutput, process.standardError) = (pipe, pipe)
      try process.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return process.terminationStatus == 0 && !withWarnings ? "" : text
    #else
      throw XCTSkip("This system does not let a program start another, such as a compiler.")
    #endif
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
