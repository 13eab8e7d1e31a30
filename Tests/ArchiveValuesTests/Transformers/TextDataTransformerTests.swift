import ArchiveBytes
import ArchiveTestSupport
import ArchiveValues
import Foundation
import XCTest

/// Data as text.
final class TextDataTransformerTests: XCTestCase {
  private let hex = HexDataTransformer()

  func testExamples() throws {
    XCTAssertEqual(hex.encode(Data([1, 0xFF, 0xA0])), "01ffa0")
    XCTAssertEqual(try hex.decode("01FFa0"), Data([1, 0xFF, 0xA0]))
    XCTAssertEqual(hex.encode(Data()), "")
    XCTAssertEqual(try hex.decode(""), Data())
  }

  func testRandomData() throws {
    var generator = SeededGenerator()
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0..<70, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let data = embedded(Data(bytes))
      XCTAssertEqual(try hex.decode(hex.encode(data)), data)
      XCTAssertEqual(hex.encode(data), bytes.map { String(format: "%02x", $0) }.joined())
      XCTAssertEqual(try hex.decode(hex.encode(data).uppercased()), data)
    }
  }

  func testRefusedHex() {
    assertThrows(.truncated, saying: "3 digits") { try hex.decode("01f") }
    for (text, place) in [("0x01", 1), (" 01", 0), ("01 02", 2), ("0g", 1), ("01\n", 2), ("é", 0), ("0١", 1)]
    {
      assertThrows(.malformed, saying: "at byte \(place) of") { try hex.decode(text) }
    }
  }
}
