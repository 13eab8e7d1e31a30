internal import ArchiveBytes

/// Integers of which many neighbours are equal: for each run of them, where it ends, and its distance from a base.
///
/// The first byte is followed by the width of distances in bytes, 1, 2, 4 or 8, by the base, a varint like that of equal
/// integers, and by a count of runs. Then come the ends of all runs, four bytes each, as numbers of integers from the
/// first, and the distances of all runs. Runs as columns are those of Abadi, Madden and Ferreira, "Integrating
/// Compression and Execution in Column-Oriented Database Systems", SIGMOD 2006.
enum RunIntegers: ColumnEncoding {
  static var bytes: ClosedRange<UInt8> { 14...14 }

  /// With fewer integers, there is little to save.
  static let leastCount = 256
  private static let sampleCount = 128
  fileprivate static let endSize = 4

  @inline(__always)
  static func cost(of values: IntegerValues) -> Int? {
    guard values.count >= leastCount, values.count <= UInt32.max, values.range > 0 else { return nil }
    return IntegerValues.weighted(estimate(values))
  }

  @inline(__always)
  private static func width(_ values: IntegerValues) -> Int {
    let byteCount = ByteIntegers.byteCount(of: values.range)
    return byteCount <= 2 ? byteCount : byteCount <= 4 ? 4 : 8
  }

  /// Estimates the size by how many neighbours differ.
  @inline(never)
  private static func estimate(_ values: IntegerValues) -> Int {
    let step = (values.count - 1) / sampleCount
    var different = 1
    values.withDistances(from: values.low) { distance in
      if step < 2 {
        for position in 1..<values.count where distance(position) != distance(position - 1) { different += 1 }
      } else {
        for sample in 0..<sampleCount {
          different += distance(sample * step) == distance(sample * step + 1) ? 0 : step
        }
      }
    }
    return different * (endSize + width(values))
  }

  static func write(_ values: IntegerValues, to output: OutputBuffer) -> Bool {
    let width = width(values)
    var (ends, distances): ([UInt32], [UInt64]) = ([], [])
    // A sample may be wrong: all runs must be worth it, too.
    let greatestCount = values.packedCost * 4 / 5 / (endSize + width)
    let isWorthIt = values.withDistances(from: values.low) { distance in
      var last = distance(0)
      for position in 1..<values.count {
        let next = distance(position)
        if next == last { continue }
        if ends.count == greatestCount { return false }
        ends.append(UInt32(position))
        distances.append(last)
        last = next
      }
      ends.append(UInt32(values.count))
      distances.append(last)
      return true
    }
    guard isWorthIt else { return false }
    output.append(bytes.lowerBound)
    output.append(UInt8(width))
    values.writeBase(values.low, to: output)
    output.append(varint: UInt64(ends.count))
    for end in ends { output.append(number: end) }
    for distance in distances {
      switch width {
      case 1: output.append(UInt8(truncatingIfNeeded: distance))
      case 2: output.append(number: UInt16(truncatingIfNeeded: distance))
      case 4: output.append(number: UInt32(truncatingIfNeeded: distance))
      default: output.append(number: distance)
      }
    }
    return true
  }

  @inline(__always)
  fileprivate static func end(of run: Int, _ ends: UnsafeRawPointer) -> Int {
    unsafe Int(ends.loadLittleEndian(fromByteOffset: run * endSize, as: UInt32.self))
  }

  static func open(_ first: UInt8, _ cursor: inout ByteCursor, _ head: ColumnHead) throws -> PackedIntegers {
    let width = Int(try cursor.readByte())
    guard [1, 2, 4, 8].contains(width) else {
      throw cursor.malformed("a width of 1, 2, 4 or 8 bytes", "\(width)")
    }
    let isSigned = head.kind == .signed
    let base = try cursor.readBase(isSigned: isSigned)
    let count = try cursor.readCount()
    // The product cannot overflow: a count is less than 2⁵⁶.
    let bytes = unsafe try cursor.readBytes(count * endSize)
    var last = 0
    for run in 0..<count {
      // SAFETY: `readBytes` checked that all ends are there.
      let end = unsafe end(of: run, bytes)
      guard end > last else { throw cursor.malformed("a run that ends after \(last)", "\(end)") }
      last = end
    }
    guard last == head.count else { throw cursor.malformed("runs of \(head.count) integers", "of \(last)") }
    _ = unsafe try cursor.readBytes(count * width)
    return unsafe PackedIntegers(
      base: base, bits: 8 * width, isSigned: isSigned, bytes: bytes, extent: count, unpack: unpackRuns)
  }
}

/// A separate function, since only a top-level function converts to a C function pointer.
private func unpackRuns(
  _ bytes: UnsafeRawPointer, _ size: Int, _ bits: Int, _ runs: Int, _ first: Int, _ count: Int,
  _ target: UnsafeMutablePointer<UInt64>
) {
  // SAFETY: opening the column checked that all runs are there, and that they have all integers.
  func end(_ run: Int) -> Int { unsafe RunIntegers.end(of: run, bytes) }
  let distances = unsafe bytes + runs * RunIntegers.endSize
  func distance(_ run: Int) -> UInt64 {
    switch bits {
    case 8: unsafe UInt64(distances.load(fromByteOffset: run, as: UInt8.self))
    case 16:
      unsafe UInt64(distances.loadLittleEndian(fromByteOffset: run * 2, as: UInt16.self))
    case 32:
      unsafe UInt64(distances.loadLittleEndian(fromByteOffset: run * 4, as: UInt32.self))
    default: unsafe distances.loadLittleEndian(fromByteOffset: run * 8, as: UInt64.self)
    }
  }
  var (run, position) = ((0..<runs).partitioningIndex { end($0) > first }, 0)
  while position < count {
    // A mapped file may have changed since it was checked.
    guard run < runs else {
      while position < count {
        unsafe target[position] = 0
        position += 1
      }
      return
    }
    let (value, last) = (distance(run), min(end(run) - first, count))
    while position < last {
      unsafe target[position] = value
      position += 1
    }
    run += 1
  }
}
