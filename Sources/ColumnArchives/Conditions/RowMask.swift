/// One bit for each element of a batch: whether a condition holds.
struct RowMask: Equatable {
  /// The bits, from the lowest of the first word; those after the last element are 0.
  private var words: [UInt64]
  let count: Int

  /// Creates a mask without a bit.
  init(count: Int) {
    words = [UInt64](repeating: 0, count: (count + 63) / 64)
    self.count = count
  }

  /// Whether no bit is set.
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// Whether all bits are set.
  var isFull: Bool { setCount == count }

  /// The number of set bits.
  var setCount: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The mask of the other elements.
  var inverted: RowMask {
    var mask = self
    for index in mask.words.indices { mask.words[index] = ~mask.words[index] }
    if count & 63 > 0 { mask.words[mask.words.count - 1] &= 1 << UInt64(count & 63) &- 1 }
    return mask
  }

  /// Keeps the bits that are set in another mask of the same elements too.
  mutating func formIntersection(_ other: RowMask) {
    for (index, word) in zip(words.indices, other.words) { words[index] &= word }
  }

  /// Sets the bits that are set in another mask of the same elements.
  mutating func formUnion(_ other: RowMask) {
    for (index, word) in zip(words.indices, other.words) { words[index] |= word }
  }

  /// Sets the bits of some elements from flags.
  ///
  /// - Parameter first: The first element, a multiple of 64.
  mutating func set(from first: Int, _ flags: UnsafeBufferPointer<Bool>) {
    precondition(first & 63 == 0 && first + flags.count <= count, "flags of elements that are not there")
    guard let start = unsafe UnsafeRawPointer(flags.baseAddress) else { return }
    var (word, position) = (first / 64, 0)
    while position < flags.count {
      var (bits, shift) = (UInt64(0), UInt64(0))
      let end = min(position + 64, flags.count)
      // SAFETY: eight flags are loaded only if there are as many, and a flag is a byte of 0 or 1.
      while position + 8 <= end {
        let eight = unsafe start.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
        // The lowest bits of the eight bytes are gathered in the highest byte of the product.
        bits |= ((eight &* 0x0102_0408_1020_4080) >> 56) << shift
        shift += 8
        position += 8
      }
      while position < end {
        bits |= unsafe (flags[position] ? 1 : 0) << shift
        shift += 1
        position += 1
      }
      words[word] = bits
      word += 1
    }
  }

  /// Appends the positions of the set bits, where the first element has the position `start`.
  func appendPositions(from start: Int, to positions: inout [Int]) {
    let found = unsafe [Int](unsafeUninitializedCapacity: setCount) { buffer, used in
      for (index, word) in words.enumerated() {
        var rest = word
        while rest != 0 {
          // SAFETY: there is room for as many positions as bits are set.
          unsafe buffer.initializeElement(at: used, to: start + 64 * index + rest.trailingZeroBitCount)
          used += 1
          rest &= rest &- 1
        }
      }
    }
    positions.append(contentsOf: found)
  }
}
