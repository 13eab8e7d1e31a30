/// Writes columns of floats, doubles and dates.
enum FloatValues {
  /// Writes the numbers of some rows, and records their bounds.
  @inline(__always)
  static func write<Number: StoredFloat>(
    _ rows: Rows, as type: Number.Type, to writer: ColumnWriter
  ) {
    typealias Bits = Number.Bits
    let (output, size) = (writer.output, MemoryLayout<Bits>.size)
    let byteCount = rows.count * size
    withTemporaryBytes(byteCount) { numbers in
      // SAFETY: there is room for all numbers, and only numbers that were stored are loaded.
      let first = unsafe rows.runs[0].base.loadUnaligned(fromByteOffset: rows.offset, as: Bits.self)
      var differences: Bits = 0
      rows.visit { position, address in
        let bits = unsafe address.loadUnaligned(as: Bits.self)
        differences |= bits ^ first
        unsafe numbers.storeBytes(of: bits.littleEndian, toByteOffset: position &* size, as: Bits.self)
      }
      func number(_ position: Int) -> Number {
        let bits = unsafe UnsafeRawPointer(numbers).loadLittleEndian(
          fromByteOffset: position &* size, as: Bits.self)
        return Number(bitPattern: bits)
      }
      let areEqual = differences == 0
      if areEqual {
        output.append(FloatEncoding.equal.rawValue)
        output.append(number: first)
      } else {
        // Numbers are stored plain unless decimals save an eighth. In an archive that is compressed, decimals must
        // save half, because they hide repetitions.
        let limit = byteCount - byteCount / (output.isCompressed ? 2 : 8)
        let isWritten = DecimalFloats.write(rows.count, number, ifWithin: limit, to: writer)
        if !isWritten, output.isCompressed {
          output.append(FloatEncoding.split.rawValue)
          unsafe Rows.with(numbers, stride: size, count: rows.count) { output.append(split: $0, size: size) }
        } else if !isWritten {
          output.append(FloatEncoding.plain.rawValue)
          unsafe output.append(UnsafeRawBufferPointer(start: numbers, count: byteCount))
        }
      }
      // The numbers are looked at once more, side by side: several at a time, from the processor's nearest cache.
      guard writer.wantsStatistics else { return }
      let bounds = FloatBounds(count: areEqual ? 1 : rows.count) { Double(number($0)) }
      if let bounds { writer.note(.floating(bounds)) }
    }
  }
}

/// `Float` or `Double`, whose columns store the bits.
protocol StoredFloat: BinaryFloatingPoint {
  associatedtype Bits: FixedWidthInteger
  var bitPattern: Bits { get }
  init(bitPattern: Bits)
}

extension Double: StoredFloat {}
extension Float: StoredFloat {}

extension StoredFloat {
  /// The integers of decimals are less than this power of two, which is below 2⁵²: with more bits, there is nothing
  /// to save.
  private static var integerLimit: Double { Double(1 << (significandBitCount - 1)) }

  /// Returns the integer whose quotient by a power of ten is exactly this number, if it has few enough digits.
  @inline(__always)
  func integer(_ power: Double) -> Int64? {
    let product = Double(self) * power
    // This is false for NaN, too.
    guard product.magnitude < Self.integerLimit else { return nil }
    // Above 2⁵¹, a double has no bits for fractions: adding such a number and subtracting it again rounds to nearest.
    // The processor's own instruction is not part of all x86-64.
    let large = 0x1.8p52
    let integer = (product + large) - large
    return Self(integer / power).bitPattern == bitPattern ? Int64(integer) : nil
  }
}
