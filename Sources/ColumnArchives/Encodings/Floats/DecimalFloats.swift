internal import ArchiveBytes

/// Floating-point numbers that are decimals of few digits, such as prices and times: each as an integer, which is divided
/// by a power of ten. What is no such decimal is an exception.
///
/// The first byte is followed by the exponent, a byte from 0 to 14, and by a count of exceptions. Then come their
/// positions, four bytes each, in ascending order, the exceptions themselves, and a column of signed integers. A number is
/// the quotient, as a double, rounded to a float in a column of floats.
///
/// After ALP: Afroozeh, Kuffó and Boncz, "ALP: Adaptive Lossless floating-Point Compression", SIGMOD 2024. That multiplies
/// by the inverse power, which is not exact, and so needs a second factor; a quotient is rounded correctly.
enum DecimalFloats: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 3...3 }

  /// With fewer numbers, there is little to save.
  static let leastCount = 128
  private static let sampleCount = 32
  private static let positionSize = 4

  /// Only the numbers themselves show what they take.
  @inline(__always)
  static func cost(of values: FloatValues) -> Int? {
    values.areEqual || values.count < leastCount || values.count > UInt32.max ? nil : 0
  }

  static func write(_ values: FloatValues, to writer: ColumnWriter) -> Bool {
    values.size == 4
      ? write(values, as: Float.self, to: writer) : write(values, as: Double.self, to: writer)
  }

  @inline(__always)
  private static func write<Number: DecimalNumber>(
    _ values: FloatValues, as type: Number.Type, to writer: ColumnWriter
  ) -> Bool {
    let count = values.count
    let numbers = unsafe values.numbers(in: writer)
    func number(_ position: Int) -> Number {
      // SAFETY: all numbers are there.
      unsafe Number(
        bits: numbers.loadLittleEndian(
          fromByteOffset: position &* MemoryLayout<Number>.size, as: Number.Bits.self))
    }
    guard let exponent = exponent(count, number) else { return false }
    let power = Powers.of(exponent)
    let integers = unsafe writer.scratch(count, of: Int64.self)
    var exceptions: [(position: UInt32, number: Number)] = []
    var (low, high, last) = (Int64.max, Int64.min, Int64(0))
    for position in 0..<count {
      let number = number(position)
      if let integer = number.integer(power) {
        last = integer
        low = min(low, integer)
        high = max(high, integer)
      } else {
        guard exceptions.count < count / 16 else { return false }
        exceptions.append((UInt32(position), number))
        // The integer before takes the fewest bits. If there is none, a 0 stands before the first decimal.
        low = min(low, last)
        high = max(high, last)
      }
      unsafe integers[position] = last
    }
    return values.replace(in: writer) { output in
      output.append(bytes.lowerBound)
      output.append(UInt8(exponent))
      output.append(varint: UInt64(exceptions.count))
      for exception in exceptions { output.append(number: exception.position) }
      for exception in exceptions { output.append(number: exception.number.bits) }
      unsafe output.append(UnsafeBufferPointer(start: integers, count: count), low: low, high: high)
    }
  }

  /// Returns the exponent that nearly all of some numbers need, if they are decimals.
  @inline(__always)
  private static func exponent<Number: DecimalNumber>(_ count: Int, _ number: (Int) -> Number) -> Int? {
    var (exponent, misses) = (0, 0)
    for sample in 0..<sampleCount {
      let number = number(sample * (count - 1) / (sampleCount - 1))
      guard let found = (exponent...Powers.greatest).first(where: { number.integer(Powers.of($0)) != nil })
      else {
        misses += 1
        // Exceptions take more than they save.
        if misses > sampleCount / 16 { return nil }
        continue
      }
      exponent = found
    }
    return exponent
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> FloatColumn {
    let exponent = Int(try cursor.readByte())
    guard exponent <= Powers.greatest else {
      throw cursor.malformed("an exponent of at most \(Powers.greatest)", "\(exponent)")
    }
    let count = try cursor.readCount()
    // The products cannot overflow: a count is less than 2⁵⁶.
    let positions = unsafe try cursor.readBytes(count * positionSize)
    let exceptions = unsafe Exceptions(
      positions: positions, numbers: try cursor.readBytes(count * head.kind.floatSize), count: count)
    guard exceptions.ascend(below: head.count) else {
      throw cursor.malformed("ascending positions of exceptions below \(head.count)", "others")
    }
    let integers = try PackedIntegers(&cursor, count: head.count, isSigned: true)
    return DecimalFloatColumn(head, integers, Powers.of(exponent), exceptions)
  }

  /// The powers of ten, which are exact.
  fileprivate enum Powers {
    private static let all: [Double] = [
      1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14,
    ]
    static let greatest = 14

    static func of(_ exponent: Int) -> Double { all[exponent] }
  }

  /// Exceptions at an address.
  @safe
  fileprivate struct Exceptions {
    // Safe: opening the column checked that all bytes are there.
    let positions: UnsafeRawPointer
    let numbers: UnsafeRawPointer
    let count: Int

    @inline(__always)
    func position(_ exception: Int) -> Int {
      unsafe Int(positions.loadLittleEndian(fromByteOffset: exception * positionSize, as: UInt32.self))
    }

    func ascend(below end: Int) -> Bool {
      var last = -1
      for exception in 0..<count {
        let position = position(exception)
        if position <= last { return false }
        last = position
      }
      return last < end
    }

    /// Calls `body` with the row and the address of each exception among `count` numbers from `first` on.
    @inline(__always)
    func visit(from first: Int, count: Int, size: Int, _ body: (Int, UnsafeRawPointer) -> Void) {
      if self.count == 0 { return }
      for exception in (0..<self.count).partitioningIndex(where: { position($0) >= first })..<self.count {
        let row = position(exception) - first
        // Never below 0, unless a mapped file has changed since.
        guard row >= 0, row < count else { return }
        unsafe body(row, numbers + exception * size)
      }
    }
  }
}

private final class DecimalFloatColumn: FloatColumn {
  private let integers: PackedIntegers
  private let power: Double
  private let exceptions: DecimalFloats.Exceptions

  init(
    _ head: ColumnHead, _ integers: PackedIntegers, _ power: Double, _ exceptions: DecimalFloats.Exceptions
  ) {
    (self.integers, self.power, self.exceptions) = (integers, power, exceptions)
    super.init(head)
  }

  override func copy(from first: Int, count: Int, into place: Place) {
    if size == 4 {
      copy(from: first, count: count, as: Float.self, into: place)
    } else {
      copy(from: first, count: count, as: Double.self, into: place)
    }
  }

  @inline(__always)
  private func copy<Number: DecimalNumber>(
    from first: Int, count: Int, as type: Number.Type, into place: Place
  ) {
    // SAFETY: the caller has room for `count` numbers, and keeps the range inside the column.
    integers.visit(from: first, count: count) { row, bits in
      let number = Number(Double(Int64(bitPattern: bits)) / power)
      unsafe place.row(row).base.storeBytes(of: number.bits, as: Number.Bits.self)
    }
    unsafe exceptions.visit(from: first, count: count, size: size) { row, bytes in
      let bits = unsafe bytes.loadLittleEndian(as: Number.Bits.self)
      unsafe place.row(row).base.storeBytes(of: bits, as: Number.Bits.self)
    }
  }
}

/// A floating-point number that may be a decimal.
private protocol DecimalNumber {
  associatedtype Bits: FixedWidthInteger
  var bits: Bits { get }
  init(bits: Bits)
  /// Rounds a quotient.
  init(_ quotient: Double)
  /// Returns the integer whose quotient by a power of ten is exactly this number, if it has few enough digits.
  func integer(_ power: Double) -> Int64?
}

extension DecimalNumber {
  /// Returns the nearest integer of less than 52 bits.
  @inline(__always)
  fileprivate func rounded(_ number: Double, below limit: Double) -> Double? {
    // This is false for NaN, too.
    guard number.magnitude < limit else { return nil }
    // Above 2⁵¹, a double has no bits for fractions: adding such a number and taking it away rounds to nearest. The
    // processor's own instruction is not part of all x86-64.
    let large = 0x1.8p52
    return (number + large) - large
  }
}

extension Double: DecimalNumber {
  fileprivate var bits: UInt64 { bitPattern }
  @inline(__always)
  fileprivate init(bits: UInt64) { self.init(bitPattern: bits) }

  @inline(__always)
  fileprivate func integer(_ power: Double) -> Int64? {
    guard let integer = rounded(self * power, below: 0x1p51), (integer / power).bitPattern == bitPattern
    else {
      return nil
    }
    return Int64(integer)
  }
}

extension Float: DecimalNumber {
  fileprivate var bits: UInt32 { bitPattern }
  @inline(__always)
  fileprivate init(bits: UInt32) { self.init(bitPattern: bits) }

  /// With more than 22 bits, there is nothing to save.
  @inline(__always)
  fileprivate func integer(_ power: Double) -> Int64? {
    guard let integer = rounded(Double(self) * power, below: 0x1p22),
      Float(integer / power).bitPattern == bitPattern
    else { return nil }
    return Int64(integer)
  }
}
