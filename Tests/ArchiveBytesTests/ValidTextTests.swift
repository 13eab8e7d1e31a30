import ArchiveBytes
import XCTest

/// Strings from bytes that may be invalid: valid ones are equal to the text, and others are refused, not repaired.
final class ValidTextTests: XCTestCase {
  private let texts = [
    "", "a", "fifteen letters", "sixteen letters!", "größer", "日本語", "👩‍👩‍👧", "\u{0}", "zero \u{0} inside",
    "\u{FFFD}",
    "\u{FEFF}mark", "\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}",
    String(repeating: "größer 日本語 👍 ", count: 200),
  ]

  func testValidTextIsKept() {
    for text in texts {
      let bytes = Array(text.utf8)
      XCTAssertEqual(String(validUTF8: bytes).map { Array($0.utf8) }, bytes)
      XCTAssertEqual(bytes.withUnsafeBytes { String(validUTF8: $0) }.map { Array($0.utf8) }, bytes)
      XCTAssertEqual(String(validUTF8: ([0xFF] + bytes + [0xFF]).dropFirst().dropLast()), text)
      XCTAssertEqual(String(validUTF8: Data([0xFF] + bytes).dropFirst()), text)
      XCTAssertEqual(String(validUTF8: bytes.lazy.map { $0 }), text, "a collection without memory of its own")
      let units = Array(text.utf16)
      XCTAssertEqual(String(validUTF16: units).map { Array($0.utf16) }, units)
    }
    XCTAssertEqual(String(validUTF8: UnsafeRawBufferPointer(start: nil, count: 0)), "")
  }

  func testInvalidBytesAreRefusedWhereverTheyStand() {
    let invalid: [[UInt8]] = [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE2, 0x82], [0xE0, 0x80, 0x80],
      [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF0, 0x9F, 0x91], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5],
      [0xFE], [0xFF],
    ]
    for bad in invalid {
      for text in texts {
        let bytes = Array(text.utf8)
        XCTAssertNil(String(validUTF8: bad + bytes), "\(bad) before \(text)")
        XCTAssertNil(String(validUTF8: bytes + bad), "\(bad) after \(text)")
        XCTAssertNil(String(validUTF8: bytes + bad + bytes), "\(bad) inside \(text)")
      }
    }
  }

  /// The rule of the standard library itself is the measure, for all texts of up to three bytes from an alphabet.
  func testTheSameTextsAreValidAsInTheStandardLibrary() throws {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      throw XCTSkip("Needs String(validating:as:) of macOS 15.")
    }
    let alphabet: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBD, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0,
      0xF4, 0xFF,
    ]
    var valid = 0
    for one in alphabet {
      for two in alphabet {
        for three in alphabet {
          for four in alphabet {
            let bytes = [one, two, three, four]
            let expected = String(validating: bytes, as: UTF8.self)
            if String(validUTF8: bytes) != expected { XCTFail("\(bytes)") }
            valid += expected == nil ? 0 : 1
          }
        }
      }
    }
    XCTAssertGreaterThan(valid, 81, "more than those of ASCII alone")
  }

  func testLoneSurrogatesAreRefused() {
    let invalid: [[UInt16]] = [
      [0xD800], [0xDBFF], [0xDC00], [0xDFFF], [0xDC00, 0xD800], [0xD800, 0xD800, 0xDC00],
    ]
    for bad in invalid {
      for text in texts {
        let units = Array(text.utf16)
        XCTAssertNil(String(validUTF16: bad + units), "\(bad) before \(text)")
        XCTAssertNil(String(validUTF16: units + bad), "\(bad) after \(text)")
      }
    }
  }
}
