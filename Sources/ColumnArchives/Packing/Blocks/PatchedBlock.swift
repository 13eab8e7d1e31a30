internal import ArchiveBytes

/// A block of distances from a base, in as many bits as most of them need. The others are exceptions: their distances
/// follow the lanes, eight bytes each, and then their positions in the block, two bytes each, in ascending order. In the
/// lanes, they are 0.
///
/// This is the patched frame of reference of Zukowski, Héman, Nes and Boncz, "Super-Scalar RAM-CPU Cache Compression",
/// ICDE 2006, with the positions in a list of their own.
enum PatchedBlock {
  /// The size of an exception in bytes.
  static let exceptionSize = 10

  @inline(__always)
  static func rowCount(_ count: Int, bits: Int, _ exceptionCount: Int) -> Int {
    Lanes.rowCount(count, bits: bits) + (exceptionCount * exceptionSize + Lanes.rowSize - 1) / Lanes.rowSize
  }

  // MARK: Writing

  /// The width that stores some distances in the fewest bytes, and how many of them are then exceptions.
  struct Width {
    private(set) var bits = 64
    private(set) var exceptionCount = 0
    private(set) var byteCount = Int.max

    /// - Parameters:
    ///   - weight: For how many distances each of these stands, as they may be a sample.
    @inline(__always)
    init(_ distances: UnsafePointer<UInt64>, _ count: Int, from base: UInt64, weight: Int = 1) {
      unsafe withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 65) { counts in
        guard let counts = counts.baseAddress else { return }
        unsafe counts.initialize(repeating: 0, count: 65)
        // SAFETY: the caller has `count` distances, and a distance has 0 to 64 bits.
        for position in 0..<count {
          unsafe counts[64 - (distances[position] &- base).leadingZeroBitCount] &+= 1
        }
        var wider = 0
        for bits in stride(from: 64, through: 0, by: -1) {
          let size = (count * bits / 8 + wider * exceptionSize) * weight
          if size <= byteCount { (self.bits, exceptionCount, byteCount) = (bits, wider, size) }
          wider += unsafe Int(counts[bits])
        }
      }
    }
  }

  /// Packs distances. It changes those that are exceptions.
  static func write(
    _ distances: UnsafeMutablePointer<UInt64>, _ count: Int, from base: UInt64, _ width: Width,
    to output: OutputBuffer
  ) {
    var exceptions: [(position: UInt16, distance: UInt64)] = []
    if width.exceptionCount > 0 {
      // SAFETY: the caller has `count` distances.
      for position in 0..<count {
        let distance = unsafe distances[position] &- base
        guard distance >> UInt64(width.bits) > 0 else { continue }
        exceptions.append((UInt16(position), distance))
        unsafe distances[position] = base
      }
    }
    let end = output.count + rowCount(count, bits: width.bits, exceptions.count) * Lanes.rowSize
    unsafe Lanes.append(distances, count: count, from: base, bits: width.bits, to: output)
    for exception in exceptions { output.append(number: exception.distance) }
    for exception in exceptions { output.append(number: exception.position) }
    while output.count < end { output.append(0) }
  }

  // MARK: Reading

  /// Whether the positions of the exceptions ascend, and are within a block of `all`, whose rows are there.
  static func exceptionsAscend(_ head: BlockHead, _ rows: UnsafeRawPointer, of all: Int) -> Bool {
    // SAFETY: the caller has checked that all rows are there.
    let positions =
      unsafe rows + Lanes.rowCount(all, bits: head.bits) * Lanes.rowSize + head.exceptionCount * 8
    var last = -1
    for exception in 0..<head.exceptionCount {
      let position = unsafe Int(positions.loadLittleEndian(fromByteOffset: 2 * exception, as: UInt16.self))
      if position <= last { return false }
      last = position
    }
    return last < all
  }

  /// Unpacks `count` numbers of a block of `all`, from `first` on.
  @inline(__always)
  static func unpack(
    _ head: BlockHead, _ rows: UnsafeRawPointer, of all: Int, first: Int, count: Int,
    to target: UnsafeMutablePointer<UInt64>
  ) {
    // SAFETY: the caller has checked that all rows are there, and stays within the block.
    unsafe Lanes.unpack(rows, bits: head.bits, first: first, count: count, to: target)
    for position in 0..<count { unsafe target[position] &+= head.base }
    let exceptionCount = head.exceptionCount
    if exceptionCount == 0 { return }
    let distances = unsafe rows + Lanes.rowCount(all, bits: head.bits) * Lanes.rowSize
    let positions = unsafe distances + exceptionCount * 8
    func position(_ exception: Int) -> Int {
      unsafe Int(
        positions.loadLittleEndian(fromByteOffset: 2 * exception, as: UInt16.self))
    }
    for exception in (0..<exceptionCount).partitioningIndex(where: { position($0) >= first })..<exceptionCount
    {
      // Opening the block found that they ascend; only a mapped file that has changed since has others.
      let place = position(exception) - first
      guard place >= 0, place < count else { break }
      let distance = unsafe distances.loadLittleEndian(fromByteOffset: 8 * exception, as: UInt64.self)
      unsafe target[place] = head.base &+ distance
    }
  }
}
