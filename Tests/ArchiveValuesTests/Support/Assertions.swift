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

/// A generator that repeats itself for the same seed. `SEED=…` in the environment sets the seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ test: String = #function) {
    let seed =
      ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init)
      ?? UInt64.random(in: 0...UInt64(UInt32.max))
    print("\(test): SEED=\(seed)")
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}
