import ArchiveTestSupport
import Foundation
import XCTest

/// The page *From logs to an engine* says what its blocks print, and what the engines print that it asks.
final class EngineArticleTests: XCTestCase {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  override func setUpWithError() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws { try FileManager.default.removeItem(at: folder) }

  func testFromLogsToAnEngine() throws {
    let page = try Readme(Readme.guides + "FromLogsToAnEngine.md")
    var printed = try ToEngines.run(folder)
    var missing: [String] = []
    for script in page.scripts {
      do {
        let lines = try output(of: script.text)
        if !lines.isEmpty { printed.append(lines) }
      } catch let skip as XCTSkip {
        // What the engine would print is taken from the page.
        missing.append(skip.message ?? "")
        if let output = script.output { printed.append(output) }
      }
    }
    XCTAssertEqual(page.scripts.count, 5)
    if FileManager.default.fileExists(atPath: folder.appendingPathComponent("slow.jsonl").path) {
      printed.append(try ToEngines.back(folder))
    } else {
      missing.append("nothing was written that could be read back")
      printed.append(page.textBlocks.last ?? [])
    }
    checkOutputs(of: page, printed)
    if !missing.isEmpty { throw XCTSkip(missing.joined(separator: "; ")) }
  }

  /// Runs a script of the page in the folder that its Swift code has filled.
  private func output(of script: String) throws -> [String] {
    let engine = try XCTUnwrap(script.firstMatch(of: /(?m)^(?:import|from) ([a-z]+)/)).1
    switch engine {
    case "pyspark": try Python.requireSpark()
    case "chdb": try Python.require(["chdb"], listedIn: "requirements-engines.txt")
    default: try Python.require([String(engine)], listedIn: "requirements-parquet.txt")
    }
    // Spark tells a lot about itself on the other channel, which is not what the page shows.
    let prefix = """
      import os, sys
      os.chdir(open(sys.argv[1]).read())
      for number, name in [(1, "printed"), (2, "messages")]:
          os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)

      """
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
    do {
      _ = try Python.run(prefix + script, input: Data(folder.path.utf8))
      // Spaces at the ends of lines are not seen on the page.
      let lines = try text("printed").components(separatedBy: "\n").map { $0.replacing(/[ ]+$/, with: "") }
      return Array(lines.reversed().drop { $0.isEmpty }.reversed())
    } catch let failure as Python.Failure {
      XCTFail("\(engine): \(failure.text) \(try text("messages").suffix(2_000))")
      return []
    }
  }
}
