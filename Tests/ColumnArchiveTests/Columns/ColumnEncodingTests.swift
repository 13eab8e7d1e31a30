import ArchiveTestSupport
import StructCoding
import XCTest

@testable import ColumnArchives

/// What every encoding of the tables keeps to.
final class ColumnEncodingTests: XCTestCase {
  /// A column that is written in an encoding.
  private struct Example {
    let data: Data
    let decode: (Data) throws -> Void

    init<Value: ArchiveValue>(_ values: [Value], _ compression: ColumnArchive.Compression = .none) throws {
      data = try ColumnArchive.encode(values, options: .init(compression: compression))
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
  private func check<Table: EncodingTable>(
    _ table: Table, _ examples: [Example], file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let values = Table.Values.description
    var free = Set(UInt8.min...UInt8.max)
    for encoding in table.encodings {
      for byte in encoding.bytes {
        XCTAssertNotNil(
          free.remove(byte), "\(byte) stands for several of \(values)", file: file, line: line)
      }
    }
    var shown: Set<UInt8> = []
    for (number, example) in examples.enumerated() {
      let column = try example.column
      shown.insert(column[0])
      for count in 0..<column.count {
        let error = assertThrows(.truncated, file: file, line: line) {
          try example.decode(try example.archive(of: Array(column.prefix(count))))
        }
        XCTAssertNotNil(error?.offset, "\(count) of \(column)", file: file, line: line)
      }
      // The table refuses a byte before it knows more of the column: one of the examples shows it for each.
      for byte in Thoroughness.some(of: free.sorted(), oneIn: min(examples.count, 8), first: number) {
        let error = assertThrows(.malformed, file: file, line: line) {
          try example.decode(try example.archive(of: [byte] + column.dropFirst()))
        }
        XCTAssertNotNil(error?.offset, "\(byte)", file: file, line: line)
        XCTAssert(
          "\(error!)".contains("an encoding of \(values)") && "\(error!)".contains("the byte \(byte)"),
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
    let widths = try (0...64).map { width in
      try Example([0, width == 0 ? 0 : UInt64.max >> UInt64(64 - width), 0])
    }
    try check(
      ColumnEncodings.integers,
      widths + [
        Example((0..<256).map { $0 * 77 % 5 }), Example([-1, 1]), Example([Int.min, .max]),
        Example((0..<1024).map { $0 * 1000 }),
      ])
  }

  func testFloats() throws {
    try check(
      ColumnEncodings.floats,
      [
        Example([1.5, 1.5]), Example([1.5, -0.0]), Example([Float(1), 1]), Example([Float(1), 2]),
        Example([Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: 2)]),
        Example((0..<128).map { 1000 + Double($0) / 4 }),
        Example([1.5, 2.5], .external),
      ])
  }

  func testRuns() throws {
    try check(
      ColumnEncodings.strings,
      [
        Example(["a", "", "bc"]), Example((0..<300).map { "a longer text, \($0 % 3)" }),
      ])
    try check(ColumnEncodings.data, [Example([Data([1, 2]), Data([3])])])
  }

  /// What inspections call kinds tells them apart.
  func testKindsHaveNames() {
    XCTAssertEqual(Set(ColumnKind.allCases.map(\.traits.name)).count, ColumnKind.allCases.count)
  }

  /// Of several encodings the cheapest is written, of those that cost the same the first; one may decline.
  func testCheapestIsWritten() {
    func written(_ costs: [Int?], declining: Set<Int> = [], areCompressed: Bool = false) -> UInt8? {
      let output = OutputBuffer(capacity: 8)
      let table = OneEncoding(Encoding0.self).or(Encoding1.self).or(Encoding2.self)
      table.write(Costs(costs: costs, declining: declining, areCompressed: areCompressed), to: output)
      let data = output.takeData()
      return data.count == 1 ? data[0] : nil
    }
    XCTAssertEqual(written([9, 3, 3]), 1)
    XCTAssertEqual(written([nil, 3, nil]), 1)
    XCTAssertEqual(written([0, 0, 0]), 0)
    XCTAssertEqual(written([9, 0, nil], declining: [1]), 0)
    XCTAssertEqual(written([0, 4, 2], declining: [0, 2]), 1)
    XCTAssertEqual(written([0, 4, 2], declining: [0]), 2)
    // What hides repetition is not for archives that are compressed.
    XCTAssertEqual(written([9, 3, 3], areCompressed: true), 2)
    XCTAssertEqual(written([9, 3, nil], areCompressed: true), 0)
  }
}

/// What three encodings cost, and which of them decline.
private struct Costs: EncodedValues {
  typealias Output = OutputBuffer
  static let description = "costs"
  let costs: [Int?]
  let declining: Set<Int>
  let areCompressed: Bool
}

/// Writes its number.
private protocol NumberedEncoding: ColumnEncoding<Costs, Int> {
  static var number: Int { get }
}

extension NumberedEncoding {
  static var bytes: ClosedRange<UInt8> { UInt8(number)...UInt8(number) }

  static func cost(of values: Costs) -> Int? { values.costs[number] }

  static func write(_ values: Costs, to output: OutputBuffer) -> Bool {
    if values.declining.contains(number) { return false }
    output.append(UInt8(number))
    return true
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) -> Int { number }
}

private enum Encoding0: NumberedEncoding { static let number = 0 }
private enum Encoding1: NumberedEncoding {
  static let number = 1
  static var hidesRepetition: Bool { true }
}
private enum Encoding2: NumberedEncoding { static let number = 2 }
