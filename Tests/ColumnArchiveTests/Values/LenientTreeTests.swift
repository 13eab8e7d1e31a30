import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Values that are stored as trees, where one that cannot be read leaves the others readable.
final class LenientTreeTests: XCTestCase {
  func testFallback() throws {
    for numbers in [[1, 2, 13, 3], [13, 13], [13, 5], [5, 13, 700_000, 13, 1]] {
      let data = try ColumnArchive.encode(numbers.map { Plain(leaf: AnyLeaf(number: $0)) })
      XCTAssertEqual(
        try ColumnArchive.decode([Lenient].self, from: data).map(\.leaf.number),
        numbers.map { $0 == 13 ? -1 : $0 })
    }
    let many = (0..<2000).map { $0 % 17 }
    let archive = try ColumnArchive(ColumnArchive.encode(many.map { Plain(leaf: AnyLeaf(number: $0)) }))
    XCTAssertEqual(
      try archive.elements(of: Lenient.self, in: 600..<1800).map(\.leaf.number),
      many[600..<1800].map { $0 == 13 ? -1 : $0 })
  }
}

/// A value that only knows keyed coders, and any number.
private struct AnyLeaf: ArchiveValue {
  var number: Int
  func encodeValue(to encoder: inout some ValueEncoder) throws { try encoder.encode(Int64(number)) }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> AnyLeaf {
    AnyLeaf(number: Int(try decoder.decodeInt64()))
  }
}

/// The same, and not every number.
private struct Leaf: ArchiveValue {
  var number: Int
  struct Unlucky: Error {}
  func encodeValue(to encoder: inout some ValueEncoder) throws { try encoder.encode(Int64(number)) }
  static func decodeValue(from decoder: inout some ValueDecoder) throws -> Leaf {
    let number = Int(try decoder.decodeInt64())
    if number == 13 { throw Unlucky() }
    return Leaf(number: number)
  }
}

@Archivable(className: "Column_LenientTree")
private struct Plain { var leaf: AnyLeaf }
@Archivable(className: "Column_LenientTree")
private struct Lenient {
  @Stored(onDecodeFailure: .fallbackToDefaultValue) var leaf = Leaf(number: -1)
}
