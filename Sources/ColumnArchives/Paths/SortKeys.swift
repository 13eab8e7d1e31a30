internal import ArchiveBytes
internal import Foundation

/// The sort keys of all elements of an archive, in the order of the elements.
struct SortKeys {
  /// The keys of the elements that have one.
  private var keys: [UInt64] = []
  /// The positions of these elements; `nil` as long as every element has a key.
  private var present: [Int]?
  /// The positions of the elements without a key.
  private var missing: [Int] = []

  /// The greatest number of elements that can be sorted.
  static var maximumCount: Int { Int(clamping: UInt32.max) }

  init() {}

  init(_ numbers: [Int]) { keys = numbers.map(\.sortKey) }

  /// Reserves room for the keys of `count` elements.
  mutating func reserveCapacity(_ count: Int) {
    keys = unsafe Array(unsafeUninitializedCapacity: count) { buffer, _ in unsafe Self.willFill(buffer) }
  }

  /// Asks for large pages before a large buffer is filled.
  private static func willFill(_ buffer: UnsafeMutableBufferPointer<UInt64>) {
    guard let base = buffer.baseAddress else { return }
    unsafe LargeMemory.willFill(base, byteCount: buffer.count * MemoryLayout<UInt64>.stride)
  }

  @inline(__always)
  mutating func add(_ keys: some Collection<UInt64>) { self.keys.append(contentsOf: keys) }

  @inline(__always)
  mutating func add(optionals: some Collection<UInt64?>) {
    var position = keys.count + missing.count
    for key in optionals {
      if let key {
        keys.append(key)
        present?.append(position)
      } else {
        if present == nil { present = Array(0..<position) }
        missing.append(position)
      }
      position += 1
    }
  }

  /// Returns the positions of the elements, sorted by their keys. Elements without a key come first, or last in reverse
  /// order. Equal ones keep their order.
  consuming func sortedPositions(_ order: SortOrder = .forward) -> [Int] {
    var keys = keys
    if order == .reverse { for index in keys.indices { keys[index] = ~keys[index] } }
    let sorted = Self.order(of: keys)
    guard let present else { return sorted }
    let positions = sorted.map { present[$0] }
    return order == .forward ? missing + positions : positions + missing
  }

  // MARK: Sorting

  // Each word to sort consists of the upper half of a key and, in its lower half, the position of the element. Three
  // rounds of radix sort order the words by their upper halves: each round counts how often each digit occurs, and
  // places each word after those with a smaller digit. The lower halves of keys are compared only where the upper
  // halves are equal.

  /// Fewer keys than this are sorted by comparison.
  private static let leastCount = 256
  private static let shifts: [UInt64] = [32, 43, 54]
  private static let partCount = 1 << 11

  /// Returns the positions of the keys, sorted in ascending order.
  private static func order(of keys: [UInt64]) -> [Int] {
    guard keys.count >= leastCount, let least = keys.min(), let greatest = keys.max() else {
      return keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
    }
    if least == greatest { return Array(keys.indices) }
    // The bits that all keys share are dropped: the highest bit in which they differ becomes the top bit.
    let shift = UInt64((greatest - least).leadingZeroBitCount)
    var words = unsafe [UInt64](unsafeUninitializedCapacity: keys.count) { buffer, count in
      unsafe Self.willFill(buffer)
      for (position, key) in keys.enumerated() {
        let upper = (key - least) << shift & 0xFFFF_FFFF_0000_0000
        unsafe buffer.initializeElement(at: position, to: upper | UInt64(position))
      }
      count = keys.count
    }
    sortByUpperHalves(&words)
    if shift < 32 { sortLowerHalves(of: keys, &words) }
    return words.map { Int(truncatingIfNeeded: $0 & 0xFFFF_FFFF) }
  }

  private static func sortByUpperHalves(_ words: inout [UInt64]) {
    let count = words.count
    var other = unsafe [UInt64](unsafeUninitializedCapacity: count) { buffer, used in
      unsafe willFill(buffer)
      used = count
    }
    for shift in shifts {
      var starts = [Int](repeating: 0, count: partCount)
      // SAFETY: a part has 11 bits, so it is less than `partCount`. The starts are sums of the counts of the parts, so
      // every word has its own place.
      let isSorted = unsafe words.withUnsafeBufferPointer { words in
        unsafe other.withUnsafeMutableBufferPointer { other in
          unsafe starts.withUnsafeMutableBufferPointer { starts in
            func part(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word >> shift & 0x7FF) }
            for index in 0..<count { unsafe starts[part(words[index])] += 1 }
            if unsafe starts[part(words[0])] == count { return true }
            var start = 0
            for index in 0..<partCount {
              (unsafe starts[index], start) = unsafe (start, start + starts[index])
            }
            for index in 0..<count {
              let word = unsafe words[index]
              unsafe other[starts[part(word)]] = word
              unsafe starts[part(word)] += 1
            }
            return false
          }
        }
      }
      if !isSorted { swap(&words, &other) }
    }
  }

  /// Sorts words with equal upper halves by their whole keys.
  private static func sortLowerHalves(of keys: [UInt64], _ words: inout [UInt64]) {
    var start = 0
    while start < words.count {
      var end = start + 1
      while end < words.count, words[end] >> 32 == words[start] >> 32 { end += 1 }
      if end - start > 1 {
        let run = Array(words[start..<end])
        let runKeys = run.map { keys[Int(truncatingIfNeeded: $0 & 0xFFFF_FFFF)] }
        if zip(runKeys, runKeys.dropFirst()).contains(where: { $0 > $1 }) {
          words.replaceSubrange(start..<end, with: order(of: runKeys).map { run[$0] })
        }
      }
      start = end
    }
  }
}
