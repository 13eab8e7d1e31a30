import Foundation
import XCTest

/// The examples of bytes on the pages that describe the formats.
public enum PageExample {
  /// The bytes of an example: what stands in hexadecimal before the words of each line, in a block of text.
  public static func bytes(
    _ page: String, _ number: Int = 1, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Data {
    let url = TestFiles.repository.appendingPathComponent("Sources/StructCoding/StructCoding.docc/\(page)")
    let blocks = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "```text\n")
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
