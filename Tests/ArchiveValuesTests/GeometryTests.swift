import ArchiveBytes
import ArchiveTestSupport
import ArchiveValues
import Foundation
import XCTest

final class GeometryTests: XCTestCase {
  private func point(_ text: Tree) -> Tree {
    .record("NSValue", case: nil, ["NS.special": .int(1), "NS.pointval": text])
  }

  func testTexts() throws {
    XCTAssertEqual(try assertRoundTrip(CGPoint(x: 1, y: -2.5)), point(.string("{1, -2.5}")))
    XCTAssertEqual(
      try assertRoundTrip(CGPoint(x: -0.0, y: 0.1 + 0.2)), point(.string("{-0, 0.30000000000000004}")))
    XCTAssertEqual(
      try assertRoundTrip(CGSize(width: 1e300, height: 1e-300)),
      .record("NSValue", case: nil, ["NS.special": .int(2), "NS.sizeval": .string("{1e+300, 1e-300}")]))
    XCTAssertEqual(
      try assertRoundTrip(CGRect(x: 1, y: 2, width: -3, height: 4)),
      .record("NSValue", case: nil, ["NS.special": .int(3), "NS.rectval": .string("{{1, 2}, {-3, 4}}")]))
    XCTAssertEqual(
      try assertRoundTrip(NSRange(location: 3, length: 4)),
      .record(
        "NSValue", case: nil,
        [
          "NS.special": .int(4), "NS.rangeval.location": .boxed(.int(3)),
          "NS.rangeval.length": .boxed(.int(4)),
        ]))
    try assertRoundTrip(NSRange(location: NSNotFound, length: 0))
  }

  #if canImport(AppKit) || !canImport(ObjectiveC)
    func testInsets() throws {
      func tree(_ top: Tree) -> Tree {
        .record(
          "NSValue", case: nil,
          [
            "NS.special": .int(12), "NS.edgeval.top": top, "NS.edgeval.left": .double(2),
            "NS.edgeval.bottom": .double(-0.0), "NS.edgeval.right": .double(.infinity),
          ])
      }
      let insets = NSEdgeInsets(top: 0.1, left: 2, bottom: -0.0, right: .infinity)
      XCTAssertEqual(try TreeEncoder.tree(of: insets), tree(.double(0.1)))
      let back: NSEdgeInsets = try TreeDecoder.value(from: tree(.double(0.1)))
      XCTAssertEqual([back.top, back.left, back.bottom, back.right], [0.1, 2, 0, .infinity])
      XCTAssertEqual(back.bottom.sign, .minus)
      assertThrows(NSEdgeInsets.self, from: tree(.string("1")), .typeMismatch, at: "NS.edgeval.top")
      assertThrows(
        NSEdgeInsets.self, from: tree(.double(1)).with("NS.special", .int(3)), .typeMismatch,
        saying: "insets, found a rect")
      assertThrows(NSEdgeInsets.self, from: point(.string("{1, 2}")), .typeMismatch, saying: "found a point")
    }
  #endif

  func testEveryBit() throws {
    var generator = SeededGenerator()
    let odd: [CGFloat] = [
      0, -0.0, .nan, -.nan, .infinity, -.infinity, .signalingNaN, CGFloat(Double(nan: 77, signaling: false)),
      0.1,
      .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    for x in odd {
      for y in odd {
        try assertRoundTrip(CGPoint(x: x, y: y))
        try assertRoundTrip(CGSize(width: x, height: y))
        try assertRoundTrip(CGRect(x: y, y: x, width: x, height: y))
        let back: CGPoint = try TreeDecoder.value(from: TreeEncoder.tree(of: CGPoint(x: x, y: y)))
        XCTAssertEqual(Double(back.x).bitPattern, Double(x).bitPattern)
        XCTAssertEqual(Double(back.y).bitPattern, Double(y).bitPattern)
      }
    }
    for _ in 0..<500 {
      let numbers = (0..<4).map { _ in CGFloat(Double(bitPattern: generator.next())) }
      try assertRoundTrip(CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }
  }

  func testTextsOfOthers() throws {
    // From nsvalue.bin, written by Apple.
    let apple = "{{146.33333333333337, 728.33333333333337}, {135.66666666666663, 69.666666666666629}}"
    let rect: CGRect = try TreeDecoder.value(
      from: .record("NSValue", case: nil, ["NS.special": .int(3), "NS.rectval": .string(apple)]))
    XCTAssertEqual(rect.origin.y, 728.33333333333337)
    XCTAssertEqual(rect.size.height, 69.666666666666629)
    XCTAssertEqual(try TreeDecoder.value(from: point(.string("{1.0,2e3}"))), CGPoint(x: 1, y: 2000))
    for text in [
      "", "{", "{}", "{1}", "{1, }", "{1 2}", "{1, 2", "1, 2}", "{1, 2}}", "{{1, 2}", "{1, 2, 3}",
      "{0x10, 1}",
      "{1, two}", "{ 1, 2}", "{1, 2} ", "{{1, 2}, {3, 4}, {5, 6}}", "{infinity, 1}", "{,}", "}{",
    ] {
      assertThrows(CGPoint.self, from: point(.string(text)), .invalidValue, at: "NS.pointval")
    }
    assertThrows(CGPoint.self, from: point(.string("{{1, 2}, {3, 4}}")), .invalidValue, saying: "4 numbers")
    assertThrows(CGPoint.self, from: point(.list(.array, [.unsigned(1)])), .invalidValue, saying: "1 numbers")
    assertThrows(CGPoint.self, from: point(.int(1)), .typeMismatch, at: "NS.pointval")
    assertThrows(CGSize.self, from: point(.string("{1, 2}")), .typeMismatch, saying: "a size, found a point")
    assertThrows(
      CGPoint.self, from: point(.string("{1, 2}")).with("NS.special", .int(77)), .typeMismatch,
      saying: "kind 77")
  }
}
