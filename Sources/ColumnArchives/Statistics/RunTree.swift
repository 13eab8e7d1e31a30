internal import ArchiveBytes

/// What runs of batches say of their columns: of 64 batches, of 64 times as many, and so on, until one run has all. So a
/// reader that looks for few batches among many looks at 64 runs of each size.
///
/// Each run has the statistics of the columns that may have some, in the order of the schema. The bytes are:
///
///     for each size of runs, from the smallest:
///         the runs: the statistics of each column
///         for each run, 4 bytes: where it begins
///     for each size of runs: 4 bytes, where those begin; and 4 bytes, how many runs there are
///     a byte, the number of sizes
///
/// Places count from the beginning of these bytes.
package struct RunTree: Sendable {
  /// The number of batches in the smallest runs, and of runs in each larger one.
  static let fanOut = 64

  /// The runs of each size.
  private var levels: [[[RunStatistics]]] = []
  /// How many batches there are.
  package private(set) var batchCount = 0

  package init() {}

  /// Adds what a batch says of its columns; `nil` if it does not say anything.
  mutating func add(_ batch: [RunStatistics]?) {
    var (number, level) = (batchCount, 0)
    batchCount += 1
    repeat {
      number /= Self.fanOut
      if level == levels.count { levels.append(level == 0 ? [] : [levels[level - 1][0]]) }
      Self.add(batch, to: &levels[level], at: number)
      level += 1
    } while number > 0
  }

  private static func add(_ batch: [RunStatistics]?, to runs: inout [[RunStatistics]], at number: Int) {
    guard let batch else {
      if number == runs.count { runs.append([]) } else { runs[number] = [] }
      return
    }
    guard number < runs.count else { return runs.append(batch) }
    // A run without statistics says nothing, whatever else it has.
    guard runs[number].count == batch.count else {
      runs[number] = []
      return
    }
    for column in batch.indices { runs[number][column].add(batch[column]) }
  }

  func write(to output: OutputBuffer) {
    let start = output.count
    var places: [(start: Int, count: Int)] = []
    for runs in levels {
      var begins: [Int] = []
      for run in runs {
        begins.append(output.count - start)
        for statistics in run { statistics.write(to: output) }
      }
      places.append((output.count - start, runs.count))
      for begin in begins { output.append(number: UInt32(clamping: begin)) }
    }
    for place in places {
      output.append(number: UInt32(clamping: place.start))
      output.append(number: UInt32(clamping: place.count))
    }
    output.append(UInt8(clamping: levels.count))
  }

  /// The greatest number of bytes, so that places have 4 bytes.
  static let greatestByteCount = 1 << 30
}

/// The runs of an archive.
struct StoredRuns: Sendable {
  /// Where the places of the runs of each size are, and how many there are.
  private var levels: [(places: Range<Int>, end: Int)] = []
  /// Where the runs begin.
  private let start: Int

  /// - Throws: ``ArchiveError`` if the bytes are not those of runs.
  init(_ bytes: ByteCursor) throws {
    start = bytes.offset
    var last = try bytes.part(max(bytes.offset, bytes.end - 1)..<bytes.end)
    let count = Int(try last.readByte())
    guard count * 8 < bytes.remaining else { throw bytes.truncated(count * 8) }
    var table = try bytes.part(bytes.end - 1 - count * 8..<bytes.end - 1)
    while !table.isAtEnd {
      let begin = start + Int(try table.readNumber(as: UInt32.self))
      let size = 4 * Int(try table.readNumber(as: UInt32.self))
      levels.append((try bytes.part(begin..<begin + size).range, begin))
    }
  }

  var levelCount: Int { levels.count }
  /// Returns how many runs of a size there are.
  func count(_ level: Int) -> Int { levels[level].places.count / 4 }

  /// Returns the location of a run in the archive.
  func run(_ index: Int, _ level: Int, in bytes: ByteCursor) throws -> Range<Int> {
    let places = levels[level].places
    func begin(_ index: Int) throws -> Int {
      guard index < count(level) else { return levels[level].end }
      let place = places.lowerBound + 4 * index
      var number = try bytes.part(place..<place + 4)
      return start + Int(try number.readNumber(as: UInt32.self))
    }
    let (lower, upper) = (try begin(index), try begin(index + 1))
    guard lower <= upper else { throw bytes.malformed("a run of batches", "its end before its beginning") }
    return try bytes.part(lower..<upper).range
  }
}

extension ByteCursor {
  fileprivate var range: Range<Int> { offset..<end }
}
