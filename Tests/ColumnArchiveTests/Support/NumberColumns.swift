import ArchiveTestSupport
import ColumnArchives
import StructCoding
import XCTest

/// Integers come back from a column: all, some ranges of them, and each as a field, whose place is not beside the next one's.
///
/// - Returns: The bytes of the column.
func assertIntegerColumn<Number: FixedWidthInteger & ArchiveValue>(
  _ numbers: [Number], _ message: String = "", file: StaticString = #filePath, line: UInt = #line
) throws -> [UInt8] {
  let records = numbers.map { Both(first: $0, second: Int8(truncatingIfNeeded: $0)) }
  let data = try ColumnArchive.encode(records, options: .init(batchSize: .max))
  let back = try ColumnArchive.decode([Both<Number, Int8>].self, from: data)
  XCTAssert(back == records, message, file: file, line: line)
  return try assertColumn(numbers, message, file: file, line: line) { $0 == $1 }
}

/// Doubles come back bit by bit, and each as a date of a record.
///
/// - Returns: The bytes of the column.
func assertDoubleColumn(
  _ doubles: [Double], _ message: String = "", file: StaticString = #filePath, line: UInt = #line
) throws -> [UInt8] {
  let bits = doubles.map(\.bitPattern)
  let records = doubles.map { Both(first: Date(timeIntervalSinceReferenceDate: $0), second: true) }
  let data = try ColumnArchive.encode(records, options: .init(batchSize: .max))
  let back = try ColumnArchive.decode([Both<Date, Bool>].self, from: data)
  XCTAssert(
    back.map(\.first.timeIntervalSinceReferenceDate.bitPattern) == bits, message, file: file, line: line)
  return try assertColumn(doubles, message, file: file, line: line) {
    $0.map(\.bitPattern) == $1.map(\.bitPattern)
  }
}

private func assertColumn<Value: ArchiveValue>(
  _ values: [Value], _ message: String, file: StaticString, line: UInt,
  _ areSame: ([Value], [Value]) -> Bool
) throws -> [UInt8] {
  let data = try ColumnArchive.encode(values, options: .init(batchSize: .max))
  XCTAssert(
    areSame(try ColumnArchive.decode([Value].self, from: data), values), message, file: file, line: line)
  var random = SeededGenerator()
  let archive = try ColumnArchive(data)
  for round in 0..<20 {
    let first = random.below(values.count)
    // Short ones lie within what is unpacked at once, or on its edges.
    let longest = min(values.count - first, round % 2 == 0 ? 300 : values.count)
    let range = first..<(first + random.below(longest) + 1)
    XCTAssert(
      areSame(try archive.elements(of: Value.self, in: range), Array(values[range])),
      "\(message), \(range), seed \(random.seed)", file: file, line: line)
  }
  return try ArchiveParts(data).batches[0].columns
}
