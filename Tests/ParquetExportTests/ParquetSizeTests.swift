import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives
@testable import ParquetExport

/// Texts take no more room than in the files of another writer, however many of them are different.
final class ParquetSizeTests: FolderTestCase {
  private static let rowCount = 131_072

  /// Texts of which so many are different, in no order.
  private func texts(_ distinctCount: Int, _ random: inout SeededGenerator) -> [String] {
    let texts = (0..<distinctCount).map { number in
      let id = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 >> 24
      return
        "/shop/\(["books", "music", "games"][number % 3])/item-\(String(id, radix: 16))?page=\(number % 7)"
    }
    if distinctCount == Self.rowCount { return texts.shuffled(using: &random) }
    return (0..<Self.rowCount).map { _ in texts[random.below(distinctCount)] }
  }

  /// What another writer makes of the rows of a file, and what engines find in both: sizes, encodings, rows, answers.
  private struct Comparison: Decodable {
    let size: Int
    let otherSize: Int
    let encodings: [String]
    let areEqual: [String: Bool]
    let answers: [String: Int]
    let otherAnswers: [String: Int]
  }

  private func compare(_ file: URL) throws -> Comparison {
    let script = TestFiles.fixtures.appendingPathComponent("python/parquet_size.py")
    let output = try Python.run(
      String(contentsOf: script, encoding: .utf8), input: Data(file.path.utf8)
    ).output
    return try JSONDecoder().decode(Comparison.self, from: output)
  }

  func testTextsBesidePyarrow() throws {
    try Engines.require()
    var random = SeededGenerator(seed: 30)
    for (distinctCount, encoding) in [
      (1_000, "RLE_DICTIONARY"), (5_000, "RLE_DICTIONARY"), (50_000, "RLE_DICTIONARY"),
      (Self.rowCount, "DELTA_LENGTH_BYTE_ARRAY"),
    ] {
      let file = folder.appendingPathComponent("\(distinctCount).parquet")
      let texts = texts(distinctCount, &random)
      try Parquet.write(texts, to: file)
      let found = try compare(file)
      let message = "\(distinctCount) different texts: \(found)"
      XCTAssert(found.encodings.contains(encoding), message)
      XCTAssertLessThan(Double(found.size), Double(found.otherSize) * 1.02, message)
      XCTAssertEqual(found.areEqual, ["pyarrow": true, "duckdb": true, "polars": true], message)
      let count = texts.count { $0.contains("a7") && $0.hasSuffix("3") }
      XCTAssertGreaterThan(count, 0)
      XCTAssertEqual(found.answers, ["pyarrow": count, "duckdb": count, "polars": count], message)
      XCTAssertEqual(found.otherAnswers, found.answers, message)
    }
  }

  // MARK: The decision

  private func encoding(_ texts: [String]) -> (ValueEncoding, entryCount: Int?) {
    let column = TextColumn(.string, ColumnPlace(path: ["value"], levels: nil))
    for start in stride(from: 0, to: texts.count, by: 4_096) {
      column.append(Array(texts[start..<min(start + 4_096, texts.count)]))
    }
    let (encoding, dictionary) = column.beginChunk()
    return (encoding, dictionary?.count)
  }

  func testADictionaryIfItIsSmaller() {
    var random = SeededGenerator()
    // Those at the beginning are all different, and each comes again later.
    let first = (0..<3_000).map { "text \($0)" }
    let repeated = first + (0..<12_000).map { _ in first[random.below(first.count)] }
    XCTAssertEqual(encoding(repeated).0, .dictionary)
    XCTAssertEqual(encoding(repeated).entryCount, 3_000)
    XCTAssertEqual(encoding(first).0, .deltaLength)
    XCTAssertEqual(encoding([String](repeating: "a text", count: 9)).entryCount, 1)
    XCTAssertEqual(encoding([]).0, .plain)
    XCTAssertEqual(encoding(["alone"]).0, .deltaLength)
  }

  /// Entries of more bytes than engines should read before the first value.
  func testALargeDictionaryIsGivenUp() {
    let large = (0..<100).map { "\($0) " + String(repeating: "x", count: 100_000) }
    XCTAssertEqual(encoding(large + large + large).0, .deltaLength)
    XCTAssertEqual(encoding(Array(large.prefix(50)) + large.prefix(50) + large.prefix(50)).0, .dictionary)
  }

  /// Rows that share a text of many bytes do not get a copy each, or these copies are charged.
  func testLargeTextsThatRowsShare() throws {
    let text = String(repeating: "x", count: 9 << 20)
    XCTAssertEqual(encoding([String](repeating: text, count: 60)).entryCount, 1)
    let column = TextColumn(.string, ColumnPlace(path: ["value"], levels: nil))
    column.append((0..<100).map { "\($0) " + String(repeating: "x", count: 100_000) })
    let shared = ExportTexts(bytes: Array("text".utf8), places: [Range<Int>](repeating: 0..<4, count: 50))
    var charged = 0
    try column.append(shared) { charged += $0 }
    XCTAssertEqual(charged, 49 * 4)
    XCTAssertEqual(column.count, 150)
    XCTAssertThrowsError(try column.append(shared) { _ in throw CancellationError() })
    XCTAssertEqual(column.count, 150)
  }

  /// Where a dictionary is smaller only before pages are compressed, there is none.
  func testTheSmallerChunkIsWritten() throws {
    // Two of three are different, and compress to almost nothing.
    let texts = (0..<30_000).map { number in
      "\(number / 3 * 2 + number % 3 % 2) " + String(repeating: "the same again ", count: 3)
    }
    func chunk(_ compression: ParquetCompression) throws -> ChunkWriter {
      let column = TextColumn(.string, ColumnPlace(path: ["value"], levels: nil))
      column.append(texts)
      return try .smallest(column, compression, at: 4, rowCount: texts.count)
    }
    let plain = try chunk(.none)
    XCTAssertEqual(plain.chunk.encodings, [.dictionary])
    let compressed = try chunk(.gzip)
    XCTAssertEqual(compressed.chunk.encodings, [.deltaLength])
    XCTAssertNil(compressed.chunk.dictionaryOffset)
    XCTAssertEqual(compressed.chunk.pages.map(\.nullCount), [0, 0])
  }

  /// Numbers have the same rule.
  func testDictionariesOfNumbers() {
    var random = SeededGenerator()
    let prices = (0..<5_000).map { _ in Int64(bitPattern: Double.random(in: 0...9, using: &random).bitPattern)
    }
    let column = WordColumn(.double, ColumnPlace(path: ["value"], levels: nil))
    column.append(prices + (0..<30_000).map { _ in prices[random.below(prices.count)] })
    XCTAssertEqual(column.beginChunk().encoding, .dictionary)
    let others = WordColumn(.double, ColumnPlace(path: ["value"], levels: nil))
    others.append(prices)
    XCTAssertEqual(others.beginChunk().encoding, .plain)
  }
}
