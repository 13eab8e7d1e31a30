import ArchiveBytes
import ArchiveValues
import XCTest

/// The value comes back equal, and makes the same tree to the bit when it is encoded again.
@discardableResult
func assertRoundTrip<Value: ArchiveValue & Equatable>(
  _ value: Value, _ message: String = "", file: StaticString = #filePath, line: UInt = #line
) throws -> Tree {
  let tree = try TreeEncoder.tree(of: value)
  let back = try TreeDecoder.value(of: Value.self, from: tree)
  XCTAssertEqual(try TreeEncoder.tree(of: back), tree, message, file: file, line: line)
  if value == value { XCTAssertEqual(back, value, message, file: file, line: line) }
  return tree
}

/// Decoding throws this error; its path is compared as text.
func assertThrows<Value: ArchiveValue>(
  _ type: Value.Type, from tree: Tree, _ code: ArchiveError.Code, at path: String = "the root",
  saying words: String = "", file: StaticString = #filePath, line: UInt = #line
) {
  XCTAssertThrowsError(try TreeDecoder.value(of: type, from: tree), file: file, line: line) { error in
    guard let error = error as? ArchiveError else { return XCTFail("\(error)", file: file, line: line) }
    XCTAssertEqual(error.code, code, "\(error)", file: file, line: line)
    XCTAssertEqual(error.pathDescription, path, file: file, line: line)
    if !words.isEmpty { XCTAssertTrue(error.description.contains(words), "\(error)", file: file, line: line) }
  }
}
