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
        if lines != [""] { printed.append(lines) }
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
      os.dup2(os.open("messages", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)

      """
    do {
      let text = try Python.run(prefix + script, input: Data(folder.path.utf8)).text
      return text.components(separatedBy: "\n").map { line in
        line.replacing(/ +$/, with: "")
      }
    } catch let failure as Python.Failure {
      let messages = try? String(contentsOf: folder.appendingPathComponent("messages"), encoding: .utf8)
      XCTFail("\(engine): \(failure.text) \(messages?.suffix(2_000) ?? "")")
      return []
    }
  }
}
