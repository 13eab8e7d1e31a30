internal import ColumnArchives

/// Strings, or data of any size. Values are numbers of dictionary entries, until the dictionary takes too much room.
final class TextColumn: LeafColumn {
  let place: ColumnPlace
  let type: ColumnType
  private var table = ValueTable()
  private var numbers: [UInt32] = []
  private var width = 0
  /// All values, after the dictionary was given up.
  private var values = ExportRun()
  private var isPlain = false
  /// Identifies this column in this row group as the owner of numbers kept with the archives' dictionaries.
  private var owner = Owner()

  private final class Owner {}

  init(_ type: ColumnType, _ place: ColumnPlace) { (self.place, self.type) = (place, type) }

  /// The greatest size of a dictionary's page, which engines read before any value.
  private static let greatestPageByteCount = 8 << 20

  var count: Int { isPlain ? values.ends.count : numbers.count }

  var byteCount: Int {
    if isPlain { return values.bytes.count + 4 * values.ends.count }
    // Numbers take as many bits as the entries need.
    return numbers.count * BitPacking.width(of: UInt(max(table.count, 1))) / 8
  }

  var bufferedByteCount: Int { byteCount + table.entries.bytes.count }

  func removeAll() {
    table = ValueTable()
    numbers.removeAll(keepingCapacity: true)
    values.bytes.removeAll(keepingCapacity: true)
    values.ends.removeAll(keepingCapacity: true)
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

  func append(_ strings: [String]) { append(ExportRun(strings)) }

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
    let distance = values.bytes.count - start
    values.bytes += run.bytes[start...]
    for end in run.ends[position...] { values.ends.append(end + distance) }
  }

  private func append(_ others: [UInt32], of dictionary: ExportDictionary) {
    let numberedCount = isPlain ? 0 : appendNumbers(of: others, dictionary)
    for other in others.dropFirst(numberedCount) {
      values.append(dictionary.run.bytes[dictionary.run.range(of: Int(other))])
    }
  }

  /// Appends values by their numbers. Returns how many: fewer than all if the dictionary was given up.
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

  /// The size of a dictionary's page, which contains each entry with its length.
  private var pageByteCount: Int { table.entries.bytes.count + 4 * table.count }

  private func checkSize() {
    if pageByteCount > Self.greatestPageByteCount { giveUpDictionary() }
  }

  private func giveUpDictionary() {
    isPlain = true
    for number in numbers { values.append(table.entries.bytes[table.entries.range(of: Int(number))]) }
    numbers.removeAll(keepingCapacity: true)
    table = ValueTable()
  }

  // MARK: Encoding

  func beginChunk() -> (encoding: ValueEncoding, dictionary: (bytes: [UInt8], count: Int)?) {
    if count == 0 { return (.plain, nil) }
    // A width of 0 has no bytes, which some readers reject.
    width = max(BitPacking.width(of: UInt(max(table.count, 1) - 1)), 1)
    if !isPlain, !hasSmallerDictionary { giveUpDictionary() }
    if isPlain { return (.deltaLength, nil) }
    var page: [UInt8] = []
    page.reserveCapacity(pageByteCount)
    for entry in 0..<table.count {
      let range = table.entries.range(of: entry)
      page.append(number: UInt32(truncatingIfNeeded: range.count))
      page += table.entries.bytes[range]
    }
    return (.dictionary, (page, table.count))
  }

  /// Whether a dictionary and the numbers take less room than the values and their lengths, before compression.
  private var hasSmallerDictionary: Bool {
    let byteCount = pageByteCount + numbers.count * width / 8
    var others = numbers.count
    for number in numbers where others <= byteCount { others += table.entries.range(of: Int(number)).count }
    return byteCount < others
  }

  func givesUpDictionary() -> Bool {
    // If values repeat more often, a dictionary is smaller in any case.
    guard !isPlain, table.count > numbers.count / 8 else { return false }
    giveUpDictionary()
    return true
  }

  func append(_ part: Range<Int>, to output: inout [UInt8]) {
    guard isPlain else {
      if table.count == 0 { return }
      return RunLengthEncoding.append(entries: numbers[part], width: width, to: &output)
    }
    let lengths = part.map { Int64(values.range(of: $0).count) }
    unsafe lengths.withUnsafeBufferPointer { unsafe DeltaEncoding.append($0, as: Int32.self, to: &output) }
    if let first = part.first {
      output += values.bytes[values.range(of: first).lowerBound..<values.ends[part.upperBound - 1]]
    }
  }

  // MARK: Statistics

  func bounds(_ part: Range<Int>) -> Bounds? {
    let found =
      isPlain
      ? values.bytes.bounds(of: part.lazy.map(values.range))
      : table.entries.bytes.bounds(of: distinctNumbers(part).lazy.map(table.entries.range))
    return found.map { TextBound.bounds($0, $1) }
  }

  /// Returns the entries that occur in some values.
  private func distinctNumbers(_ part: Range<Int>) -> [Int] {
    var (isSeen, entries) = ([Bool](repeating: false, count: table.count), [Int]())
    for number in numbers[part] where !isSeen[Int(number)] {
      isSeen[Int(number)] = true
      entries.append(Int(number))
    }
    return entries
  }
}
