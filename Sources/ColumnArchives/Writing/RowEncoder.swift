internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// What `encodeFields(to:)` of an enumeration writes to: collects which case each value is, and the associated values.
final class RowEncoder: FieldEncoder {
  private(set) var numbers: [UInt32] = []
  /// How many values each case has.
  private(set) var counts: [Int]
  private(set) var columns: [[CollectedColumn]]
  private var current = 0

  init(_ payloads: [[ColumnCodec]]) {
    counts = [Int](repeating: 0, count: payloads.count)
    columns = payloads.map { $0.map { CollectedColumn($0) } }
  }

  /// The row of a value with a number among those of its case.
  func row(of wanted: Int, inCase number: Int) -> Int {
    let rows = numbers.indices.filter { Int(numbers[$0]) == number }
    return rows.indices.contains(wanted) ? rows[wanted] : 0
  }

  func disagreement(_ expected: String) -> ArchiveError {
    ArchiveError(
      .unsupported, expected: expected, found: "others",
      advice: "encodeFields(to:) and describeColumns(_:) must agree on the cases and their values.")
  }

  func encodeCase(_ index: Int) throws {
    guard counts.indices.contains(index) else { throw disagreement("a case that is described") }
    numbers.append(UInt32(index))
    counts[index] += 1
    current = index
  }

  func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws {
    guard columns.indices.contains(current), columns[current].indices.contains(position),
      columns[current][position].codec.memory.type == Value.self
    else {
      throw disagreement("the associated value \(position) as it is described")
    }
    // A value stores each once: every other row of the case has one already.
    guard columns[current][position].count == counts[current] - 1 else {
      throw disagreement("the associated value \(position) once")
    }
    columns[current][position].append(value)
  }

  func omit(at position: Int) throws { throw disagreement("every associated value") }
  func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws {
    throw disagreement("an enumeration's own values")
  }
}
