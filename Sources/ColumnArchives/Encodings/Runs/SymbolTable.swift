internal import ArchiveBytes

/// The symbols of a column by their codes, as they are needed to replace codes by symbols.
@safe
final class SymbolTable {
  // Safe: there is a word and a count for each byte, so for each code.
  /// The bytes of each symbol, as they are in memory; those after it are zeros.
  private let words: UnsafeMutablePointer<UInt64>
  /// The number of bytes of each symbol, or ``special`` for a code without one.
  private let counts: UnsafeMutablePointer<UInt8>
  /// Whether all symbols are ASCII.
  // Exclusivity is not checked, and cannot be violated: nothing changes it once the table is there.
  @safe @exclusivity(unchecked) private(set) var isASCII = true

  private static let special: UInt8 = 0x80
  private static let byteCount = 256 * 9
  /// The number of bytes that ``decode(_:_:to:)`` stores at most after the text.
  static let slack = 8

  /// Creates the table of some symbols.
  init(_ run: ByteRun, in context: ReadContext) throws {
    try context.charge(Self.byteCount)
    unsafe words = .allocate(capacity: 256)
    unsafe counts = .allocate(capacity: 256)
    unsafe words.initialize(repeating: 0, count: 256)
    unsafe counts.initialize(repeating: Self.special, count: 256)
    var failure: (count: Int, address: UnsafeRawPointer?)?
    // SAFETY: opening the column checked that there are not more symbols than codes.
    _ = try unsafe run.visit(from: 0, count: run.count, at: 0, in: context) { code, bytes in
      guard 1...TextSymbol.longest ~= bytes.count, let start = bytes.baseAddress else {
        unsafe failure = unsafe failure ?? (bytes.count, bytes.baseAddress)
        return
      }
      unsafe UnsafeMutableRawPointer(words + code).copyMemory(from: start, byteCount: bytes.count)
      unsafe counts[code] = UInt8(bytes.count)
      if unsafe words[code] & 0x8080_8080_8080_8080 != 0 { isASCII = false }
    }
    if let (count, address) = unsafe failure {
      let expected = "symbols of 1 to \(TextSymbol.longest) bytes"
      throw context.malformed(expected, "one of \(count)", at: address)
    }
  }

  deinit {
    unsafe words.deallocate()
    unsafe counts.deallocate()
  }

  /// What was made of codes.
  struct Decoded {
    /// The number of codes, each byte of them; less than there are if one has no symbol, or the byte after an escape is
    /// missing.
    var codeCount: Int
    /// The number of bytes of text.
    var textCount: Int
    /// The bits of all bytes that had no symbol.
    var otherBits: UInt8
  }

  /// Replaces codes by their symbols.
  ///
  /// - Parameter target: Memory for eight bytes for each code, and ``slack``.
  @inline(__always)
  func decode(_ codes: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer) -> Decoded {
    let (words, counts) = unsafe (words, counts)
    var (position, end, otherBits) = unsafe (0, target, 0 as UInt8)
    // SAFETY: codes are loaded before `count`, and each is an index of the table. A word is stored for each, of which at
    // most eight bytes count.
    while position < count {
      while count &- position >= 4 {
        let four = unsafe codes.loadLittleEndian(fromByteOffset: position, as: UInt32.self)
        let (first, second) = (Int(four & 0xFF), Int(four &>> 8 & 0xFF))
        let (third, fourth) = (Int(four &>> 16 & 0xFF), Int(four &>> 24))
        let firsts = unsafe (counts[first], counts[second])
        let lasts = unsafe (counts[third], counts[fourth])
        if (firsts.0 | firsts.1 | lasts.0 | lasts.1) & Self.special != 0 { break }
        unsafe end.storeBytes(of: words[first], as: UInt64.self)
        unsafe end += Int(firsts.0)
        unsafe end.storeBytes(of: words[second], as: UInt64.self)
        unsafe end += Int(firsts.1)
        unsafe end.storeBytes(of: words[third], as: UInt64.self)
        unsafe end += Int(lasts.0)
        unsafe end.storeBytes(of: words[fourth], as: UInt64.self)
        unsafe end += Int(lasts.1)
        position &+= 4
      }
      // One by one: the rest, or the next ones, of which one has no symbol.
      let next = min(position &+ 4, count)
      while position < next {
        let code = unsafe codes.load(fromByteOffset: position, as: UInt8.self)
        let symbolCount = unsafe counts[Int(code)]
        if symbolCount != Self.special {
          unsafe end.storeBytes(of: words[Int(code)], as: UInt64.self)
          unsafe end += Int(symbolCount)
          position &+= 1
          continue
        }
        guard code == SymbolRuns.escape, position &+ 1 < count else {
          return unsafe Decoded(codeCount: position, textCount: end - target, otherBits: otherBits)
        }
        let byte = unsafe codes.load(fromByteOffset: position &+ 1, as: UInt8.self)
        unsafe end.storeBytes(of: byte, as: UInt8.self)
        unsafe end += 1
        otherBits |= byte
        position &+= 2
      }
    }
    return unsafe Decoded(codeCount: position, textCount: end - target, otherBits: otherBits)
  }
}
