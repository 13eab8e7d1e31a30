import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives

/// Floats, doubles and dates of archives that are compressed.
final class SplitFloatTests: XCTestCase {
  private let options = ColumnArchive.EncodingOptions(batchSize: .max, compression: .external)

  private func column(_ data: Data) throws -> [UInt8] { try ArchiveParts(data).batches[0].columns }

  func testBytes() throws {
    XCTAssertEqual(
      try column(ColumnArchive.encode([1, 2, -0.5] as [Float], options: options)),
      [2, 0x3F, 0x40, 0xBF, 0x80, 0, 0, 0, 0, 0, 0, 0, 0])
    XCTAssertEqual(
      try column(ColumnArchive.encode([date(1), date(-0.0)], options: options)),
      [2, 0x3F, 0x80, 0xF0, 0] + [UInt8](repeating: 0, count: 12))
    // Numbers that are all equal are stored once.
    XCTAssertEqual(
      try column(ColumnArchive.encode([0.5, 0.5], options: options)), [0] + Format.bytes(0.5.bitPattern, 8))
    // Only archives that are compressed have such columns.
    XCTAssertEqual(
      try column(ColumnArchive.encode([1, 2] as [Float])), [1, 0, 0, 0x80, 0x3F, 0, 0, 0, 0x40])
  }

  func testEveryBitSurvives() throws {
    var random = SeededGenerator()
    for count in [2, 3, 7, 64, 65, 1000, 5000] {
      let doubles = (0..<count).map { _ in Double(bitPattern: random.next()) }
      let floats = (0..<count).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }
      let message = "\(count), seed \(random.seed)"
      let data = try ColumnArchive.encode(doubles, options: options)
      XCTAssertEqual(try column(data), Format.split(doubles.map(\.bitPattern), size: 8), message)
      XCTAssertEqual(
        try ColumnArchive.decode([Double].self, from: data).map(\.bitPattern), doubles.map(\.bitPattern),
        message)
      let single = try ColumnArchive.encode(floats, options: options)
      XCTAssertEqual(
        try column(single), Format.split(floats.map { UInt64($0.bitPattern) }, size: 4), message)
      XCTAssertEqual(
        try ColumnArchive.decode([Float].self, from: single).map(\.bitPattern), floats.map(\.bitPattern),
        message)
      // In records, their places are not side by side.
      let records = zip(doubles, floats).map {
        Both(first: Date(timeIntervalSinceReferenceDate: $0), second: Both(first: true, second: $1))
      }
      let both = try ColumnArchive.encode(records, options: options)
      let back = try ColumnArchive.decode([Both<Date, Both<Bool, Float>>].self, from: both)
      XCTAssertEqual(
        back.map(\.first.timeIntervalSinceReferenceDate.bitPattern), doubles.map(\.bitPattern), message)
      XCTAssertEqual(back.map(\.second.second.bitPattern), floats.map(\.bitPattern), message)
      // Some of them, and as numbers of another type.
      let archive = try ColumnArchive(data)
      let range = random.below(count)..<count
      XCTAssertEqual(
        try archive.elements(of: Double.self, in: range).map(\.bitPattern),
        doubles[range].map(\.bitPattern), message)
      let whole = (0..<count).map { Double($0) * 2 }
      XCTAssertEqual(
        try ColumnArchive.decode([Int].self, from: ColumnArchive.encode(whole, options: options)),
        (0..<count).map { $0 * 2 }, message)
    }
  }

  func testCutOff() throws {
    let data = try ColumnArchive.encode([1.5, 2.5, 3.5], options: options)
    var parts = try ArchiveParts(data)
    let column = parts.batches[0].columns
    for count in 0..<column.count {
      parts.batches[0].columns = Array(column.prefix(count))
      assertThrows(.truncated) { try ColumnArchive.decode([Double].self, from: parts.data) }
    }
    parts.batches[0].columns = column + [0]
    assertThrows(.malformed) { try ColumnArchive.decode([Double].self, from: parts.data) }
  }
}
