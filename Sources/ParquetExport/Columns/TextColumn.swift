internal import ColumnArchives

/// Strings, or data of any size. Values are numbers of dictionary entries, until the dictionary takes too much room.
final class TextColumn: LeafColumn {
  let place: ColumnPlace
  let type: ColumnType
  private var table = ValueTable()
  private var numbers: [UInt32] = []
  /// The number of bytes of all values, if each has its own.
  private var plainByteCount = 0
  private var width = 0
  /// All values, after the dictionary was given up.
  private var values = ExportTexts()
  private var isPlain = false

  init(_ type: ColumnType, _ place: ColumnPlace) { (self.place, self.type) = (place, type) }

  /// The greatest size of a dictionary's page, which engines read before any value.
  private static let greatestPageByteCount = 8 << 20

  var count: Int { isPlain ? values.places.count : numbers.count }

  var byteCount: Int {
    if isPlain { return values.bytes.count + 4 * values.places.count }
    // Numbers take as many bits as the entries need.
    return numbers.count * BitPacking.width(of: UInt(max(table.count, 1))) / 8
  }

  var bufferedByteCount: Int { byteCount + table.entries.bytes.count }

  func removeAll() {
    table = ValueTable()
    numbers.removeAll(keepingCapacity: true)
    plainByteCount = 0
    values.removeAll()
    isPlain = false
  }

  // MARK: Values

  /// Appends the texts of some rows.
  ///
  /// - Parameter charge: Charges for a number of bytes. Rows that share a text take bytes that the archive does not have,
  ///   once the dictionary was given up.
  func append(_ texts: ExportTexts, charge: (Int) throws -> Void) throws {
    let added = texts.places.reduce(0) { $0 + $1.count } - texts.bytes.count
    if isPlain, added > 0 { try charge(added) }
    for place in texts.places { append(texts.bytes[place]) }
    checkPage()
  }

  func append(_ strings: [String]) {
    for string in strings { append(ArraySlice(string.utf8)) }
    checkPage()
  }

  private func append(_ value: ArraySlice<UInt8>) {
    if isPlain { return values.append(value) }
    numbers.append(table.number(of: value))
    plainByteCount += value.count
  }

  /// Gives up a dictionary whose page is too large, unless the values would be far larger.
  private func checkPage() {
    if !isPlain, pageByteCount > Self.greatestPageByteCount, !isFarSmaller { giveUpDictionary() }
  }

  /// Whether the values, each with its own bytes, would be far larger than the dictionary.
  private var isFarSmaller: Bool { plainByteCount / 8 > pageByteCount }

  /// The size of a dictionary's page, which contains each entry with its length.
  private var pageByteCount: Int { table.entries.bytes.count + 4 * table.count }

  private func giveUpDictionary() {
    isPlain = true
    for number in numbers { values.append(table.entries.bytes[table.entries.places[Int(number)]]) }
    numbers.removeAll(keepingCapacity: true)
    plainByteCount = 0
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
    for place in table.entries.places {
      page.append(number: UInt32(truncatingIfNeeded: place.count))
      page += table.entries.bytes[place]
    }
    return (.dictionary, (page, table.count))
  }

  /// Whether a dictionary and the numbers take less room than the values and their lengths, before compression.
  private var hasSmallerDictionary: Bool {
    pageByteCount + numbers.count * width / 8 < numbers.count + plainByteCount
  }

  func givesUpDictionary() -> Bool {
    // If values repeat more often, a dictionary is smaller in any case.
    guard !isPlain, table.count > numbers.count / 8, !isFarSmaller else { return false }
    giveUpDictionary()
    return true
  }

  func append(_ part: Range<Int>, to output: inout [UInt8]) {
    guard isPlain else {
      if table.count == 0 { return }
      return RunLengthEncoding.append(entries: numbers[part], width: width, to: &output)
    }
    let places = values.places[part]
    let lengths = places.map { Int64($0.count) }
    unsafe lengths.withUnsafeBufferPointer { unsafe DeltaEncoding.append($0, as: Int32.self, to: &output) }
    if let first = places.first, let last = places.last {
      output += values.bytes[first.lowerBound..<last.upperBound]
    }
  }

  // MARK: Statistics

  func bounds(_ part: Range<Int>) -> Bounds? {
    let found =
      isPlain
      ? values.bytes.bounds(of: values.places[part])
      : table.entries.bytes.bounds(
        of: Set(numbers[part]).lazy.map { [table] in table.entries.places[Int($0)] })
    return found.map { TextBound.bounds($0, $1) }
  }
}
