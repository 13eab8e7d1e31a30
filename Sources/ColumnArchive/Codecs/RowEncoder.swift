internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// What `encodeFields(to:)` of an enumeration writes to: collects which case each value is, and the associated values.
final class RowEncoder: KeyedEncoder {
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
    guard position < columns[current].count, columns[current][position].codec.memory.type == Value.self else {
      throw disagreement("the associated value \(position) as it is described")
    }
    columns[current][position].append(value)
  }

  func omit(at position: Int) throws { throw disagreement("every associated value") }
  func encodeComposition<Record: ArchiveRecord>(_ record: Record, at position: Int) throws {
    throw disagreement("an enumeration's own values")
  }

  // An enumeration stores its case and its parts; a single value there is none.

  func encodeNil() throws { throw elsewhere() }
  func encodeSome<Value: ArchiveValue>(_ value: Value) throws { throw elsewhere() }
  func encode(_ value: Bool) throws { throw elsewhere() }
  func encode(_ value: Int64) throws { throw elsewhere() }
  func encode(_ value: UInt64) throws { throw elsewhere() }
  func encode(_ value: Float) throws { throw elsewhere() }
  func encode(_ value: Double) throws { throw elsewhere() }
  func encode(_ value: String) throws { throw elsewhere() }
  func encode(_ value: Date) throws { throw elsewhere() }
  func encode(_ value: Data) throws { throw elsewhere() }
  func encodeBytes(_ bytes: [UInt8]) throws { throw elsewhere() }
  func encodeRecord<Record: ArchiveRecord>(_ record: Record) throws { throw elsewhere() }
  func encodeCollection(
    _ kind: ArchiveCollection, count: Int, _ body: (inout RowEncoder) throws -> Void
  ) throws { throw elsewhere() }
  func encodeObject(_ object: NSObject) throws { throw elsewhere() }

  private func elsewhere() -> ArchiveError { disagreement("parts, by their positions") }
}

/// Values of one type, side by side in memory of their own.
final class CollectedColumn {
  let codec: ColumnCodec
  private(set) var count = 0
  private var capacity = 0
  private var memory: UnsafeMutableRawPointer?

  init(_ codec: ColumnCodec) { self.codec = codec }

  deinit {
    guard let memory = unsafe memory else { return }
    codec.memory.destroy(unsafe Place(base: memory, stride: codec.memory.stride), count)
    unsafe memory.deallocate()
  }

  /// Adds a value, which is of the codec's type.
  func append<Value>(_ value: Value) {
    let stride = codec.memory.stride
    if count == capacity {
      let wanted = max(16, capacity * 2)
      let new = UnsafeMutableRawPointer.allocate(
        byteCount: wanted * stride, alignment: max(codec.memory.alignment, 8))
      if let memory = unsafe memory {
        // SAFETY: values are moved by copying their bytes.
        unsafe new.copyMemory(from: memory, byteCount: count * stride)
        unsafe memory.deallocate()
      }
      unsafe memory = new
      capacity = wanted
    }
    if let memory = unsafe memory {
      unsafe (memory + count * stride).initializeMemory(as: Value.self, to: value)
    }
    count += 1
  }

  func withRows(_ body: (Rows) throws -> Void) throws {
    guard let memory = unsafe memory else { return }
    try unsafe Rows.with(memory, stride: codec.memory.stride, count: count, body)
  }
}
