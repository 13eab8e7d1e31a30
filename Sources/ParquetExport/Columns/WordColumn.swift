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

  func beginChunk() -> (encoding: ValueEncoding, dictionary: (bytes: [UInt8], count: Int)?) {
    encoding = .plain
    if values.isEmpty { return (encoding, nil) }
    var bitsOfOthers = size * 8
    if !isFloat {
      var distances: [UInt8] = []
      appendDistances(0..<count, to: &distances)
      encoding = .delta
      bitsOfOthers = distances.count * 8 / count
    }
    guard let dictionary = dictionary(bitsOfOthers) else { return (encoding, nil) }
    encoding = .dictionary
    return (encoding, dictionary)
  }

  /// The greatest number of entries of a dictionary.
  private static let greatestCount = 1 << 17

  /// Returns the distinct values, and notes the number of each value; `nil` if a dictionary would not be smaller.
  ///
  /// - Parameter bitsOfOthers: The bits that a value takes in another encoding.
  private func dictionary(_ bitsOfOthers: Int) -> (bytes: [UInt8], count: Int)? {
    let limit = min(count / 2, Self.greatestCount)
    var (known, page) = ([Int64: UInt32](), [UInt8]())
    numbers.removeAll(keepingCapacity: true)
    for value in values {
      let next = UInt32(known.count)
      let number = known[value, default: next]
      numbers.append(number)
      guard number == next else { continue }
      known[value] = number
      append(value, to: &page)
      guard known.count <= limit else { return nil }
    }
    let bits = BitPacking.width(of: UInt(known.count - 1))
    guard page.count * 8 + count * bits < count * bitsOfOthers else { return nil }
    // A width of 0 has no bytes, which some readers reject.
    width = max(bits, 1)
    return (page, known.count)
  }

  func append(_ part: Range<Int>, to output: inout [UInt8]) {
    switch encoding {
    case .delta: appendDistances(part, to: &output)
    case .dictionary: RunLengthEncoding.append(entries: numbers[part], width: width, to: &output)
    case .plain, .deltaLength:
      output.reserveCapacity(output.count + part.count * size)
      for position in part { append(values[position], to: &output) }
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

  /// NaN has no place in the order of numbers, and a zero bound may be either zero. An engine that treats NaN as the
  /// greatest number, as DuckDB does, must not skip a NaN because of the bounds of the other numbers. So values with a
  /// NaN have no bounds.
  func bounds(_ part: Range<Int>) -> Bounds? {
    let words = values[part]
    if isFloat, words.contains(where: { number($0).isNaN }) { return nil }
    guard var low = words.min(by: isLess), var high = words.max(by: isLess) else { return nil }
    if isFloat, number(low) == 0 { low = size == 4 ? 1 << 31 : .min }
    if isFloat, number(high) == 0 { high = 0 }
    return Bounds(least: bytes(low), greatest: bytes(high))
  }

  func isLess(_ first: [UInt8], _ second: [UInt8]) -> Bool { isLess(word(first), word(second)) }

  private func isLess(_ first: Int64, _ second: Int64) -> Bool {
    if isFloat { return number(first) < number(second) }
    return isUnsigned ? UInt64(bitPattern: first) < UInt64(bitPattern: second) : first < second
  }

  private var isUnsigned: Bool {
    if case .integer(_, false) = type { true } else { false }
  }

  /// The number whose bits a word has.
  private func number(_ word: Int64) -> Double {
    type == .float
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: word)))
      : Double(bitPattern: UInt64(bitPattern: word))
  }

  private func word(_ bytes: [UInt8]) -> Int64 {
    let word = Int64(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    return size == 4 && !isFloat && !isUnsigned ? Int64(Int32(truncatingIfNeeded: word)) : word
  }

  private func bytes(_ word: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    append(word, to: &bytes)
    return bytes
  }

  private func append(_ word: Int64, to output: inout [UInt8]) {
    if size == 4 {
      output.append(number: UInt32(truncatingIfNeeded: word))
    } else {
      output.append(number: word)
    }
  }
}
