import ArchiveTestSupport
import ArchiveValues
import Foundation
import XCTest

/// Data as text: hexadecimal and Base64.
final class TextDataTransformerTests: XCTestCase {
  private let hex = HexDataTransformer()
  private let base64 = Base64DataTransformer()

  func testExamples() throws {
    XCTAssertEqual(hex.encode(Data([1, 0xFF, 0xA0])), "01ffa0")
    XCTAssertEqual(try hex.decode("01FFa0"), Data([1, 0xFF, 0xA0]))
    XCTAssertEqual(hex.encode(Data()), "")
    XCTAssertEqual(try hex.decode(""), Data())
    // The examples of RFC 4648.
    for (text, encoded) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ] {
      XCTAssertEqual(base64.encode(Data(text.utf8)), encoded)
      XCTAssertEqual(try base64.decode(encoded), Data(text.utf8))
    }
    XCTAssertEqual(try base64.decode("+/+/"), Data([0xFB, 0xFF, 0xBF]))
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
      XCTAssertEqual(try base64.decode(base64.encode(data)), data)
    }
  }

  func testRefusedHex() {
    assertThrows(.truncated, saying: "3 digits") { try hex.decode("01f") }
    for (text, place) in [("0x01", 1), (" 01", 0), ("01 02", 2), ("0g", 1), ("01\n", 2), ("é", 0), ("0١", 1)]
    {
      assertThrows(.malformed, saying: "at byte \(place) of") { try hex.decode(text) }
    }
  }

  func testRefusedBase64() {
    for text in ["Z", "Zg", "Zg=", "Zm9vY", "Zg==\n", "é"] {
      assertThrows(.truncated, saying: "\(text.utf8.count) characters") { try base64.decode(text) }
    }
    for (text, words) in [
      ("Zm9v*m9v", "another character, at byte 4"), ("Zm 9v===", "another character, at byte 2"),
      ("Zg==Zg==", "padding before the end, at byte 2"), ("Z===", "padding before the end, at byte 1"),
      ("====", "padding before the end, at byte 0"), ("Zm9-", "another character, at byte 3"),
      ("Zh==", "non-zero unused bits, at byte 1"), ("Zm9=", "non-zero unused bits, at byte 2"),
      ("Zm\r\n", "another character, at byte 2"),
    ] {
      assertThrows(.malformed, saying: words) { try base64.decode(text) }
    }
  }

  /// Whatever is accepted is the one text for its data.
  func testAnyBase64() throws {
    var generator = SeededGenerator()
    let characters = Array("AZaz09+/=-B")
    var accepted = 0
    for _ in 0..<20_000 {
      let text = String((0..<8).map { _ in characters.randomElement(using: &generator)! })
      let foundation = Data(base64Encoded: text)
      guard let data = try? base64.decode(text) else { continue }
      accepted += 1
      XCTAssertEqual(data, foundation)
      XCTAssertEqual(base64.encode(data), text)
    }
    XCTAssertGreaterThan(accepted, 100)
  }
}
