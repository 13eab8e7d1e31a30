internal import ColumnArchives

/// Strings, or data of any size. They are numbers of a dictionary's entries, until these take too much room.
final class TextColumn: LeafColumn {
  let place: ColumnPlace
  let type: ColumnType
  private var table = ValueTable()
  private var numbers: [UInt32] = []
  private var width = 0
  /// All values, once there is no dictionary.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var isPlain = false
  /// What the numbers belong to that are kept with the dictionaries of archives: this column in this row group.
  private var owner = Owner()

  private final class Owner {}

  init(_ type: ColumnType, _ place: ColumnPlace) { (self.place, self.type) = (place, type) }

  /// The greatest size of a dictionary's page, which engines read before any value.
  private static let greatestPageByteCount = 8 << 20

  var count: Int { isPlain ? ends.count : numbers.count }

  var byteCount: Int {
    if isPlain { return bytes.count + 4 * ends.count }
    // Numbers take as many bits as the entries need.
    return numbers.count * BitPacking.width(of: UInt(max(table.count, 1))) / 8
  }

  var bufferedByteCount: Int { byteCount + table.bytes.count }

  func removeAll() {
    table = ValueTable()
    numbers.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    isPlain = false
    owner = Owner()
  }

  // MARK: Values

  func append(_ texts: ExportTexts) {
    switch texts {
    case .plain(let run): append(run)
    case .numbers(let numbers, let dictionary): append(numbers, of: dictionary)
    }
  }

  func append(_ strings: [String]) {
    var (bytes, ends) = ([UInt8](), [Int]())
    for string in strings {
      bytes += Array(string.utf8)
      ends.append(bytes.count)
    }
    append(ExportRun(bytes: bytes, ends: ends))
  }

  func append(_ run: ExportRun) {
    var (start, position) = (0, 0)
    unsafe run.bytes.withUnsafeBytes { bytes in
      while !isPlain, position < run.ends.count {
        let end = run.ends[position]
        // SAFETY: the ends of a run ascend up to its count.
        if let number = unsafe table.number(of: UnsafeRawBufferPointer(rebasing: bytes[start..<end])) {
          numbers.append(number)
          start = end
          position += 1
          checkSize()
        } else {
          giveUpDictionary()
        }
      }
    }
    guard isPlain, position < run.ends.count else { return }
    let distance = bytes.count - start
    bytes += run.bytes[start...]
    for end in run.ends[position...] { ends.append(end + distance) }
  }

  private func append(_ others: [UInt32], of dictionary: ExportDictionary) {
    let numberedCount = isPlain ? 0 : appendNumbers(of: others, dictionary)
    for other in others.dropFirst(numberedCount) {
      bytes += dictionary.run.bytes[dictionary.run.range(of: Int(other))]
      ends.append(bytes.count)
    }
  }

  /// Appends values by their numbers, and returns how many of them: fewer than all if the dictionary was given up.
  private func appendNumbers(of others: [UInt32], _ dictionary: ExportDictionary) -> Int {
    if dictionary.owner !== owner {
      dictionary.owner = owner
      dictionary.otherNumbers = [UInt32](repeating: .max, count: dictionary.run.ends.count)
    }
    numbers.reserveCapacity(numbers.count + others.count)
    for (position, other) in others.enumerated() {
      var number = dictionary.otherNumbers[Int(other)]
      if number == .max {
        let range = dictionary.run.range(of: Int(other))
        let found = unsafe dictionary.run.bytes.withUnsafeBytes {
          unsafe table.number(of: UnsafeRawBufferPointer(rebasing: $0[range]))
        }
        guard let found else {
          giveUpDictionary()
          return position
        }
        number = found
        dictionary.otherNumbers[Int(other)] = found
      }
      numbers.append(number)
    }
    checkSize()
    return others.count
  }

  /// The size of a dictionary's page, which has each entry with its length.
  private var pageByteCount: Int { table.bytes.count + 4 * table.count }

  private func checkSize() {
    if pageByteCount > Self.greatestPageByteCount { giveUpDictionary() }
  }

  private func giveUpDictionary() {
    isPlain = true
    for number in numbers {
      bytes += table.bytes[table.range(of: Int(number))]
      ends.append(bytes.count)
    }
    numbers.removeAll(keepingCapacity: true)
    table = ValueTable()
  }

  // MARK: Encoding

  func beginChunk() -> (encoding: ValueEncoding, dictionary: (bytes: [UInt8], count: Int)?) {
    if count == 0 { return (.plain, nil) }
    // A width of 0 has no bytes, which some readers take for an error.
    width = max(BitPacking.width(of: UInt(max(table.count, 1) - 1)), 1)
    if !isPlain, !hasSmallerDictionary { giveUpDictionary() }
    if isPlain { return (.deltaLength, nil) }
    var page: [UInt8] = []
    page.reserveCapacity(pageByteCount)
    for entry in 0..<table.count { Self.append(table.bytes, table.range(of: entry), to: &page) }
    return (.dictionary, (page, table.count))
  }

  /// Whether a dictionary and the numbers take less room than the values and their lengths, before they are compressed.
  private var hasSmallerDictionary: Bool {
    let byteCount = pageByteCount + numbers.count * width / 8
    var others = numbers.count
    for number in numbers where others <= byteCount { others += table.range(of: Int(number)).count }
    return byteCount < others
  }

  func givesUpDictionary() -> Bool {
    // Where values repeat more often, a dictionary is smaller in any case.
    guard !isPlain, table.count > numbers.count / 8 else { return false }
    giveUpDictionary()
    return true
  }

  private static func append(_ bytes: [UInt8], _ range: Range<Int>, to output: inout [UInt8]) {
    output.append(number: UInt32(truncatingIfNeeded: range.count))
    output += bytes[range]
  }

  private func range(of value: Int) -> Range<Int> { (value > 0 ? ends[value - 1] : 0)..<ends[value] }

  func append(_ part: Range<Int>, to output: inout [UInt8]) {
    guard isPlain else {
      if table.count == 0 { return }
      output.append(UInt8(width))
      return unsafe numbers.withUnsafeBufferPointer { numbers in
        unsafe RunLengthEncoding.append(
          UnsafeBufferPointer(rebasing: numbers[part]), width: width, to: &output)
      }
    }
    let lengths = part.map { Int64(range(of: $0).count) }
    unsafe lengths.withUnsafeBufferPointer { unsafe DeltaEncoding.append($0, as: Int32.self, to: &output) }
    if !part.isEmpty { output += bytes[range(of: part.lowerBound).lowerBound..<ends[part.upperBound - 1]] }
  }

  // MARK: Statistics

  func bounds(_ part: Range<Int>) -> Bounds? {
    guard !part.isEmpty else { return nil }
    return isPlain
      ? Self.bounds(bytes, ends, of: part) : Self.bounds(table.bytes, table.ends, of: distinctNumbers(part))
  }

  /// Returns the entries that occur among some values.
  private func distinctNumbers(_ part: Range<Int>) -> [Int] {
    var (isSeen, entries) = ([Bool](repeating: false, count: table.count), [Int]())
    for number in numbers[part] where !isSeen[Int(number)] {
      isSeen[Int(number)] = true
      entries.append(Int(number))
    }
    return entries
  }

  private static func bounds(_ bytes: [UInt8], _ ends: [Int], of values: some Collection<Int>) -> Bounds? {
    guard let first = values.first else { return nil }
    func range(_ value: Int) -> Range<Int> { (value > 0 ? ends[value - 1] : 0)..<ends[value] }
    var (low, high) = (range(first), range(first))
    unsafe bytes.withUnsafeBytes { bytes in
      var (lowHead, highHead) = unsafe (head(bytes, low), head(bytes, high))
      for value in values.dropFirst() {
        let range = range(value)
        let head = unsafe head(bytes, range)
        if unsafe head < lowHead || head == lowHead && bytes.isLess(range, than: low) {
          (low, lowHead) = (range, head)
        } else if unsafe head > highHead || head == highHead && bytes.isLess(high, than: range) {
          (high, highHead) = (range, head)
        }
      }
    }
    return TextBound.bounds(bytes[low], bytes[high])
  }

  /// Returns the first eight bytes of a value as a number that is in the order of the values.
  @inline(__always)
  private static func head(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt64 {
    if range.count >= 8 {
      return unsafe UInt64(
        bigEndian: bytes.loadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self))
    }
    var head: UInt64 = 0
    for position in range { head = unsafe head << 8 | UInt64(bytes[position]) }
    return range.isEmpty ? 0 : head << UInt64(8 * (8 - range.count))
  }
}

extension ExportRun {
  fileprivate func range(of value: Int) -> Range<Int> { (value > 0 ? ends[value - 1] : 0)..<ends[value] }
}
