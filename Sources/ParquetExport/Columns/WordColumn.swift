internal import ArchiveBytes

/// Numbers of up to eight bytes: integers, times, and floating-point numbers as their bits.
final class WordColumn: LeafColumn {
  private(set) var values: [Int64] = []
  private var encoding = Encoding.plain
  /// The number of the dictionary's entry for each value, and their width in bits.
  private var numbers: [UInt32] = []
  private var width = 0

  override var count: Int { values.count }
  override var byteCount: Int { values.count * size }

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

  override func removeAll() {
    values.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
  }

  // MARK: Encoding

  /// The number of values that show how many bits distances take.
  private static let sampleCount = 4_096

  override func beginChunk() -> (encoding: Encoding, dictionary: (bytes: [UInt8], count: Int)?) {
    var bitsOfOthers = size * 8
    encoding = .plain
    if !isFloat, !values.isEmpty {
      var sample: [UInt8] = []
      let count = min(values.count, Self.sampleCount)
      appendDistances(0..<count, to: &sample)
      encoding = .delta
      bitsOfOthers = sample.count * 8 / count
    }
    guard bitsOfOthers > 2,
      let found = WordDictionary.make(values, size: size, bitsOfOthers: bitsOfOthers)
    else { return (encoding, nil) }
    numbers = found.numbers
    // A width of 0 has no bytes, which some readers take for an error.
    width = max(BitPacking.width(of: UInt(found.entries.count - 1)), 1)
    encoding = .dictionary
    var bytes: [UInt8] = []
    for entry in found.entries {
      if size == 4 {
        bytes.append(number: UInt32(truncatingIfNeeded: entry))
      } else {
        bytes.append(number: entry)
      }
    }
    return (encoding, (bytes, found.entries.count))
  }

  override func append(_ part: Range<Int>, to output: inout [UInt8]) {
    switch encoding {
    case .delta: appendDistances(part, to: &output)
    case .dictionary:
      output.append(UInt8(width))
      unsafe numbers.withUnsafeBufferPointer { numbers in
        unsafe RunLengthEncoding.append(
          UnsafeBufferPointer(rebasing: numbers[part]), width: width, to: &output)
      }
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

  override func bounds(_ part: Range<Int>) -> Bounds? {
    switch type {
    case .float: return floatBounds(part) { Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) }
    case .double: return floatBounds(part) { Double(bitPattern: UInt64(bitPattern: $0)) }
    default: break
    }
    guard let first = part.first else { return nil }
    // Unsigned numbers are compared as signed ones from the other end.
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

  /// NaN has no place among numbers, and a zero may be either of two. An engine that takes NaN for the greatest number, as
  /// DuckDB does, must not pass over a NaN because of the bounds of the other numbers, so there are none where one is.
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

  override func isLess(_ first: [UInt8], _ second: [UInt8]) -> Bool {
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

/// The distinct numbers of a column, if they are few.
enum WordDictionary {
  private static let greatestCount = 1 << 17
  /// How many slots are probed before the values count as too different.
  private static let probeLimit = 64

  /// Returns the distinct values, in the order of their first occurrence, and the number of each value.
  ///
  /// - Parameters:
  ///   - size: The size of an entry in bytes.
  ///   - bitsOfOthers: How many bits a value takes in another encoding.
  /// - Returns: `nil` if a dictionary would not be smaller.
  static func make(
    _ values: [Int64], size: Int, bitsOfOthers: Int
  ) -> (entries: [Int64], numbers: [UInt32])? {
    guard values.count > 1 else { return nil }
    let limit = min(values.count / 2, greatestCount)
    var (mask, slots) = (1_023, [UInt32](repeating: 0, count: 1_024))
    var (entries, numbers) = ([Int64](), [UInt32]())
    numbers.reserveCapacity(values.count)
    func slot(_ value: Int64, _ mask: Int) -> Int {
      let product = UInt64(bitPattern: value) &* 0x9E37_79B9_7F4A_7C15
      return Int(truncatingIfNeeded: product >> 32) & mask
    }
    for value in values {
      var (place, probes) = (slot(value, mask), 0)
      while slots[place] != 0, entries[Int(slots[place]) - 1] != value {
        place = (place + 1) & mask
        probes += 1
        if probes > probeLimit { return nil }
      }
      if slots[place] == 0 {
        entries.append(value)
        slots[place] = UInt32(entries.count)
        if entries.count > limit { return nil }
        numbers.append(UInt32(entries.count - 1))
        if entries.count * 2 > mask {
          mask = mask * 4 + 3
          slots = [UInt32](repeating: 0, count: mask + 1)
          for (number, entry) in entries.enumerated() {
            var place = slot(entry, mask)
            while slots[place] != 0 { place = (place + 1) & mask }
            slots[place] = UInt32(number + 1)
          }
        }
      } else {
        numbers.append(slots[place] - 1)
      }
    }
    let width = BitPacking.width(of: UInt(entries.count - 1))
    guard entries.count * size * 8 + values.count * width < values.count * bitsOfOthers else { return nil }
    return (entries, numbers)
  }
}
