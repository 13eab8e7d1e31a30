internal import ArchiveBytes

/// Numbers of up to eight bytes: integers, times, and floating-point numbers as their bits.
final class WordColumn: LeafColumn {
  let place: ColumnPlace
  let type: ColumnType
  private(set) var values: [Int64] = []
  private var encoding = ValueEncoding.plain
  /// The number of the dictionary's entry for each value, and their width in bits.
  private var numbers: [UInt32] = []
  private var width = 0

  init(_ type: ColumnType, _ place: ColumnPlace) { (self.place, self.type) = (place, type) }

  var count: Int { values.count }
  var byteCount: Int { values.count * size }

  private var size: Int { type.physical == .int32 || type.physical == .float ? 4 : 8 }
  private var isFloat: Bool { type.physical == .float || type.physical == .double }

  func append(_ words: [Int64]) { values += words }

  /// Appends integers, all of which must fit the type.
  func append(checking integers: [Int64]) throws {
    if case .integer(let bits, let isSigned) = type, bits < 64 {
      let low: Int64 = isSigned ? -1 << Int64(bits - 1) : 0
      let high = isSigned ? ~low : 1 << Int64(bits) - 1
      for integer in integers where integer < low || integer > high {
        throw ArchiveError(
          .invalidValue, expected: "an integer of \(bits) bits", found: "\(integer)",
          path: path.map { .field($0) },
          advice: "The archive was written by another version of the type. Export it without the type.")
      }
    }
    values += integers
  }

  func removeAll() {
    values.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
  }

  // MARK: Encoding

  /// The number of values in the sample that determines the bits of distances.
  private static let sampleCount = 4_096

  func beginChunk() -> (encoding: ValueEncoding, dictionary: (bytes: [UInt8], count: Int)?) {
    var bitsOfOthers = size * 8
    encoding = .plain
    if !isFloat, !values.isEmpty {
      var sample: [UInt8] = []
      let count = min(values.count, Self.sampleCount)
      appendDistances(0..<count, to: &sample)
      encoding = .delta
      bitsOfOthers = sample.count * 8 / count
    }
    guard bitsOfOthers > 2, let table = dictionary(bitsOfOthers) else { return (encoding, nil) }
    encoding = .dictionary
    return (encoding, (table.entries.bytes, table.count))
  }

  /// Whether a value occurs twice in a sample: 64 values in a row, from 64 places. If each value of the column occurs
  /// twice, more than a hundred values do.
  private var areRepeated: Bool {
    var seen: Set<Int64> = []
    for start in stride(from: 0, to: count, by: max(count / 64, 64)) {
      for value in values[start..<min(start + 64, count)] where !seen.insert(value).inserted { return true }
    }
    return false
  }

  /// The greatest number of entries of a dictionary.
  private static let greatestCount = 1 << 17

  /// Returns the distinct values, and notes the number of each value; `nil` if a dictionary would not be smaller.
  ///
  /// - Parameter bitsOfOthers: The bits that a value takes in another encoding.
  private func dictionary(_ bitsOfOthers: Int) -> ValueTable? {
    guard areRepeated else { return nil }
    let limit = min(count / 2, Self.greatestCount)
    var table = ValueTable()
    numbers.removeAll(keepingCapacity: true)
    numbers.reserveCapacity(count)
    for value in values {
      // SAFETY: the lowest bytes of a number come first, and it has at least `size` bytes.
      let found = unsafe withUnsafeBytes(of: value.littleEndian) {
        unsafe table.number(of: UnsafeRawBufferPointer(rebasing: $0[..<size]))
      }
      guard let found, table.count <= limit else { return nil }
      numbers.append(found)
    }
    let bits = BitPacking.width(of: UInt(table.count - 1))
    guard table.entries.bytes.count * 8 + count * bits < count * bitsOfOthers else { return nil }
    // A width of 0 has no bytes, which some readers reject.
    width = max(bits, 1)
    return table
  }

  func append(_ part: Range<Int>, to output: inout [UInt8]) {
    switch encoding {
    case .delta: appendDistances(part, to: &output)
    case .dictionary: RunLengthEncoding.append(entries: numbers[part], width: width, to: &output)
    case .plain, .deltaLength:
      output.reserveCapacity(output.count + part.count * size)
      if size == 4 {
        for position in part { output.append(number: UInt32(truncatingIfNeeded: values[position])) }
      } else {
        for position in part { output.append(number: values[position]) }
      }
    }
  }

  private func appendDistances(_ part: Range<Int>, to output: inout [UInt8]) {
    unsafe values.withUnsafeBufferPointer { values in
      let part = unsafe UnsafeBufferPointer(rebasing: values[part])
      if size == 4 {
        unsafe DeltaEncoding.append(part, as: Int32.self, to: &output)
      } else {
        unsafe DeltaEncoding.append(part, as: Int64.self, to: &output)
      }
    }
  }

  // MARK: Statistics

  func bounds(_ part: Range<Int>) -> Bounds? {
    switch type {
    case .float: return floatBounds(part) { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
    case .double: return floatBounds(part) { Double(bitPattern: UInt64(bitPattern: $0)) }
    default: break
    }
    guard let first = part.first else { return nil }
    // Unsigned numbers are compared as signed ones with the sign bit flipped.
    let flip: Int64 = isUnsigned ? .min : 0
    var (low, high) = (values[first] ^ flip, values[first] ^ flip)
    for position in part {
      let value = values[position] ^ flip
      low = min(low, value)
      high = max(high, value)
    }
    return Bounds(least: bytes(low ^ flip), greatest: bytes(high ^ flip))
  }

  private var isUnsigned: Bool {
    if case .integer(64, false) = type { true } else { false }
  }

  private func bytes(_ word: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    if size == 4 {
      bytes.append(number: UInt32(truncatingIfNeeded: word))
    } else {
      bytes.append(number: word)
    }
    return bytes
  }

  /// NaN has no place in the order of numbers, and a zero bound may be either zero. An engine that treats NaN as the
  /// greatest number, as DuckDB does, must not skip a NaN because of the bounds of the other numbers. So values with a
  /// NaN have no bounds.
  @inline(__always)
  private func floatBounds(_ part: Range<Int>, _ number: (Int64) -> Double) -> Bounds? {
    var (low, high, lowWord, highWord) = (Double.infinity, -Double.infinity, 0 as Int64, 0 as Int64)
    var isAny = false
    for position in part {
      let value = number(values[position])
      if value.isNaN { return nil }
      isAny = true
      if value <= low { (low, lowWord) = (value, values[position]) }
      if value >= high { (high, highWord) = (value, values[position]) }
    }
    guard isAny else { return nil }
    if low == 0 { lowWord = size == 4 ? Int64(UInt32(1) << 31) : .min }
    if high == 0 { highWord = 0 }
    return Bounds(least: bytes(lowWord), greatest: bytes(highWord))
  }

  func isLess(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    let (one, other) = (word(first), word(second))
    switch type {
    case .float:
      return Float(bitPattern: UInt32(truncatingIfNeeded: one))
        < Float(bitPattern: UInt32(truncatingIfNeeded: other))
    case .double:
      return Double(bitPattern: one) < Double(bitPattern: other)
    case .integer(_, false): return one < other
    default:
      return size == 4
        ? Int32(truncatingIfNeeded: one) < Int32(truncatingIfNeeded: other)
        : Int64(bitPattern: one) < Int64(bitPattern: other)
    }
  }

  private func word(_ bytes: [UInt8]) -> UInt64 {
    bytes.enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(8 * $1.offset) }
  }
}
