/// Booleans.
final class BooleanColumn: LeafColumn {
  /// Bytes of 0 and 1.
  private var values: [UInt8] = []

  override var count: Int { values.count }
  override var byteCount: Int { values.count / 8 }

  func append(_ booleans: [UInt8]) { values += booleans }

  override func append(_ part: Range<Int>, to output: inout [UInt8]) {
    let start = output.count
    unsafe values.withUnsafeBufferPointer { values in
      unsafe BitPacking.append(UnsafeBufferPointer(rebasing: values[part]), width: 1, to: &output)
    }
    assert(output.count - start == (part.count + 7) / 8)
  }

  override func bounds(_ part: Range<Int>) -> Bounds? {
    guard let low = values[part].min(), let high = values[part].max() else { return nil }
    return Bounds(least: [low], greatest: [high])
  }

  override func removeAll() { values.removeAll(keepingCapacity: true) }
}

/// Values of a fixed number of bytes: UUIDs, and decimal numbers of many digits.
final class FixedColumn: LeafColumn {
  private var bytes: [UInt8] = []
  private let size: Int

  override init(_ type: ColumnType, path: [String], levels: Levels?) {
    size = max(type.byteCount ?? 1, 1)
    super.init(type, path: path, levels: levels)
  }

  override var count: Int { bytes.count / size }
  override var byteCount: Int { bytes.count }

  /// Appends values one after the other.
  func append(_ values: [UInt8]) { bytes += values }

  override func append(_ part: Range<Int>, to output: inout [UInt8]) {
    output += bytes[part.lowerBound * size..<part.upperBound * size]
  }

  override func bounds(_ part: Range<Int>) -> Bounds? {
    guard let first = part.first else { return nil }
    func range(_ position: Int) -> Range<Int> { position * size..<(position + 1) * size }
    var (low, high) = (range(first), range(first))
    unsafe bytes.withUnsafeBytes { bytes in
      for position in part.dropFirst() {
        let value = range(position)
        if unsafe isLess(bytes, value, low) {
          low = value
        } else if unsafe isLess(bytes, high, value) {
          high = value
        }
      }
    }
    return Bounds(least: Array(bytes[low]), greatest: Array(bytes[high]))
  }

  override func isLess(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    unsafe (first + second).withUnsafeBytes {
      unsafe isLess($0, 0..<first.count, first.count..<first.count + second.count)
    }
  }

  private func isLess(_ bytes: UnsafeRawBufferPointer, _ first: Range<Int>, _ second: Range<Int>) -> Bool {
    // Decimal numbers have a sign, in their first bit.
    if case .decimal = type {
      let (one, other) = unsafe (bytes[first.lowerBound], bytes[second.lowerBound])
      if (one ^ other) & 0x80 != 0 { return one & 0x80 != 0 }
    }
    return unsafe bytes.isLess(first, than: second)
  }

  override func removeAll() { bytes.removeAll(keepingCapacity: true) }
}
