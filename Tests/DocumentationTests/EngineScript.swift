import ArchiveTestSupport
import Foundation
import XCTest

/// A block of Python on a page, which asks an engine, and what the page says that it prints.
struct EngineScript {
  let text: String
  /// The text block after it, if there is one.
  let output: String?

  static func scripts(of page: String) throws -> [EngineScript] {
    let blocks = try PageExample.text(page).matches(of: /(?m)^```(\w+)\n((?s).*?\n)```$/)
    return zip(blocks, blocks.dropFirst()).filter { $0.0.1 == "python" }.map { block, next in
      EngineScript(text: String(block.2), output: next.1 == "text" ? String(next.2) : nil)
    }
  }

  /// Runs the script in the folder that the page's samples have filled.
  ///
  /// - Returns: What is missing, if the script could not be run; otherwise `nil`.
  func check(in folder: URL) throws -> String? {
    let modules = Python.imports(of: text)
    if let missing = try Python.missing(modules) { return missing }
    // Spark tells a lot about itself on the other channel, which is not what the page shows.
    let prefix = """
      import os, sys
      os.chdir(open(sys.argv[1]).read())
      for number, name in [(1, "printed"), (2, "messages")]:
          os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)

      """
    func written(_ name: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
    do {
      _ = try Python.run(prefix + text, input: Data(folder.path.utf8))
      // Spaces at the ends of lines are not seen on the page, nor are empty lines at the end.
      XCTAssertEqual(
        try written("printed").replacing(/\ +(?=\n)/, with: "").replacing(/\n+$/, with: "\n"), output ?? "")
    } catch let failure as Python.Failure {
      XCTFail("\(modules): \(failure.text) \(try written("messages").suffix(2_000))")
    }
    return nil
  }
}
