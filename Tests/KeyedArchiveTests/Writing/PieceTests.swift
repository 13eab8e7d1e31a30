import ArchiveNodes
import StructCoding
import XCTest

@testable import KeyedArchives

/// Archives of elements that are handed over in pieces.
final class PieceTests: XCTestCase {
  private static let elements = (0..<1_000).map(entry)

  private static func entry(_ number: Int) -> ArchiveNode {
    let parts: [ArchiveNode] = [
      .integer(Int64(number % 300)), .double(Double(number) / 3), .null, .string(""),
    ]
    return .record(
      .init(
        className: "Entry",
        [
          "text": .string("text \(number % 70)"),
          "long": .string("a string of many bytes, number \(number)"),
          "accent": .string("é\(number % 9)"),
          "date": .date(Date(timeIntervalSinceReferenceDate: Double(number))),
          "list": .array(parts),
        ]))
  }

  private func bytes(_ elements: [ArchiveNode], piece: Int) throws -> Data {
    try KeyedArchive.data(
      ofElements: { take in
        for start in stride(from: 0, to: elements.count, by: piece) {
          try take(Array(elements[start..<min(start + piece, elements.count)]))
        }
      }, options: .init())
  }

  func testBytesAreThoseOfOnePiece() throws {
    for elements in [Self.elements, Array(Self.elements.prefix(1)), []] {
      let whole = try KeyedArchive.data(of: .array(elements), options: .init())
      for piece in [1, 37, 100] {
        XCTAssertEqual(try bytes(elements, piece: piece), whole, "\(elements.count) elements")
      }
    }
  }
}
