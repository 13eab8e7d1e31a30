import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchive

/// What every encoding of the tables keeps to.
final class EncodingTests: XCTestCase {
  /// A column that is written in an encoding.
  private struct Example {
    let data: Data
    let decode: (Data) throws -> Void

    init<Value: ArchiveValue>(_ values: [Value]) throws {
      data = try ColumnArchive.encode(values)
      decode = { _ = try ColumnArchive.decode([Value].self, from: $0) }
    }

    /// The bytes of the column.
    var column: [UInt8] {
      get throws { try ArchiveParts(data).batches[0].columns }
    }

    func archive(of column: [UInt8]) throws -> Data {
      var parts = try ArchiveParts(data)
      parts.batches[0].columns = column
      return parts.data
    }
  }

  /// Columns in all encodings of a table.
  private func check<Values, Opened>(
    _ table: EncodingTable<Values, Opened>, _ examples: [Example], file: StaticString = #filePath,
    line: UInt = #line
  ) throws {
    var free = Set(UInt8.min...UInt8.max)
    for encoding in table.encodings {
      for byte in encoding.bytes {
        XCTAssertNotNil(
          free.remove(byte), "\(byte) stands for several of \(table.values)", file: file, line: line)
      }
      XCTAssert((1...ColumnFormat.version).contains(encoding.version), encoding.name, file: file, line: line)
    }
    var shown: Set<UInt8> = []
    for example in examples {
      let column = try example.column
      shown.insert(column[0])
      for count in 0..<column.count {
        let error = assertThrows(.truncated, file: file, line: line) {
          try example.decode(try example.archive(of: Array(column.prefix(count))))
        }
        XCTAssertNotNil(error?.offset, "\(count) of \(column)", file: file, line: line)
      }
      for byte in free {
        let error = assertThrows(.malformed, file: file, line: line) {
          try example.decode(try example.archive(of: [byte] + column.dropFirst()))
        }
        XCTAssertNotNil(error?.offset, "\(byte)", file: file, line: line)
        XCTAssert(
          "\(error!)".contains("an encoding of \(table.values)") && "\(error!)".contains("the byte \(byte)"),
          "\(error!)", file: file, line: line)
      }
    }
    XCTAssertEqual(shown.union(free).count, 256, "no example of some encoding", file: file, line: line)
  }

  func testBits() throws {
    try check(
      ColumnEncodings.bits,
      [
        Example([false, false]), Example([true, true, true]), Example((0..<9).map { $0 % 2 == 0 }),
      ])
  }

  func testIntegers() throws {
    let examples = try (0...64).map { width in
      try Example([0, width == 0 ? 0 : UInt64.max >> UInt64(64 - width), 0])
    }
    try check(ColumnEncodings.integers, examples)
    try check(ColumnEncodings.integers, examples + [Example([-1, 1]), Example([Int.min, .max])])
  }

  func testFloats() throws {
    try check(
      ColumnEncodings.floats,
      [
        Example([1.5, 1.5]), Example([1.5, -0.0]), Example([Float(1), 1]), Example([Float(1), 2]),
        Example([Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: 2)]),
      ])
  }

  func testRuns() throws {
    try check(
      ColumnEncodings.runs,
      [
        Example(["a", "", "bc"]), Example((0..<300).map { "a longer text, \($0 % 3)" }),
        Example([Data([1, 2]), Data([3])]),
      ])
  }

  /// What inspections call kinds tells them apart.
  func testKindsHaveNames() {
    XCTAssertEqual(Set(ColumnKind.allCases.map(\.traits.name)).count, ColumnKind.allCases.count)
  }

  /// Of several encodings the cheapest is written, of those that cost the same the first; one may decline.
  func testCheapestIsWritten() {
    func encoding(_ byte: UInt8, cost: Int?, declines: Bool = false) -> ColumnEncoding<Int, Int> {
      ColumnEncoding(
        name: "\(byte)", bytes: byte...byte, version: 1, cost: { _ in cost },
        write: { _, output in
          if !declines { output.append(byte) }
          return !declines
        }, open: { byte, _, _ in Int(byte) })
    }
    func written(_ encodings: ColumnEncoding<Int, Int>...) -> UInt8? {
      let output = OutputBuffer(capacity: 8)
      EncodingTable("numbers", encodings).write(0, to: output)
      let data = output.takeData()
      return data.count == 1 ? data[0] : nil
    }
    XCTAssertEqual(written(encoding(1, cost: 9), encoding(2, cost: 3), encoding(3, cost: 3)), 2)
    XCTAssertEqual(written(encoding(1, cost: nil), encoding(2, cost: 3)), 2)
    XCTAssertEqual(written(encoding(1, cost: 9), encoding(2, cost: 0, declines: true)), 1)
    XCTAssertEqual(
      written(
        encoding(1, cost: 0, declines: true), encoding(2, cost: 4), encoding(3, cost: 2, declines: true)), 2)
  }
}
