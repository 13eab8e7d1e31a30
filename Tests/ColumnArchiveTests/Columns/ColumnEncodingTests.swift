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

  /// Columns in all encodings of some values, whose first bytes these are; writers use all but some.
  private func check(
    _ values: String, _ bytes: some Sequence<UInt8>, unwritten: Set<UInt8> = [], _ examples: [Example],
    file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let free = Set(UInt8.min...UInt8.max).subtracting(bytes)
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
      // A reader refuses a byte before it knows more of the column: one of the examples shows it for each.
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
    XCTAssertEqual(
      shown.union(free).union(unwritten).count, 256, "no example of some encoding", file: file, line: line)
  }

  func testBits() throws {
    try check(
      "booleans", BitEncoding.allCases.map(\.rawValue),
      [
        Example([false, false]), Example([true, true, true]), Example((0..<9).map { $0 % 2 == 0 }),
      ])
  }

  func testIntegers() throws {
    let widths = try (0...64).map { width in
      try Example([0, width == 0 ? 0 : UInt64.max >> UInt64(64 - width), 0])
    }
    try check(
      "integers", (0...56) + [64, 65], unwritten: [15, 29, 30, 31],
      widths + [
        Example((0..<256).map { $0 * 77 % 5 }), Example([-1, 1]), Example([Int.min, .max]),
        Example((0..<1024).map { $0 * 1000 }),
      ])
  }

  func testFloats() throws {
    try check(
      "numbers", FloatEncoding.allCases.map(\.rawValue),
      [
        Example([1.5, 1.5]), Example([1.5, -0.0]), Example([Float(1), 1]), Example([Float(1), 2]),
        Example([Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: 2)]),
        Example((0..<128).map { 1000 + Double($0) / 4 }),
        Example([1.5, 2.5], .external),
      ])
  }

  func testRuns() throws {
    try check(
      "strings or data", RunEncoding.allCases.map(\.rawValue),
      [
        Example(["a", "", "bc"]), Example((0..<300).map { "a longer text, \($0 % 3)" }),
      ])
    try check("strings or data", [RunEncoding.plain.rawValue], [Example([Data([1, 2]), Data([3])])])
  }

  /// What inspections call kinds tells them apart.
  func testKindsHaveNames() {
    XCTAssertEqual(Set(ColumnKind.allCases.map(\.traits.name)).count, ColumnKind.allCases.count)
  }
}
