/// Floating-point numbers to be written.
///
/// They are already in the output, contiguous and little-endian, one byte after its end. That is where ``PlainFloats``
/// needs them. If the archive is compressed, there is room for ``SplitFloats`` after them.
struct FloatValues: EncodedValues {
  typealias Output = ColumnWriter
  static let description = "numbers"

  /// The size of each number in bytes.
  let size: Int
  let count: Int
  /// Whether all have the same bits.
  let areEqual: Bool
  let areCompressed: Bool

  /// Writes numbers with these bits.
  ///
  /// - Returns: The bounds of the numbers, if the writer wants statistics.
  @inline(__always)
  static func write<Bits: FixedWidthInteger>(
    _ rows: Rows, as type: Bits.Type, to writer: ColumnWriter
  ) -> FloatBounds? {
    let output = writer.output
    let size = MemoryLayout<Bits>.size
    let byteCount = rows.count * size
    let room = output.isCompressed ? byteCount : 0
    let numbers = unsafe output.reserve(1 + byteCount + room) + 1
    let first = unsafe rows.runs[0].base.loadUnaligned(fromByteOffset: rows.offset, as: Bits.self)
    var differences: Bits = 0
    rows.visit { position, address in
      let bits = unsafe address.loadUnaligned(as: Bits.self)
      differences |= bits ^ first
      unsafe numbers.storeBytes(of: bits.littleEndian, toByteOffset: position * size, as: Bits.self)
    }
    // The numbers are looked at once more, side by side: several at a time, from the processor's nearest cache.
    let bounds =
      writer.wantsStatistics
      ? unsafe FloatBounds(of: numbers, count: differences == 0 ? 1 : rows.count, size: size) : nil
    let values = FloatValues(
      size: size, count: rows.count, areEqual: differences == 0, areCompressed: output.isCompressed)
    ColumnEncodings.floats.write(values, to: writer)
    return bounds
  }

  /// Returns the address of the numbers, which is theirs until the output grows.
  @inline(__always)
  func numbers(in writer: ColumnWriter) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(writer.output.reserve(1 + count * size) + 1)
  }

  /// The size in bytes that integers instead of numbers must not exceed: unless an eighth is saved, numbers are best plain.
  /// In an archive that is compressed, they must save half, as they hide what repeats.
  var limit: Int { count * size - count * size / (areCompressed ? 2 : 8) }

  /// Replaces the numbers with what `body` writes, if this is within the limit.
  ///
  /// - Returns: Whether it is. If not, the numbers are where they were.
  @inline(__always)
  func replace(in writer: ColumnWriter, _ body: (OutputBuffer) -> Void) -> Bool {
    let output = writer.output
    let start = output.count
    // What is written goes after the numbers, so that they are kept.
    output.advance(1 + count * size)
    let column = output.count
    body(output)
    guard output.count - column <= limit else {
      output.truncate(to: start)
      return false
    }
    output.remove(start..<column)
    return true
  }
}
