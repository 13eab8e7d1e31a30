/// The levels of the columns below one optional or list, in a row group. Such columns share them.
final class Levels {
  /// The greatest definition level, which marks values.
  let definition: Int
  /// The greatest repetition level.
  let repetition: Int
  private(set) var definitions: [UInt8] = []
  private var repetitions: [UInt8] = []

  init(definition: Int, repetition: Int) { (self.definition, self.repetition) = (definition, repetition) }

  func append(_ slots: Slots) {
    definitions += slots.definitions
    repetitions += slots.repetitions
  }

  /// The number of bytes that the levels take in memory.
  var byteCount: Int { definitions.count + repetitions.count }

  func removeAll() {
    definitions.removeAll(keepingCapacity: true)
    repetitions.removeAll(keepingCapacity: true)
  }

  /// Appends the encoded levels of some places, as at the beginning of a page.
  func append(_ places: Range<Int>, to output: inout [UInt8]) {
    if repetition > 0 { Self.append(repetitions, places, greatest: repetition, to: &output) }
    Self.append(definitions, places, greatest: definition, to: &output)
  }

  private static func append(
    _ levels: [UInt8], _ places: Range<Int>, greatest: Int, to output: inout [UInt8]
  ) {
    var part: [UInt8] = []
    unsafe levels.withUnsafeBufferPointer { levels in
      unsafe RunLengthEncoding.append(
        UnsafeBufferPointer(rebasing: levels[places]), width: BitPacking.width(of: UInt(greatest)), to: &part)
    }
    output.append(number: UInt32(part.count))
    output += part
  }

  // MARK: Pages

  /// Divides the places into pages. Each page begins with a row.
  ///
  /// - Parameter size: The intended number of places in a page.
  func pages(ofSize size: Int) -> [PagePart] {
    var (parts, start, row, value) = ([PagePart](), 0, 0, 0)
    while start < definitions.count {
      var end = min(start + size, definitions.count)
      while end < definitions.count, repetitions[end] != 0 { end += 1 }
      let values = definitions[start..<end].count { Int($0) == definition }
      let rows = repetitions[start..<end].count { $0 == 0 }
      parts.append(
        PagePart(places: start..<end, values: value..<value + values, rows: row..<row + rows))
      (start, row, value) = (end, row + rows, value + values)
    }
    return parts
  }
}

/// The part of a column chunk that becomes a page.
struct PagePart {
  /// The places, which have levels.
  let places: Range<Int>
  /// The values; fewer than places if some are missing.
  let values: Range<Int>
  let rows: Range<Int>

  /// Divides rows, each with one value, into pages.
  static func pages(ofRows count: Int, size: Int) -> [PagePart] {
    stride(from: 0, to: count, by: size).map { start in
      let rows = start..<min(start + size, count)
      return PagePart(places: rows, values: rows, rows: rows)
    }
  }
}
