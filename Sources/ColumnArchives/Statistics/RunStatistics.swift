internal import ArchiveBytes

/// What several batches that follow one another say of a column.
enum RunStatistics: Equatable, Sendable {
  /// Some batch does not say anything.
  case unknown
  /// No batch has values there, since those around them are missing.
  case empty
  case known(ColumnStatistics)

  /// Adds what another batch says.
  mutating func add(_ other: RunStatistics) {
    switch (self, other) {
    case (.unknown, _), (_, .empty): break
    case (_, .unknown): self = .unknown
    case (.empty, _): self = other
    case (.known(let one), .known(let two)): self = one.joined(with: two).map { .known($0) } ?? .unknown
    }
  }

  /// The byte of ``empty``, which statistics of a batch do not have.
  private static let emptyByte: UInt8 = 12

  func write(to output: OutputBuffer) {
    switch self {
    case .unknown: ColumnStatistics.write(nil, to: output)
    case .empty: output.append(Self.emptyByte)
    case .known(let statistics): ColumnStatistics.write(statistics, to: output)
    }
  }

  static func read(_ cursor: inout ByteCursor) throws -> RunStatistics {
    var next = cursor
    if next.readIfPresent() == emptyByte {
      cursor = next
      return .empty
    }
    return try ColumnStatistics.read(&cursor).map { .known($0) } ?? .unknown
  }
}

extension ColumnStatistics {
  /// Returns what is true of the values of both; `nil` if nothing is known of them.
  fileprivate func joined(with other: ColumnStatistics) -> ColumnStatistics? {
    switch (self, other) {
    case (.signed(let low, let high), .signed(let otherLow, let otherHigh)):
      return .signed(min(low, otherLow), max(high, otherHigh))
    case (.unsigned(let low, let high), .unsigned(let otherLow, let otherHigh)):
      return .unsigned(min(low, otherLow), max(high, otherHigh))
    case (.floating(let one), .floating(let two)) where one.size == two.size:
      return FloatBounds(
        low: min(one.low, two.low), high: max(one.high, two.high), hasNaN: one.hasNaN || two.hasNaN,
        size: one.size
      ).map { .floating($0) }
    case (.text(let one), .text(let two)):
      let greater = one.reaches(two) ? one : two
      return TextBounds(
        lower: min(one.lower, two.lower), upper: greater.upper, isUpperCut: greater.isUpperCut
      ).map { .text($0) }
    case (.bool(let one), .bool(let two)): return one == two ? self : nil
    case (.missing(let one), .missing(let two)):
      let (sum, overflow) = one.addingReportingOverflow(two)
      return overflow ? nil : .missing(sum)
    default: return nil
    }
  }
}

extension TextBounds {
  /// Whether no string within other bounds is greater than the upper bound of these.
  fileprivate func reaches(_ other: TextBounds) -> Bool {
    if isUpperCut, other.upper.utf8.starts(with: upper.utf8) { return true }
    if other.isUpperCut, upper.utf8.starts(with: other.upper.utf8) { return false }
    return other.upper <= upper
  }
}
