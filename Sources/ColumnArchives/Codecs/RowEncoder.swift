internal import ArchiveBytes
internal import ArchiveValues

/// The encoder for `encodeFields(to:)` of an enumeration. It collects the case of each value, and the associated
/// values.
final class RowEncoder: FieldEncoder {
  private(set) var numbers: [UInt32] = []
  /// The number of values of each case.
  private(set) var counts: [Int]
  private(set) var columns: [[any CollectedColumn]]
  private var current = 0

  init(_ payloads: [[any ColumnCodec]]) {
    counts = [Int](repeating: 0, count: payloads.count)
    func column<Value: ArchiveValue>(_ type: Value.Type, _ codec: any ColumnCodec) -> any CollectedColumn {
      CollectedValues(type, codec)
    }
    columns = payloads.map { $0.map { column($0.memory.type, $0) } }
  }

  /// Returns the row of a value, given its index among the values of a case.
  func row(of wanted: Int, inCase number: Int) -> Int {
    let rows = numbers.indices.filter { Int(numbers[$0]) == number }
    return rows.indices.contains(wanted) ? rows[wanted] : 0
  }

  func disagreement(_ expected: String) -> ArchiveError {
    ArchiveError(
      .unsupported, expected: expected, found: "others",
      advice: .changeCode(
        "encodeFields(to:) and _describeCases(_:) must agree on the cases and their values."))
  }

  func encodeCase(_ index: Int) throws {
    guard counts.indices.contains(index) else { throw disagreement("a case that is described") }
    numbers.append(UInt32(index))
    counts[index] += 1
    current = index
  }

  func encode<Value: ArchiveValue>(_ value: Value, at position: Int) throws {
    guard columns.indices.contains(current), columns[current].indices.contains(position),
      let column = columns[current][position] as? CollectedValues<Value>
    else {
      throw disagreement("the associated value \(position) as it is described")
    }
    // Each associated value is stored once, so the column has one value for every earlier row of the case.
    guard column.count == counts[current] - 1 else {
      throw disagreement("the associated value \(position) once")
    }
    column.append(value)
  }

  func omit(at position: Int) throws { throw disagreement("every associated value") }
  func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws {
    throw disagreement("an enumeration's own values")
  }
}

/// Values of one type, collected side by side.
protocol CollectedColumn: AnyObject {
  var codec: any ColumnCodec { get }
  var count: Int { get }
  func withRows(_ body: (Rows) throws -> Void) throws
}

final class CollectedValues<Value: ArchiveValue>: CollectedColumn {
  let codec: any ColumnCodec
  private var values: [Value] = []

  init(_ type: Value.Type, _ codec: any ColumnCodec) { self.codec = codec }

  var count: Int { values.count }

  func append(_ value: Value) { values.append(value) }

  func withRows(_ body: (Rows) throws -> Void) throws {
    try unsafe values.withUnsafeBytes { bytes in
      // Zero-sized values have no address. Any address will do, because nothing is read there.
      let base = unsafe bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 64)!
      try unsafe Rows.with(base, stride: MemoryLayout<Value>.stride, count: count, body)
    }
  }
}
