/// The form in which a block of up to 1,024 numbers is written:
///
///     a byte       the width of the packed numbers in bits, plus 128 for deltas
///     a varint     the base
///     a varint     for deltas the step, zigzag-encoded; otherwise the number of exceptions
///                  the packed numbers
///                  the exceptions: the position of each, two bytes, and its distance, eight bytes
///
/// - Distances: a number is the base plus its packed number. The packed numbers have as many bits as most of them
///   need; the other numbers are exceptions, and their packed numbers are 0. This is the patched frame of reference
///   of Zukowski, Héman, Nes and Boncz, "Super-Scalar RAM-CPU Cache Compression", ICDE 2006, with the positions in a
///   separate list.
/// - Deltas: the first number is the base. Each number is the previous number plus the step and its packed number.
///
/// All sums wrap around.
struct BlockForm {
  /// The number of numbers in a block; the last block contains the rest.
  static let blockCount = 1024
  static let deltasFlag: UInt8 = 128
  private static let exceptionByteCount = 10

  private var base = UInt64.max
  private var step: UInt64 = 0
  private var bits = 64
  private var exceptionCount = 0
  private var isDeltas = false
  /// The approximate number of bytes of the block.
  private(set) var byteCount = Int.max

  /// Chooses the form that takes fewer bytes. Deltas take more time to read, so they must save an eighth.
  ///
  /// - Parameters:
  ///   - numbers: Some of the block's numbers, at least one, or all of them.
  ///   - neighbours: The `pairCount` numbers after the first `pairCount` of those.
  ///   - total: The number of numbers of the block.
  init(
    _ numbers: UnsafePointer<UInt64>, _ count: Int, neighbours: UnsafePointer<UInt64>, _ pairCount: Int,
    of total: Int
  ) {
    // SAFETY: the caller passes this many numbers and neighbours.
    for position in 0..<count { base = unsafe min(base, numbers[position]) }
    // The number of distances of each width.
    var counts = [Int](repeating: 0, count: 65)
    for position in 0..<count { unsafe counts[64 - (numbers[position] &- base).leadingZeroBitCount] += 1 }
    var wider = 0
    for bits in stride(from: 64, through: 0, by: -1) {
      let size = PackedNumbers.byteCount(total, bits: bits) + wider * Self.exceptionByteCount * total / count
      if PackedNumbers.isWidth(bits), size <= byteCount {
        (self.bits, exceptionCount, byteCount) = (bits, wider, size)
      }
      wider += counts[bits]
    }
    var (least, greatest) = pairCount == 0 ? (0, 0) : (Int64.max, Int64.min)
    for position in 0..<pairCount {
      let difference = unsafe Int64(bitPattern: neighbours[position] &- numbers[position])
      least = min(least, difference)
      greatest = max(greatest, difference)
    }
    let deltaBits = PackedNumbers.width(of: UInt64(bitPattern: greatest) &- UInt64(bitPattern: least))
    let deltaByteCount = PackedNumbers.byteCount(total, bits: deltaBits)
    if deltaByteCount + deltaByteCount / 8 < byteCount {
      (base, step) = unsafe (numbers[0], UInt64(bitPattern: least))
      (bits, exceptionCount, isDeltas, byteCount) = (deltaBits, 0, true, deltaByteCount)
    }
  }

  /// Writes a block of all numbers, and replaces them by the packed numbers.
  static func write(_ numbers: UnsafeMutablePointer<UInt64>, _ count: Int, to output: OutputBuffer) {
    let form = unsafe BlockForm(numbers, count, neighbours: numbers + 1, count - 1, of: count)
    output.append(UInt8(form.bits) | (form.isDeltas ? deltasFlag : 0))
    output.append(varint: form.base)
    var exceptions: [(position: Int, distance: UInt64)] = []
    // SAFETY: the caller passes `count` numbers.
    if form.isDeltas {
      for position in stride(from: count - 1, to: 0, by: -1) {
        unsafe numbers[position] &-= numbers[position - 1] &+ form.step
      }
      unsafe numbers[0] = 0
      output.append(zigzag: Int64(bitPattern: form.step))
    } else {
      for position in 0..<count {
        unsafe numbers[position] &-= form.base
        guard form.exceptionCount > 0, unsafe PackedNumbers.width(of: numbers[position]) > form.bits else {
          continue
        }
        unsafe exceptions.append((position, numbers[position]))
        unsafe numbers[position] = 0
      }
      output.append(varint: UInt64(exceptions.count))
    }
    unsafe PackedNumbers.append(numbers, count: count, bits: form.bits, to: output)
    for exception in exceptions {
      output.append(number: UInt16(exception.position))
      output.append(number: exception.distance)
    }
  }

  /// Estimates the size in bytes of many numbers in blocks. It examines numbers from up to four blocks, and their
  /// neighbours.
  ///
  /// - Parameters:
  ///   - count: The number of numbers, at least one block's.
  ///   - number: Returns the number at a position.
  @inline(__always)
  static func estimate(_ count: Int, _ number: (Int) -> UInt64) -> Int {
    let (sampledBlocks, sampleCount) = (4, 64)
    let whole = count / blockCount
    let sampled = min(whole, sampledBlocks)
    var size = 0
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * sampleCount) { samples in
      guard let numbers = samples.baseAddress else { return }
      let neighbours = unsafe numbers + sampleCount
      for block in 0..<sampled {
        let first = block * whole / sampled * blockCount
        // SAFETY: there is room for this many samples and their neighbours.
        for sample in 0..<sampleCount {
          let position = first &+ sample &* (blockCount / sampleCount)
          unsafe (numbers[sample], neighbours[sample]) = (number(position), number(position &+ 1))
        }
        let form = unsafe BlockForm(numbers, sampleCount, neighbours: neighbours, sampleCount, of: blockCount)
        size += form.byteCount
      }
    }
    return size * count / (sampled * blockCount)
  }
}

/// A number that does not fit the packed width. Its position and the number itself are stored after the packed
/// numbers.
struct PackingException {
  let position: Int
  let number: UInt64
}

extension ByteCursor {
  /// Reads exceptions among `count` numbers. They are copies, so they do not change even if a mapped file does.
  mutating func readExceptions<Position: FixedWidthInteger, Number: FixedWidthInteger>(
    _ exceptionCount: Int, among count: Int, positions: Position.Type, numbers: Number.Type
  ) throws -> [PackingException] {
    var exceptions: [PackingException] = []
    for _ in 0..<exceptionCount {
      let position = Int(clamping: try readNumber(as: Position.self))
      guard position > exceptions.last?.position ?? -1, position < count else {
        throw malformed("ascending positions of exceptions below \(count)", "\(position)")
      }
      exceptions.append(
        PackingException(position: position, number: UInt64(try readNumber(as: Number.self))))
    }
    return exceptions
  }
}
