import Foundation
import XCTest

/// The pages of the documentation, and the examples of bytes on those that describe the formats.
public enum PageExample {
  /// The README, the pages of the catalogues, and the documents beside the sources, by their paths in the repository.
  public static let paths: [String] = {
    let sources = TestFiles.repository.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
    return ["README.md"]
      + files.filter { $0.hasSuffix(".md") && !$0.hasSuffix("README.md") }.sorted().map { "Sources/" + $0 }
  }()

  /// The text of the page with this file name.
  public static func text(
    _ page: String, file: StaticString = #filePath, line: UInt = #line
  ) throws -> String {
    let path = try XCTUnwrap(
      paths.first { $0.hasSuffix("/" + page) }, "no page \(page)", file: file, line: line)
    return try String(contentsOf: TestFiles.repository.appendingPathComponent(path), encoding: .utf8)
  }

  /// The bytes of an example: what stands in hexadecimal before the words of each line, in a block of text.
  public static func bytes(
    _ page: String, _ number: Int = 1, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Data {
    let blocks = try text(page, file: file, line: line).components(separatedBy: "```text\n")
    let block = blocks.dropFirst(number).first?.components(separatedBy: "```").first
    let lines = try XCTUnwrap(block, file: file, line: line).split(separator: "\n")
    XCTAssertGreaterThan(lines.count, 25, file: file, line: line)
    return Data(
      lines.flatMap { text -> [UInt8] in
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let bytes = words.prefix { $0.count == 2 }.compactMap { UInt8($0, radix: 16) }
        XCTAssertFalse(bytes.isEmpty, "\(text)", file: file, line: line)
        return bytes
      })
  }
}
