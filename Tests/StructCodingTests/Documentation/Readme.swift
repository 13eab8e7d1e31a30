import Foundation
import XCTest

/// The README or another page, and what it says is code and output.
///
/// A code block of the README is compiled in a test file of this folder, in one or several pieces between
/// `// README name` and `// END`; a block of another page between the marker of that page and `// END`, and one of two
/// pages after both markers, `// TOUR+COLUMNS name`. Pieces of one name follow each other. Indentation, blank lines
/// and the block's imports do not count.
struct Readme {
  static let path = "README.md"
  static let guides = "Sources/StructCoding/StructCoding.docc/"
  static let tour = guides + "Tour.md"
  static let guide = guides + "Fields.md"
  static let objects = guides + "Objects.md"
  static let nodes = guides + "Nodes.md"
  static let values = guides + "Values.md"
  static let columns = guides + "ColumnArchives.md"
  static let byHand = guides + "ByHand.md"
  static let storageMethod = guides + "AddingAStorageMethod.md"
  /// The pages, and the marker of their blocks.
  static let pages = [
    (path, "README"), (tour, "TOUR"), (guide, "GUIDE"), (objects, "OBJECTS"), (nodes, "NODES"),
    (values, "VALUES"),
    (columns, "COLUMNS"), (byHand, "BYHAND"), (storageMethod, "METHOD"),
    (guides + "MigratingFromNSCoding.md", "MIGRATING"), (guides + "CoreDataTransformables.md", "COREDATA"),
    (guides + "LoggingOnAServer.md", "LOGGING"), (guides + "LeavingFastCoding.md", "FASTCODING"),
    (guides + "WhyNotCodable.md", "CODABLE"), (guides + "Limitations.md", "LIMITS"),
    (guides + "TestingYourModels.md", "TESTING"),
    (guides + "FromLogsToAnEngine.md", "ENGINES"),
  ]

  /// The content of the blocks marked as Swift, and of those marked as text.
  let codeBlocks: [[String]]
  let textBlocks: [[String]]
  /// The blocks marked as Python, each with the text block that follows it, if there is one.
  let scripts: [(text: String, output: [String]?)]
  /// The code of the library's sources that the page names: its other blocks are quotations of them.
  let quotedSources: [[String]]

  init(_ path: String = Self.path) throws {
    let text = try Self.text(of: path)
    var blocks: [(language: String, lines: [String])] = []
    var isInside = false
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        if !isInside { blocks.append((String(line.dropFirst(3)), [])) }
        isInside.toggle()
      } else if isInside {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    codeBlocks = blocks.filter { $0.language == "swift" }.map { Self.code($0.lines) }
    textBlocks = blocks.filter { $0.language == "text" }.map(\.lines)
    scripts = zip(blocks, blocks.dropFirst()).filter { $0.0.language == "python" }.map {
      ($0.0.lines.joined(separator: "\n"), $0.1.language == "text" ? $0.1.lines : nil)
    }
    quotedSources = try text.matches(of: /`(Sources\/[^` ]+\.swift)`/).map { match in
      let source = Self.root.appendingPathComponent(String(match.1))
      return Self.code(try String(contentsOf: source, encoding: .utf8).components(separatedBy: "\n"))
    }
  }

  static func text(of path: String = Self.path) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The pieces of the test files after a marker, by name.
  static func compiledBlocks(after marker: String = "README") throws -> [String: [String]] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    var blocks: [String: [String]] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where file.hasSuffix(".swift") && file != URL(fileURLWithPath: #filePath).lastPathComponent {
      var name: String?
      let source = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      for line in source.components(separatedBy: "\n").map(trimmed) {
        let words = line.split(separator: " ", maxSplits: 2)
        if words.count == 3, words[0] == "//", words[1].split(separator: "+").contains(marker[...]) {
          name = String(words[2])
        } else if line == "// END" {
          name = nil
        } else if let name {
          blocks[name, default: []].append(line)
        }
      }
    }
    return blocks.mapValues(code)
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func code(_ lines: [String]) -> [String] {
    lines.map(trimmed).filter { !$0.isEmpty && !$0.hasPrefix("import ") }
  }

  private static func trimmed(_ line: String) -> String { line.trimmingCharacters(in: .whitespaces) }
}

extension XCTestCase {
  /// The outputs on a page are those that its blocks printed, and the other way round.
  func checkOutputs(
    of page: Readme, _ printed: [[String]], file: StaticString = #filePath, line: UInt = #line
  ) {
    for output in printed where !page.textBlocks.contains(output) {
      XCTFail("not on the page:\n" + output.joined(separator: "\n"), file: file, line: line)
    }
    for block in page.textBlocks where !printed.contains(block) {
      XCTFail("not printed:\n" + block.joined(separator: "\n"), file: file, line: line)
    }
  }
}
