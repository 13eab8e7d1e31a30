internal import ArchiveBytes

/// Floating-point numbers that are decimals of few digits, such as prices and times. Each is stored as an integer,
/// which is divided by a power of ten. Any other number is an exception.
///
/// After the first byte come the exponent, a byte from 0 to 14, the count of exceptions, and a column of signed
/// integers. Then come the exceptions: the position of each, four bytes, and the number as it is. A number that is
/// not an exception is the quotient, as a double, rounded to a float in a column of floats.
///
/// After ALP: Afroozeh, Kuffó and Boncz, "ALP: Adaptive Lossless floating-Point Compression", SIGMOD 2024. ALP
/// multiplies by the inverse power, which is not exact, and so needs a second factor. A quotient is rounded
/// correctly.
struct DecimalFloats {
  let integers: PackedIntegers
  let power: Double
  private let exceptions: [PackingException]

  /// The powers of ten, which are exact.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
  ]

  // MARK: Reading

  init(_ cursor: inout ByteCursor, _ head: ColumnHead) throws {
    let exponent = Int(try cursor.readByte())
    guard exponent < Self.powers.count else {
      throw cursor.malformed("an exponent of at most \(Self.powers.count - 1)", "\(exponent)")
    }
    power = Self.powers[exponent]
    let exceptionCount = try cursor.readCount()
    integers = try PackedIntegers(&cursor, count: head.count, isSigned: true)
    exceptions =
      head.kind.floatSize == 4
      ? try cursor.readExceptions(
        exceptionCount, among: head.count, positions: UInt32.self, numbers: UInt32.self)
      : try cursor.readExceptions(
        exceptionCount, among: head.count, positions: UInt32.self, numbers: UInt64.self)
  }

  /// Returns the exceptions among `count` numbers from `first` on.
  func exceptions(from first: Int, count: Int) -> ArraySlice<PackingException> {
    let start = exceptions.indices.partitioningIndex { exceptions[$0].position >= first }
    return exceptions[start...].prefix { $0.position - first < count }
  }

  // MARK: Writing

  /// With fewer numbers, there is little to save.
  private static let minimumCount = 128
  private static let sampleCount = 32

  /// Writes a column of numbers, if they are decimals that take at most `limit` bytes.
  ///
  /// - Parameter number: Returns the number at a position.
  /// - Returns: Whether the column was written.
  @inline(__always)
  static func write<Number: StoredFloat>(
    _ count: Int, _ number: (Int) -> Number, ifWithin limit: Int, to writer: ColumnWriter
  ) -> Bool {
    guard count >= minimumCount, count <= UInt32.max, let exponent = exponent(count, number) else {
      return false
    }
    let power = powers[exponent]
    let integers = unsafe writer.scratch(count, of: Int64.self)
    var exceptions: [(position: UInt32, number: Number)] = []
    var last: Int64 = 0
    for position in 0..<count {
      let number = number(position)
      if let integer = number.integer(power) {
        last = integer
      } else {
        guard exceptions.count < count / 16 else { return false }
        // Repeating the previous integer takes the fewest bits. Before the first decimal, the integer is 0.
        exceptions.append((UInt32(position), number))
      }
      unsafe integers[position] = last
    }
    let output = writer.output
    let start = output.count
    output.append(FloatEncoding.decimals.rawValue)
    output.append(UInt8(exponent))
    output.append(varint: UInt64(exceptions.count))
    unsafe output.append(UnsafeBufferPointer(start: integers, count: count))
    for exception in exceptions {
      output.append(number: exception.position)
      output.append(number: exception.number.bitPattern)
    }
    if output.count - start <= limit { return true }
    output.truncate(to: start)
    return false
  }

  /// Returns the exponent that nearly all of some numbers need, if they are decimals.
  @inline(__always)
  private static func exponent<Number: StoredFloat>(_ count: Int, _ number: (Int) -> Number) -> Int? {
    var (exponent, misses) = (0, 0)
    for sample in 0..<sampleCount {
      let number = number(sample * (count - 1) / (sampleCount - 1))
      guard let found = (exponent..<powers.count).first(where: { number.integer(powers[$0]) != nil }) else {
        misses += 1
        // The exceptions would take more than the decimals save.
        if misses > sampleCount / 16 { return nil }
        continue
      }
      exponent = found
    }
    return exponent
  }
}
