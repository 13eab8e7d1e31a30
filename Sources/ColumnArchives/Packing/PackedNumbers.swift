/// Numbers of a fixed number of bits, side by side: the first is in the lowest bits of the first byte.
@safe
struct PackedNumbers {
  // Safe: `init(_:count:bits:)` checked that all bytes are there, and the archive outlives its readers.
  private let bytes: UnsafeRawPointer
  private let byteCount: Int
  /// The width of each number, 0 to 56 bits or 64.
  let bits: Int

  /// The maximum width below 64: a number of this many bits lies within eight bytes, wherever its first bit is.
  static let maximumWidth = 56

  static func isWidth(_ bits: Int) -> Bool { 0...maximumWidth ~= bits || bits == 64 }

  /// Returns the smallest width that holds a number.
  @inline(__always)
  static func width(of number: UInt64) -> Int {
    let bits = 64 - number.leadingZeroBitCount
    return bits > maximumWidth ? 64 : bits
  }

  /// Returns the width for storing many numbers: a whole word's width, which is faster, unless a smaller one saves a
  /// ninth.
  @inline(__always)
  static func preferredWidth(of number: UInt64) -> Int {
    let bits = width(of: number)
    for word in [8, 16, 32, 64] where bits <= word { return bits * 9 >= word * 8 ? word : bits }
    return bits
  }

  /// Returns the size of numbers in bytes. The product cannot overflow: a count is less than 2⁵⁶.
  @inline(__always)
  static func byteCount(_ count: Int, bits: Int) -> Int {
    bits & 7 == 0 ? count * (bits >> 3) : count >> 3 * bits + (count & 7 * bits + 7) >> 3
  }

  init(_ cursor: inout ByteCursor, count: Int, bits: Int) throws {
    byteCount = Self.byteCount(count, bits: bits)
    unsafe bytes = try cursor.readBytes(byteCount)
    self.bits = bits
  }

  // MARK: Writing

  /// Appends numbers that fit the width.
  static func append(_ numbers: UnsafePointer<UInt64>, count: Int, bits: Int, to output: OutputBuffer) {
    let byteCount = byteCount(count, bits: bits)
    let place = unsafe output.reserve(byteCount)
    // SAFETY: `reserve` made room for all bytes and a whole word after them, and the caller has `count` numbers.
    switch bits {
    case 0: break
    case 8: unsafe store(numbers, count, as: UInt8.self, at: place)
    case 16: unsafe store(numbers, count, as: UInt16.self, at: place)
    case 32: unsafe store(numbers, count, as: UInt32.self, at: place)
    case 64: unsafe store(numbers, count, as: UInt64.self, at: place)
    // Several numbers that fit a word together are combined first, which the processor does for several words at
    // once.
    case ...14: unsafe pack(numbers, count, bits, inGroupsOf: 4, at: place)
    case ...28: unsafe pack(numbers, count, bits, inGroupsOf: 2, at: place)
    default: unsafe pack(numbers, count, bits, inGroupsOf: 1, at: place)
    }
    output.advance(byteCount)
  }

  @inline(__always)
  private static func store<Word: FixedWidthInteger>(
    _ numbers: UnsafePointer<UInt64>, _ count: Int, as type: Word.Type, at place: UnsafeMutableRawPointer
  ) {
    for position in 0..<count {
      let word = unsafe Word(truncatingIfNeeded: numbers[position]).littleEndian
      unsafe place.storeBytes(of: word, toByteOffset: position &* MemoryLayout<Word>.size, as: Word.self)
    }
  }

  @inline(__always)
  private static func pack(
    _ numbers: UnsafePointer<UInt64>, _ count: Int, _ bits: Int, inGroupsOf groupCount: Int,
    at start: UnsafeMutableRawPointer
  ) {
    // The bits of the last, incomplete byte, and their number.
    var (place, word, used) = unsafe (start, 0 as UInt64, 0)
    func put(_ group: UInt64, _ width: Int) {
      word |= group &<< UInt64(used)
      unsafe place.storeBytes(of: word.littleEndian, as: UInt64.self)
      used &+= width
      unsafe place += used >> 3
      word &>>= UInt64(used & ~7)
      used &= 7
    }
    var position = 0
    while position &+ groupCount <= count {
      var group: UInt64 = 0
      for number in (0..<groupCount).reversed() {
        unsafe group = group &<< UInt64(bits) | numbers[position &+ number]
      }
      put(group, groupCount &* bits)
      position &+= groupCount
    }
    while position < count {
      unsafe put(numbers[position], bits)
      position &+= 1
    }
  }

  // MARK: Reading

  /// Stores the numbers from `first` on as words.
  @inline(never)
  func unpack(from first: Int, count: Int, to target: UnsafeMutablePointer<UInt64>) {
    // SAFETY: `init` checked that all bytes are there, and the caller stays within the count and has room for that many.
    switch bits {
    case 0: unsafe target.update(repeating: 0, count: count)
    case 8: unsafe load(UInt8.self, first, count, target)
    case 16: unsafe load(UInt16.self, first, count, target)
    case 32: unsafe load(UInt32.self, first, count, target)
    case 64: unsafe load(UInt64.self, first, count, target)
    // Several numbers that fit a word together are loaded at once. This takes half the instructions of loading each.
    case ...14: unsafe unpackBits(first, count, target, inGroupsOf: 4)
    case ...28: unsafe unpackBits(first, count, target, inGroupsOf: 2)
    default: unsafe unpackBits(first, count, target, inGroupsOf: 1)
    }
  }

  @inline(__always)
  private func load<Word: FixedWidthInteger & UnsignedInteger>(
    _ type: Word.Type, _ first: Int, _ count: Int, _ target: UnsafeMutablePointer<UInt64>
  ) {
    let source = unsafe bytes + first &* MemoryLayout<Word>.size
    for position in 0..<count {
      unsafe target[position] = UInt64(
        source.loadLittleEndian(fromByteOffset: position &* MemoryLayout<Word>.size, as: Word.self))
    }
  }

  @inline(__always)
  private func unpackBits(
    _ first: Int, _ count: Int, _ target: UnsafeMutablePointer<UInt64>, inGroupsOf groupCount: Int
  ) {
    let mask = (1 as UInt64) &<< UInt64(bits) &- 1
    var (position, bit) = (0, first &* bits)
    // The positions at which a whole word can be loaded without passing the end of the numbers.
    let loadable = max(byteCount &- 7, 0) &* 8
    let end = min(count, max(0, (loadable &- bit &+ bits &- 1) / bits))
    @inline(__always)
    func unpackGroup(of groupCount: Int) {
      var word = unsafe bytes.loadLittleEndian(fromByteOffset: bit &>> 3, as: UInt64.self) &>> UInt64(bit & 7)
      for number in 0..<groupCount {
        unsafe target[position &+ number] = word & mask
        word &>>= UInt64(bits)
      }
      bit &+= groupCount &* bits
      position &+= groupCount
    }
    while position &+ groupCount <= end { unpackGroup(of: groupCount) }
    while position < end { unpackGroup(of: 1) }
    if position == count { return }
    // The other numbers are in the last bytes.
    let start = loadable / 8
    var word: UInt64 = 0
    for byte in start..<byteCount {
      unsafe word |= UInt64(bytes.load(fromByteOffset: byte, as: UInt8.self)) &<< UInt64(8 &* (byte &- start))
    }
    while position < count {
      unsafe target[position] = word &>> UInt64(bit &- 8 &* start) & mask
      bit &+= bits
      position &+= 1
    }
  }

  /// Stores numbers of one bit as bytes.
  func unpackBytes(from first: Int, count: Int, to target: UnsafeMutableRawPointer) {
    var position = 0
    // SAFETY: as in `unpack`. A whole word is stored only if eight values still fit.
    while position < count {
      let bit = first &+ position
      let byte = unsafe bytes.load(fromByteOffset: bit >> 3, as: UInt8.self)
      if bit & 7 == 0, count &- position >= 8 {
        // Repeats the byte eight times, keeps one bit of each copy, and moves that bit to the lowest position.
        let spread = UInt64(byte) &* 0x0101_0101_0101_0101 & 0x8040_2010_0804_0201
        let word = ((spread &+ 0x7F7F_7F7F_7F7F_7F7F | spread) >> 7) & 0x0101_0101_0101_0101
        unsafe target.storeBytes(of: word.littleEndian, toByteOffset: position, as: UInt64.self)
        position &+= 8
      } else {
        unsafe target.storeBytes(of: byte >> UInt8(bit & 7) & 1, toByteOffset: position, as: UInt8.self)
        position &+= 1
      }
    }
  }

  /// Copies numbers as they are.
  func copy(from first: Int, count: Int, to target: UnsafeMutableRawPointer) {
    // SAFETY: the caller stays within the count and has room for that many, and the width is a number of whole bytes.
    unsafe target.copyMemory(from: bytes + first * (bits / 8), byteCount: count * (bits / 8))
  }
}
