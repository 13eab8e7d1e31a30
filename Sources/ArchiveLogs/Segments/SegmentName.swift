internal import ColumnArchives
internal import Foundation

/// The name of a segment's file: the time at which it was begun, and the number of its first element.
///
/// ```
/// 20261123T005040.123456Z-0000000000012345.column
/// ```
///
/// Names sort by time, and so by number: a segment never gets an earlier time than the one before it, whatever the
/// clock says.
struct SegmentName: Hashable, Comparable, Sendable {
  /// Microseconds since 1970.
  let time: Int64
  /// The number of the first element.
  let first: Int

  static let suffix = ".column"
  private static let digitCount = 16

  /// The name of a segment after another one.
  ///
  /// - Parameter date: The time of the clock, which may be wrong.
  init(after last: SegmentName?, first: Int, at date: Date) {
    let seconds = TimeInterval.minimum(.maximum(date.timeIntervalSince1970, 0), Self.greatestTime)
    let now = Int64((seconds * 1e6).rounded(.down))
    time = max(now, last.map { $0.time + 1 } ?? 0)
    self.first = first
  }

  /// The last day of the year 9999; later years have more digits. Even a clock beyond it leaves a day of microseconds
  /// for names.
  private static let greatestTime: TimeInterval = 253_402_214_400

  /// Parses a name; `nil` if it is not the name of a segment.
  init?(_ name: String) {
    guard name.hasSuffix(Self.suffix) else { return nil }
    let parts = name.dropLast(Self.suffix.count).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].hasSuffix("Z"), let first = Int(parts[1]),
      SequenceOrigin.numbers.contains(first)
    else { return nil }
    let moment = parts[0].dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard moment.count == 2, moment[1].count == 6, let fraction = Int64(moment[1]),
      let date = try? Self.style.parse(moment[0] + "Z")
    else { return nil }
    time = Int64(date.timeIntervalSince1970) * 1_000_000 + fraction
    self.first = first
    guard text == name else { return nil }
  }

  private init(time: Int64, first: Int) { (self.time, self.first) = (time, first) }

  /// Returns the name for a part split off from the segment: it has the same time, and sorts directly after it.
  func beginning(with first: Int) -> SegmentName { SegmentName(time: time, first: first) }

  var date: Date { Date(timeIntervalSince1970: Double(time) / 1e6) }

  var text: String {
    let seconds = Date(timeIntervalSince1970: Double(time / 1_000_000)).formatted(Self.style).dropLast()
    return
      "\(seconds).\(Self.padded(Int(time % 1_000_000), 6))Z-\(Self.padded(first, Self.digitCount))\(Self.suffix)"
  }

  private static let style = Date.ISO8601FormatStyle(
    dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt)

  private static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(count - digits.count, 0)) + digits
  }

  static func < (left: SegmentName, right: SegmentName) -> Bool {
    (left.time, left.first) < (right.time, right.first)
  }
}
