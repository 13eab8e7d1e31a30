/// Booleans.
final class BooleanColumn: LeafColumn {
  let place: ColumnPlace
  let type = ColumnType.boolean
  /// Bytes of 0 and 1.
  private var values: [UInt8] = []

  init(_ place: ColumnPlace) { self.place = place }

  var count: Int { values.count }
  var byteCount: Int { values.count / 8 }

  func append(_ booleans: [UInt8]) { values += booleans }

  func append(_ part: Range<Int>, to output: inout [UInt8]) {
    unsafe values.withUnsafeBufferPointer { values in
      unsafe BitPacking.append(UnsafeBufferPointer(rebasing: values[part]), width: 1, to: &output)
    }
  }

  func bounds(_ part: Range<Int>) -> Bounds? {
    guard let low = values[part].min(), let high = values[part].max() else { return nil }
    return Bounds(least: [low], greatest: [high])
  }

  func removeAll() { values.removeAll(keepingCapacity: true) }
}

/// Values with a fixed number of bytes: UUIDs, and decimal numbers of many digits.
final class FixedColumn: LeafColumn {
  let place: ColumnPlace
  let type: ColumnType
  private var bytes: [UInt8] = []
  private let size: Int

  init(_ type: ColumnType, _ place: ColumnPlace) {
    (self.place, self.type) = (place, type)
    size = max(type.byteCount ?? 1, 1)
  }

  var count: Int { bytes.count / size }
  var byteCount: Int { bytes.count }

  /// Appends values one after the other.
  func append(_ values: [UInt8]) { bytes += values }

  func append(_ part: Range<Int>, to output: inout [UInt8]) {
    output += bytes[part.lowerBound * size..<part.upperBound * size]
  }

  func bounds(_ part: Range<Int>) -> Bounds? {
    let values = part.map { Array(bytes[$0 * size..<($0 + 1) * size]) }
    guard let low = values.min(by: isLess), let high = values.max(by: isLess) else { return nil }
    return Bounds(least: low, greatest: high)
  }

  func isLess(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    let areNegative = (isNegative(first[0]), isNegative(second[0]))
    return areNegative.0 == areNegative.1 ? first.lexicographicallyPrecedes(second) : areNegative.0
  }

  /// Whether a value that begins with a byte is a negative number: decimal numbers have their sign in the first bit.
  private func isNegative(_ byte: UInt8) -> Bool {
    if case .decimal = type { byte & 0x80 != 0 } else { false }
  }

  func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
